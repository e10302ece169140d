/** Heartbeats that go on while a handler works. */
export interface Beat {
  /** Why the group no longer wants this member's work, if it does not. */
  readonly lost: unknown;
  stop(): void;
}

/** Sends a heartbeat every so many milliseconds, until it is stopped or one is refused. */
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
