/** Heartbeats that continue while a handler works. */
export interface Beat {
  /** Why the group refuses this member, if it does. */
  readonly lost: unknown;
  stop(): void;
}

/** Sends a heartbeat at the given interval in milliseconds, until it is stopped or one is refused. */
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
