import { AsyncLocalStorage } from 'node:async_hooks';

const running = new AsyncLocalStorage<'job' | 'consumer'>();

/** Runs a job of an outbox. */
export function withinJob<Result>(work: () => Result): Result {
  return running.run('job', work);
}

/** Runs the work of a consumer for one event. */
export function withinConsumer<Result>(work: () => Result): Result {
  return running.run('consumer', work);
}

/**
 * Whether the caller runs within a job. A write within a job does not wait for other jobs.
 * Otherwise the job could wait for itself.
 */
export function isWithinJob(): boolean {
  return running.getStore() === 'job';
}

/**
 * Whether the caller runs within a job or a consumer. Their work may run again, even after it has
 * succeeded.
 */
export function isRepeatable(): boolean {
  return running.getStore() !== undefined;
}

/** Starts work that is not part of the current job or consumer, and may continue after it has ended. */
export function outsideRepeatable<Result>(work: () => Result): Result {
  return running.exit(work);
}
