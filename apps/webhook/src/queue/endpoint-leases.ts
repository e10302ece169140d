import { FAILING_AFTER } from './domain/retry-schedule';
import type { EndpointDocument } from '../store/endpoint.model';
import type { QueueModels } from '../store/queue-models';

/** How long a lease lasts if it is not renewed, in milliseconds. */
export const LEASE_MS = 10_000;

/** The fields that identify an endpoint. */
export type EndpointKey = Pick<EndpointDocument, '_id' | 'user_id' | 'app_key' | 'app_owner_id' | 'webhook_url'>;

const longAgo = new Date(0);
const leaseEnd = { $add: ['$$NOW', LEASE_MS] };
/** Matches endpoints without a valid lease. Leases expire by the database's clock, which tests do not replace. */
const isFree = { $expr: { $lte: ['$leased_until_utc', '$$NOW'] } };

/**
 * Makes endpoints due, and creates those that do not exist. Increases `news`, so that a process that leases one of them
 * does not miss the new work. Call it after deliveries were stored.
 */
export async function announceWork(
  { endpoints }: QueueModels,
  keys: readonly EndpointKey[],
  dueUtc: Date,
): Promise<void> {
  if (keys.length === 0) return;
  await endpoints.bulkWrite(
    keys.map(({ _id, user_id, app_key, app_owner_id, webhook_url }) => ({
      updateOne: {
        filter: { _id },
        update: {
          $min: { due_utc: dueUtc },
          $inc: { news: 1 },
          $setOnInsert: {
            user_id,
            app_key,
            ...(app_owner_id === undefined ? {} : { app_owner_id }),
            webhook_url,
            leased_until_utc: longAgo,
            failures: 0,
            failing_since_utc: null,
            not_before_utc: longAgo,
          },
        },
        upsert: true,
      },
    })),
    { ordered: false },
  );
}

export type EndpointOwner = Pick<EndpointDocument, '_id' | 'user_id'>;

/**
 * Endpoints to skip: all endpoints of `accounts`, and the failing endpoints of the accounts in
 * `whereFailing`.
 */
export interface PassedOver {
  accounts: readonly number[];
  whereFailing: readonly number[];
}

const isHealthy = { failures: { $lt: FAILING_AFTER } };

/** Finds endpoints with due work and without a lease, ordered by due time, the earliest first. */
export async function findDueEndpoints(
  { endpoints }: QueueModels,
  now: Date,
  limit: number,
  { accounts, whereFailing }: PassedOver = { accounts: [], whereFailing: [] },
): Promise<EndpointOwner[]> {
  const isDue = { due_utc: { $lte: now }, not_before_utc: { $lte: now } };
  const isWanted = { user_id: { $nin: accounts }, $or: [isHealthy, { user_id: { $nin: whereFailing } }] };
  return endpoints
    .find({ ...isDue, ...isFree, ...isWanted }, { user_id: 1 })
    .sort({ due_utc: 1 })
    .limit(limit)
    .lean<EndpointOwner[]>();
}

/** The number of endpoints that are read together to find when the next one is due. */
const LOOK_AHEAD = 1000;

/** Returns when the next endpoint with work is due: `now` if an endpoint is due already, even if it is leased. */
export async function readNextDueEndpoint({ endpoints }: QueueModels, now: Date): Promise<Date | undefined> {
  // Use the driver's cursor: unlike Mongoose's, it is closed when the loop ends early.
  const waiting = endpoints.collection.find<Pick<EndpointDocument, 'due_utc' | 'not_before_utc'>>(
    { due_utc: { $exists: true } },
    { projection: { due_utc: 1, not_before_utc: 1 }, sort: { due_utc: 1 }, batchSize: LOOK_AHEAD },
  );
  let next = Infinity;
  for await (const { due_utc, not_before_utc } of waiting) {
    const earliest = Math.max(due_utc!.getTime(), now.getTime());
    // The remaining endpoints are not due before `earliest`. Endpoints in a pause do not end the search: their
    // `due_utc` may be long ago, and there may be many of them.
    if (earliest >= next) break;
    next = Math.min(next, Math.max(earliest, not_before_utc.getTime()));
  }
  return next === Infinity ? undefined : new Date(next);
}

/**
 * Leases an endpoint with due work to a process. Returns undefined if no work is due or another
 * process has the lease.
 * @param mayFail whether the endpoint may be a failing one.
 */
export async function claimEndpoint(
  { endpoints }: QueueModels,
  id: string,
  owner: string,
  now: Date,
  mayFail = true,
): Promise<EndpointDocument | undefined> {
  const isDue = { due_utc: { $lte: now }, not_before_utc: { $lte: now } };
  const filter = { _id: id, ...isDue, ...isFree, ...(mayFail ? {} : isHealthy) };
  const claimed = await endpoints
    .findOneAndUpdate(filter, [{ $set: { owner, leased_until_utc: leaseEnd } }], {
      returnDocument: 'after',
      updatePipeline: true,
    })
    .lean();
  return claimed ?? undefined;
}

/** Renews the lease of `owner`. Returns undefined if another process has the lease now. */
export async function renewLease(
  { endpoints }: QueueModels,
  id: string,
  owner: string,
): Promise<EndpointDocument | undefined> {
  const renewed = await endpoints
    .findOneAndUpdate({ _id: id, owner }, [{ $set: { leased_until_utc: leaseEnd } }], {
      returnDocument: 'after',
      updatePipeline: true,
    })
    .lean();
  return renewed ?? undefined;
}

/**
 * Releases the lease of an endpoint. The endpoint is due again at `dueUtc`, or, if `dueUtc` is undefined, when new work
 * arrives. Returns false and changes nothing if another process has the lease, or if new work has arrived after the
 * lease was claimed or renewed.
 */
export async function releaseEndpoint(
  { endpoints }: QueueModels,
  { _id, news }: Pick<EndpointDocument, '_id' | 'news'>,
  owner: string,
  dueUtc: Date | undefined,
): Promise<boolean> {
  const { matchedCount } = await endpoints.updateOne(
    { _id, owner, news },
    {
      $set: { leased_until_utc: longAgo, ...(dueUtc && { due_utc: dueUtc }) },
      $unset: { owner: 1, ...(!dueUtc && { due_utc: 1 }) },
    },
  );
  return matchedCount === 1;
}

/**
 * The health of an endpoint. The process with the lease stores it after each failure, and after the first success that
 * follows failures.
 */
export type EndpointHealth = Pick<EndpointDocument, 'failures' | 'failing_since_utc' | 'not_before_utc'>;

export async function recordHealth(
  { endpoints }: QueueModels,
  id: string,
  owner: string,
  { failures, failing_since_utc, not_before_utc }: EndpointHealth,
): Promise<void> {
  await endpoints.updateOne({ _id: id, owner }, { $set: { failures, failing_since_utc, not_before_utc } });
}
