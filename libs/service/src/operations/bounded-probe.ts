import { withDeadline } from '@keyhaven/events/kafka/with-deadline';

/**
 * A probe of something that may hang, such as a database whose process was stopped. It is under way at most once at a
 * time, so that repeated probes of something frozen pile up nowhere, and each caller waits for a bounded time.
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
