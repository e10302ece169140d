import { ApiError } from '@keyhaven/contracts/shared/errors';
import { formatInstant } from '@keyhaven/contracts/shared/instants';
import { wordInput } from '@keyhaven/contracts/shared/inputs';
import type { Resync, resyncContract, ResyncInput } from '@keyhaven/contracts/shared/resync-contract';
import type { ResyncRun } from '@keyhaven/persistence/resync/resync-run';
import type { ResyncReport, ResyncWorker } from '@keyhaven/persistence/resync/resync-worker';
import type { RouteHandlers } from './http/mount-contract';
import type { Logger } from './observability/logger';
import type { DataMetrics } from './observability/metrics';
import type { AccountExists } from './http/assert-account';

/**
 * Creates the routes that start a resync of a service's records and show its progress.
 * @param accountExists is used to refuse unknown accounts. Omitted by a service that cannot check
 *   accounts.
 */
export function resyncRoutes(
  worker: Pick<ResyncWorker, 'begin' | 'latest' | 'entityTypes'>,
  accountExists?: AccountExists,
): RouteHandlers<typeof resyncContract> {
  return {
    startResync: async ({ body, context }) => {
      const entityTypes = readEntityTypes(body, worker.entityTypes());
      const { idempotency } = context;
      if (body.user_id !== undefined && accountExists && !(await accountExists(body.user_id))) {
        throw new ApiError('bad_request', `user_id: the account ${body.user_id} does not exist`);
      }
      return present(await worker.begin({ entityTypes, userId: body.user_id ?? null, idempotency }));
    },
    getResync: async () => {
      const run = await worker.latest();
      if (!run) throw new ApiError('not_found', 'no resync has run yet; start one with POST operator/resync');
      return present(run);
    },
  };
}

/**
 * Returns the requested entity types, sorted and without duplicates. Returns all types if none are
 * requested.
 * @throws ApiError bad_request for types that this service does not publish.
 */
function readEntityTypes({ entity_types }: ResyncInput, known: string[]): string[] {
  const [first, ...others] = known;
  if (first === undefined)
    throw new ApiError('bad_request', 'this service publishes no records, so there is nothing to resync');
  if (!entity_types) return known;
  const word = wordInput([first, ...others]);
  const named = entity_types.map((name, index) => {
    const result = word.safeParse(name);
    if (result.success) return result.data;
    const expected = `expected one of ${known.join(', ')}`;
    throw new ApiError(
      'bad_request',
      `entity_types.${index}: ${JSON.stringify(name)} is not published by this service; ${expected}`,
    );
  });
  return [...new Set(named)].sort();
}

function present({
  epoch,
  state,
  generation,
  user_id,
  entity_types,
  published,
  finished_utc,
  failure,
}: ResyncRun): Resync {
  return {
    epoch: epoch.toISOString(),
    state,
    generation,
    user_id,
    entity_types,
    published,
    finished_utc: finished_utc && formatInstant(finished_utc),
    failure,
  };
}

/** Logs the progress of a resync. */
export function resyncReporter(logger: Logger, metrics: DataMetrics): (report: ResyncReport) => void {
  return (report) => {
    switch (report.kind) {
      case 'resync_ended':
        logger.info(report, 'all records were published again');
        break;
      case 'resync_waits':
        logger.warn(report, 'a resync cannot continue at the moment');
        break;
      case 'resync_taken_over':
        metrics.leaseLosses.inc({ lease: 'resync' });
        logger.warn(report, 'another process continues the resync, because the lease of this one ran out');
        break;
      case 'resync_failed':
        logger.error(report, 'a resync failed: a record cannot be published');
        break;
      case 'resync_unreadable':
        logger.warn(report, 'the state of the resync cannot be read or written');
        break;
    }
  };
}
