import type { Model } from 'mongoose';
import type { TenantDocument } from '../tenant-document';
import { type Draining, drainingOf } from './drain';
import { LEASE_MS } from './outbox-entry';
import { documentsWithSpilledJobs } from './spill';

/** How often one looks again that found only what others took. */
const MAX_ATTEMPTS = 20;

type Candidate = Pick<TenantDocument, '_id' | 'user_id' | 'outbox_due_utc'>;

interface Claiming {
  /** Whom the documents are leased to. */
  owner: string;
  limit: number;
  /** Ids of documents that are left alone. */
  except?: number[];
  /** What else is asked of the documents. */
  only?: Record<string, unknown>;
}

/** Documents that have, as far as they themselves show, an event to tell next. */
export const WITH_EVENT_FIRST = { $or: [{ 'outbox.0.kind': 'event' }, { outbox_spilled: { $exists: true } }] };

/** Documents whose lease has run out: whoever wrote them is gone, or slow. They are leased to the owner. */
export async function claimDue(model: Model<TenantDocument>, claiming: Claiming): Promise<Draining[]> {
  return claim(model, isDue(), claiming);
}

/** Documents that are leased to the owner and were put aside when the bus failed. */
export async function claimOwn(model: Model<TenantDocument>, claiming: Claiming): Promise<Draining[]> {
  return claim(model, { outbox_due_utc: { $exists: true }, outbox_owner: claiming.owner }, claiming);
}

/** Documents whose lease has run out and that ask for steps: so many in themselves, and in the spill collection. */
export async function claimDueJobs(model: Model<TenantDocument>, claiming: Claiming): Promise<Draining[]> {
  const present = await claim(model, { ...isDue(), 'outbox.kind': 'job' }, claiming);
  const ids = await documentsWithSpilledJobs(model);
  const spilled = ids.length === 0 ? [] : await claim(model, { ...isDue(), _id: { $in: ids } }, claiming);
  return [...present, ...spilled];
}

function isDue(): Record<string, unknown> {
  return { outbox_due_utc: { $lte: new Date() } };
}

/**
 * The longest waiting come first: a claim renews the lease, so that those claimed in vain go to the end. Where others took
 * all that was found, it looks again: none means that nothing waits.
 */
async function claim(
  model: Model<TenantDocument>,
  filter: Record<string, unknown>,
  { owner, limit, except = [], only = {} }: Claiming,
): Promise<Draining[]> {
  const others = except.length > 0 ? { _id: { $nin: except } } : {};
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const candidates = await model
      .find({ $and: [filter, only, others] } as never, { user_id: 1, outbox_due_utc: 1 })
      .sort({ outbox_due_utc: 1 })
      .limit(limit)
      .lean<Candidate[]>();
    const claimed: Draining[] = [];
    for (const candidate of candidates) {
      const document = await take(model, candidate, owner);
      if (document) claimed.push(drainingOf(model, document));
    }
    if (claimed.length > 0 || candidates.length === 0) return claimed;
  }
  return [];
}

/** Leases a document to the owner, unless somebody was faster. */
async function take(
  model: Model<TenantDocument>,
  { _id, user_id, outbox_due_utc }: Candidate,
  owner: string,
): Promise<TenantDocument | null> {
  const lease = [{ $set: { outbox_due_utc: { $add: ['$$NOW', LEASE_MS] }, outbox_owner: owner } }];
  return model
    .findOneAndUpdate({ _id, user_id, outbox_due_utc } as never, lease, {
      returnDocument: 'after',
      updatePipeline: true,
      projection: { user_id: 1, outbox: 1, outbox_spilled: 1 },
    })
    .lean<TenantDocument>();
}
