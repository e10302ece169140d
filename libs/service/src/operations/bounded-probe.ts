import { withDeadline } from '@keyhaven/events/kafka/with-deadline';

/**
 * Makes a probe of something that may hang, such as a database whose process was paused. At most one probe runs at a
 * time, so repeated probes of a frozen dependency do not accumulate, and each caller waits for a limited time.
 * @param what names the work in the error message.
 * @throws Error when the work fails, or takes longer than `withinMs` milliseconds.
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
