import type { Model } from 'mongoose';
import type { TenantDocument } from '../tenant-document';
import type { Draining } from './draining';
import type { OutboxEntry } from '../outbox-entry';
import { deleteSpilled, SPILL_PAGE } from './spill';

interface Finished {
  draining: Draining;
  /** The ids of the finished entries. */
  done: string[];
  /** The entries that this pass read from the spill collection. */
  spilled?: OutboxEntry[];
}

/**
 * Removes finished entries, with one bulk write for each collection. Removes the lease and the due
 * time of a document only if no entry is left. The database checks this, because another process
 * may have appended an entry in the meantime.
 */
export async function finishEntries(finished: Finished[]): Promise<void> {
  const byModel = new Map<Model<TenantDocument>, Finished[]>();
  for (const item of finished) {
    if (item.done.length === 0 && !item.spilled) continue;
    const list = byModel.get(item.draining.model);
    if (list) list.push(item);
    else byModel.set(item.draining.model, [item]);
  }
  for (const [model, items] of byModel) {
    for (const { draining, done, spilled = [] } of items) {
      const spilledDone = spilled.map(({ id }) => id).filter((id) => done.includes(id));
      await deleteSpilled(model, draining.userId, spilledDone);
    }
    const operations = items.map((item) => {
      const filter: Record<string, unknown> = { _id: item.draining.id, user_id: item.draining.userId };
      return { updateOne: { filter, update: removal(item.done, lastDrained(item)) } };
    });
    await model.collection.bulkWrite(operations, { ordered: false });
  }
}

/**
 * Returns the highest `seq` up to which no spilled entry is left, or -1 if no spilled entries were
 * read. The result is never higher than `spilledUpTo`. Entries that are spilled after the document
 * was read have a higher `seq`, so they are kept.
 */
function lastDrained({ draining, done, spilled }: Finished): number {
  if (!spilled || draining.spilledUpTo === undefined) return -1;
  const open = spilled.find((entry) => !done.includes(entry.id));
  if (open) return open.seq - 1;
  return spilled.length < SPILL_PAGE ? draining.spilledUpTo : spilled[spilled.length - 1]!.seq;
}

function removal(done: string[], drainedUpTo: number): object[] {
  const isEmpty = { $eq: [{ $size: '$outbox' }, 0] };
  const isIdle = { $and: [isEmpty, { $eq: [{ $type: '$outbox_spilled' }, 'missing'] }] };
  const unless = (condition: object, field: string) => ({ $cond: [condition, '$$REMOVE', `$${field}`] });
  return [
    {
      $set: {
        outbox: { $filter: { input: { $ifNull: ['$outbox', []] }, cond: { $not: [{ $in: ['$$this.id', done] }] } } },
        outbox_spilled: unless({ $lte: [{ $ifNull: ['$outbox_spilled', 0] }, drainedUpTo] }, 'outbox_spilled'),
      },
    },
    {
      $set: {
        outbox_due_utc: unless(isIdle, 'outbox_due_utc'),
        outbox_owner: unless(isIdle, 'outbox_owner'),
        outbox_bytes: unless(isEmpty, 'outbox_bytes'),
        outbox: unless(isEmpty, 'outbox'),
      },
    },
  ];
}
