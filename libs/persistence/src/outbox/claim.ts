import type { Model } from 'mongoose';
import { databaseClockOf } from '../database-clock';
import { genericFilter } from '../generic-filter';
import type { TenantDocument } from '../tenant-document';
import { type Draining, drainingOf } from './draining';
import { leaseTo } from './keep-leases';
import { documentsWithSpilledJobs } from './spill';

/**
 * The maximum number of attempts to claim, if other processes took all documents that an attempt
 * found.
 */
const MAX_ATTEMPTS = 20;

interface Claiming {
  /** The process that the documents are leased to. */
  owner: string;
  limit: number;
  /** The ids of documents to skip. */
  except?: number[];
  /** A further condition on the documents. */
  only?: Record<string, unknown>;
}

/**
 * Matches documents whose first entry is an event. Also matches documents with spilled entries,
 * because their first entry is unknown.
 */
export const WITH_EVENT_FIRST = { $or: [{ 'outbox.0.kind': 'event' }, { outbox_spilled: { $exists: true } }] };

/** Claims documents whose lease has expired, because the process that wrote them died or is slow. */
export async function claimDue(model: Model<TenantDocument>, claiming: Claiming): Promise<Draining[]> {
  return claim(model, await isDue(model), claiming);
}

/** Claims documents that this owner leased but did not drain because the bus failed. */
export async function claimOwn(model: Model<TenantDocument>, claiming: Claiming): Promise<Draining[]> {
  return claim(model, { outbox_due_utc: { $exists: true }, outbox_owner: claiming.owner }, claiming);
}

/**
 * Claims documents that have jobs and an expired lease: up to `limit` documents with jobs in the
 * document, and up to `limit` documents with jobs in the spill collection.
 */
export async function claimDueJobs(model: Model<TenantDocument>, claiming: Claiming): Promise<Draining[]> {
  const due = await isDue(model);
  const present = await claim(model, { ...due, 'outbox.kind': 'job' }, claiming);
  const ids = await documentsWithSpilledJobs(model);
  const spilled = ids.length === 0 ? [] : await claim(model, { ...due, _id: { $in: ids } }, claiming);
  return [...present, ...spilled];
}

/** Matches documents with an expired lease. Leases are written and compared with the database's clock. */
async function isDue({ db }: Model<TenantDocument>): Promise<Record<string, unknown>> {
  const now = await databaseClockOf(db);
  return { outbox_due_utc: { $lte: now() } };
}

/**
 * Claims the documents that have waited longest, with one write. Claiming them one by one could
 * take longer than a lease lasts. A claim renews the lease, so documents that cannot be drained
 * move to the end of the order. If other processes took all documents that were found, this
 * function searches again.
 */
async function claim(
  model: Model<TenantDocument>,
  filter: Record<string, unknown>,
  { owner, limit, except = [], only = {} }: Claiming,
): Promise<Draining[]> {
  const others = except.length > 0 ? { _id: { $nin: except } } : {};
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const candidates = await model
      .find(genericFilter({ $and: [filter, only, others] }), { _id: 1, revision: 1 })
      .sort({ outbox_due_utc: 1 })
      .limit(limit)
      .lean<Candidate[]>();
    if (candidates.length === 0) return [];
    const claimed = await take(model, candidates, { $and: [filter, only] }, owner);
    if (claimed.length > 0) return claimed.map((document) => drainingOf(model, document));
  }
  return [];
}

type Candidate = Pick<TenantDocument, '_id' | 'revision'>;

/**
 * Leases documents to the owner. Skips documents that another process leased first. Also skips
 * documents that were written after they were found: a request of this process may still be running
 * the deciding job of that write, and publishes the document's events after the job.
 */
async function take(
  model: Model<TenantDocument>,
  candidates: readonly Candidate[],
  filter: Record<string, unknown>,
  owner: string,
): Promise<TenantDocument[]> {
  const ids = candidates.map(({ _id }) => _id);
  const revisions = new Map(candidates.map(({ _id, revision }) => [_id, revision]));
  const unchanged = genericFilter<TenantDocument>({ $and: [{ _id: { $in: ids } }, filter] });
  const { modifiedCount } = await model.updateMany(unchanged, leaseTo(owner), { updatePipeline: true });
  if (modifiedCount === 0) return [];
  const leased = { _id: { $in: ids }, outbox_owner: owner, outbox_due_utc: { $exists: true } };
  const fields = { user_id: 1, revision: 1, outbox: 1, outbox_spilled: 1 };
  const documents = await model.find(leased, fields).lean<TenantDocument[]>();
  const found = documents.filter(({ _id, revision }) => revision === revisions.get(_id));
  return found.sort((a, b) => ids.indexOf(a._id) - ids.indexOf(b._id));
}
