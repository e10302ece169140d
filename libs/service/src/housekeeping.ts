import { forgetMovedAnswers, forgetOldAnswers } from '@keyhaven/persistence/idempotency';
import type { Relay } from '@keyhaven/persistence/outbox/relay';
import type { Connection } from 'mongoose';
import type { Worker } from './worker';
import type { Logger } from './observability/logger';
import { repeatedWork } from './repeated-work';

const EVERY_MS = 3600_000;
/**
 * The delay of the first run, in milliseconds. It is much shorter than the hour between runs, because
 * some processes are replaced within an hour.
 */
const FIRST_AFTER_MS = 60_000;

/**
 * Once an hour, deletes expired answers of requests with an Idempotency-Key, and purges records
 * that were deleted long ago.
 */
export function housekeeping(connection: Connection, relay: Relay, logger: Logger): Worker {
  return repeatedWork({
    work: () => removeOldData(connection, relay),
    pauseMs: EVERY_MS,
    firstAfterMs: FIRST_AFTER_MS,
    logger,
    failure: 'old data were not removed',
  });
}

async function removeOldData(connection: Connection, relay: Relay): Promise<void> {
  const models = Object.values(connection.models).filter((model) => model.schema.path('idempotency'));
  for (const model of models) await forgetOldAnswers(model);
  await forgetMovedAnswers(connection);
  for (const source of relay.recordSources()) await source.purgeDeleted();
}
