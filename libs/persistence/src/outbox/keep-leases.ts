import type { Model } from 'mongoose';
import type { TenantDocument } from '../tenant-document';
import type { Draining } from './draining';
import { LEASE_MS } from './outbox-entry';

const RENEW_EVERY_MS = LEASE_MS / 3;
/** A document of the queue is left to a sweep when its lease ends sooner than this, in milliseconds. */
const MARGIN_MS = LEASE_MS / 2;

/** The update that leases a document to a process. */
export function leaseTo(owner: string) {
  return [{ $set: { outbox_due_utc: { $add: ['$$NOW', LEASE_MS] }, outbox_owner: owner } }];
}

/** Whether no other process takes the document over soon. */
export function isLeased({ leasedAtMs }: Draining): boolean {
  return performance.now() - leasedAtMs < LEASE_MS - MARGIN_MS;
}

/** Renews the leases of documents for as long as the work on them takes: a bus that hangs is tried for longer. */
export async function keepLeases<Result>(
  batch: readonly Draining[],
  owner: string,
  work: () => Promise<Result>,
): Promise<Result> {
  // Without a renewal another process takes over, and events are published twice.
  const timer = setInterval(() => void renew(batch, owner).catch(() => {}), RENEW_EVERY_MS);
  timer.unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

async function renew(batch: readonly Draining[], owner: string): Promise<void> {
  const byModel = new Map<Model<TenantDocument>, number[]>();
  for (const { model, id } of batch) byModel.set(model, [...(byModel.get(model) ?? []), id]);
  for (const [model, ids] of byModel) {
    const own = { _id: { $in: ids }, outbox_owner: owner, outbox_due_utc: { $exists: true } };
    await model.updateMany(own, leaseTo(owner), { updatePipeline: true });
  }
}
