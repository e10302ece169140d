import type { Model } from 'mongoose';
import type { TenantDocument } from '../tenant-document';
import type { Draining } from './draining';
import { LEASE_MS } from '../outbox-entry';

const RENEW_EVERY_MS = LEASE_MS / 3;
/**
 * The minimum time that the lease of a queued document must have left, in milliseconds. A document
 * with less time left is skipped here. A later sweep (search for due documents) handles it.
 */
const MARGIN_MS = LEASE_MS / 2;

/** The update that leases a document to a process. */
export function leaseTo(owner: string) {
  return [{ $set: { outbox_due_utc: { $add: ['$$NOW', LEASE_MS] }, outbox_owner: owner } }];
}

/** Whether the lease lasts long enough that no other process will take the document over soon. */
export function isLeased({ leasedAtMs }: Draining): boolean {
  return performance.now() - leasedAtMs < LEASE_MS - MARGIN_MS;
}

/**
 * Whether the lease has run out by the clock of this process. In the database, it ran out slightly
 * earlier.
 */
export function hasLostLease({ leasedAtMs }: Pick<Draining, 'leasedAtMs'>): boolean {
  return performance.now() - leasedAtMs > LEASE_MS;
}

/** The process that holds leases. `lost` receives the number of documents whose lease ran out during the work. */
export interface LeaseHolder {
  owner: string;
  lost: (documents: number) => void;
}

/**
 * Works on documents, and renews their leases until the work is done. Publishing can take longer
 * than a lease lasts if the bus hangs.
 */
export async function keepLeases<Result>(
  batch: readonly Draining[],
  holder: LeaseHolder,
  work: () => Promise<Result>,
): Promise<Result> {
  // Without renewal, another process would take over the documents and publish their events a
  // second time.
  const timer = setInterval(() => void renew(batch, holder).catch(() => {}), RENEW_EVERY_MS);
  timer.unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
    reportLost(batch, holder);
  }
}

function reportLost(batch: readonly Draining[], { lost }: LeaseHolder): void {
  const documents = batch.filter(hasLostLease).length;
  if (documents > 0) lost(documents);
}

async function renew(batch: readonly Draining[], holder: LeaseHolder): Promise<void> {
  const { owner } = holder;
  const askedMs = performance.now();
  // Report now, because the renewal hides that the lease had run out.
  reportLost(batch, holder);
  const byModel = new Map<Model<TenantDocument>, number[]>();
  for (const { model, id } of batch) byModel.set(model, [...(byModel.get(model) ?? []), id]);
  for (const [model, ids] of byModel) {
    const own = { _id: { $in: ids }, outbox_owner: owner, outbox_due_utc: { $exists: true } };
    await model.updateMany(own, leaseTo(owner), { updatePipeline: true });
  }
  for (const draining of batch) draining.leasedAtMs = askedMs;
}
