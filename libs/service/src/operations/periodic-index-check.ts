import { faultyUniqueIndexes } from '@keyhaven/persistence/indexes';
import type { Connection } from 'mongoose';
import type { Logger } from '../observability/logger';

/**
 * How often the unique indexes in the database are compared with their definitions, in
 * milliseconds.
 */
const INDEX_CHECK_EVERY_MS = 120_000;

/**
 * Checks the unique indexes now and periodically. Readiness checks only read the latest result, so
 * they stay fast. If there is no result yet, a readiness check checks the indexes itself.
 */
export function periodicIndexCheck(
  connection: Connection,
  logger: Logger,
): { read(): Promise<string[]>; stop(): void } {
  let latest: string[] | undefined;
  let running: Promise<string[]> | undefined;
  const check = () => (running ??= checkIndexes().finally(() => (running = undefined)));
  const checkIndexes = async () => {
    try {
      latest = await faultyUniqueIndexes(connection);
    } catch (error) {
      logger.warn({ err: error }, 'unique indexes could not be read');
      throw error;
    }
    if (latest.length > 0) logger.error({ faults: latest }, 'unique indexes are not as defined');
    return latest;
  };
  const checkInBackground = () => void check().catch(() => {});
  checkInBackground();
  const timer = setInterval(checkInBackground, INDEX_CHECK_EVERY_MS).unref();
  return { read: async () => latest ?? check(), stop: () => clearInterval(timer) };
}
