import { withDeadline } from '@keyhaven/events/kafka/with-deadline';

/**
 * Creates a probe of a dependency that may hang, such as a paused database. At most one probe runs at a time, so that
 * probes of a dependency that does not answer do not accumulate. Each caller waits for a limited time.
 * @param what names the work in the error message.
 * @throws Error if the work fails or takes longer than `withinMs` milliseconds.
 */
export function boundedProbe<Result>(
  work: () => Promise<Result>,
  withinMs: number,
  what: string,
): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= work().finally(() => (running = undefined));
    return withDeadline(running, withinMs, what);
  };
}
