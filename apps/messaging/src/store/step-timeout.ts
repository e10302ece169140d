/**
 * A time limit for each of several steps, for example the chunks of a stream. The time between the steps is not
 * limited.
 */
export interface StepTimeout {
  /**
   * Aborts when a step takes too long. Pass this signal to the operation that consists of the
   * steps.
   */
  signal: AbortSignal;
  /** Waits for a step. Aborts the signal if the step takes too long. */
  waitFor<Result>(step: Promise<Result>): Promise<Result>;
}

/** @param timeoutMs the limit for each step, in milliseconds. */
export function stepTimeout(timeoutMs: number): StepTimeout {
  const controller = new AbortController();
  return {
    signal: controller.signal,
    waitFor: async (step) => {
      const why = () => controller.abort(new Error(`there was no answer within ${timeoutMs / 1000} seconds`));
      const timer = setTimeout(why, timeoutMs);
      try {
        return await step;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
