/** Ends work that takes too long; what waits for somebody else in between is not counted. */
export interface Patience {
  /** For the work: it fails with it, then or later. */
  signal: AbortSignal;
  /** Answers what a part of the work answers, and ends all of it when that part takes too long. */
  waitFor<Answer>(part: Promise<Answer>): Promise<Answer>;
}

/** @param timeoutMs how long each part of the work may take, in milliseconds. */
export function patience(timeoutMs: number): Patience {
  const controller = new AbortController();
  return {
    signal: controller.signal,
    waitFor: async (part) => {
      const why = () => controller.abort(new Error(`nothing came within ${timeoutMs / 1000} seconds`));
      const timer = setTimeout(why, timeoutMs);
      try {
        return await part;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
