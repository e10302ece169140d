/** Heartbeats that are sent while a handler works. */
export interface Beat {
  /** The error of the heartbeat that failed; undefined if none has failed. */
  readonly lost: unknown;
  stop(): void;
}

/**
 * Sends a heartbeat every `everyMs` milliseconds, until `stop` is called or a heartbeat fails.
 */
export function startBeat(heartbeat: () => Promise<void>, everyMs: number): Beat {
  const beat = { lost: undefined as unknown, stop: () => clearInterval(timer) };
  let busy = false;
  const timer = setInterval(() => {
    if (busy || beat.lost !== undefined) return;
    busy = true;
    heartbeat()
      .catch((error: unknown) => (beat.lost = error))
      .finally(() => (busy = false));
  }, everyMs);
  return beat;
}
