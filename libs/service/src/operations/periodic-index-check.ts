import { faultyUniqueIndexes } from '@keyhaven/persistence/indexes';
import type { Connection } from 'mongoose';
import type { Logger } from '../observability/logger';

/**
 * How often the unique indexes in the database are compared with their definitions, in
 * milliseconds.
 */
const INDEX_CHECK_EVERY_MS = 120_000;

/**
 * Checks the unique indexes periodically. Readiness checks only read the latest result, so they
 * stay fast.
 */
export function periodicIndexCheck(
  connection: Connection,
  logger: Logger,
): { read(): Promise<string[]>; stop(): void } {
  let latest = faultyUniqueIndexes(connection);
  const timer = setInterval(() => {
    const next = faultyUniqueIndexes(connection);
    next.then(
      (faults) => {
        if (faults.length > 0) logger.error({ faults }, 'unique indexes are not as defined');
        latest = next;
      },
      (error: unknown) => logger.warn({ err: error }, 'unique indexes could not be read'),
    );
  }, INDEX_CHECK_EVERY_MS).unref();
  latest.catch(() => {});
  return { read: () => latest, stop: () => clearInterval(timer) };
}
