import { withDeadline } from '@keyhaven/events/kafka/with-deadline';

/**
 * Creates a check of a dependency that may hang, such as a paused database. Only one check runs at
 * a time, so checks do not pile up while the dependency does not answer. Each caller waits for a
 * limited time.
 * @param what names the check in the error message.
 * @throws the error of the check; Error if the check takes longer than `withinMs` milliseconds.
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
