import type { Model } from 'mongoose';
import type { TenantDocument } from '../tenant-document';
import { type Draining, drainingOf } from './drain';
import { LEASE_MS } from './outbox-entry';

/** Documents whose lease has run out: whoever wrote them is gone, or slow. They are leased to the owner. */
export async function claimDue(
  model: Model<TenantDocument>,
  owner: string,
  limit: number,
  except: number[] = [],
): Promise<Draining[]> {
  return claim(model, { outbox_due_utc: { $lte: new Date() } }, owner, limit, except);
}

/** Documents that are leased to the owner and were put aside when the bus failed. */
export async function claimOwn(
  model: Model<TenantDocument>,
  owner: string,
  limit: number,
  except: number[] = [],
): Promise<Draining[]> {
  return claim(model, { outbox_due_utc: { $exists: true }, outbox_owner: owner }, owner, limit, except);
}

/** The longest waiting come first: a claim renews the lease, so that those claimed in vain go to the end. */
async function claim(
  model: Model<TenantDocument>,
  filter: object,
  owner: string,
  limit: number,
  except: number[],
): Promise<Draining[]> {
  const candidates = await model
    .find({ ...filter, ...(except.length > 0 ? { _id: { $nin: except } } : {}) } as never, {
      user_id: 1,
      outbox_due_utc: 1,
    })
    .sort({ outbox_due_utc: 1 })
    .limit(limit)
    .lean();
  const claimed: Draining[] = [];
  for (const candidate of candidates) {
    const condition = { _id: candidate._id, user_id: candidate.user_id, outbox_due_utc: candidate.outbox_due_utc };
    const lease = [{ $set: { outbox_due_utc: { $add: ['$$NOW', LEASE_MS] }, outbox_owner: owner } }];
    const document = await model
      .findOneAndUpdate(condition as never, lease as never, {
        returnDocument: 'after',
        updatePipeline: true,
        projection: { user_id: 1, outbox: 1, outbox_spilled: 1 },
      })
      .lean();
    if (document) claimed.push(drainingOf(model, document as TenantDocument));
  }
  return claimed;
}
