/** A time limit for work of several parts. The time between the parts does not count. */
export interface Patience {
  /** Aborts when a part takes too long, also after that part. */
  signal: AbortSignal;
  /** Resolves as the part does, and aborts the signal when the part takes too long. */
  waitFor<Answer>(part: Promise<Answer>): Promise<Answer>;
}

/** @param timeoutMs the limit for each part of the work, in milliseconds. */
export function patience(timeoutMs: number): Patience {
  const controller = new AbortController();
  return {
    signal: controller.signal,
    waitFor: async (part) => {
      const why = () => controller.abort(new Error(`there was no answer within ${timeoutMs / 1000} seconds`));
      const timer = setTimeout(why, timeoutMs);
      try {
        return await part;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
