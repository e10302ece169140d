import { until } from '@keyhaven/testing/until';
import type { BookingUnderTest, TestAccount } from './booking-under-test';

/**
 * A link whose creation was interrupted: the process died after adding the link to both properties.
 * No stay has the keys of the link yet.
 */
export interface HalfMadeLink {
  /** Lets a sweep (a periodic background job) complete the creation of the link. Waits until the link is active. */
  finish(): Promise<void>;
}

export async function aHalfMadeLink(
  booking: BookingUnderTest,
  { userId, operator }: TestAccount,
  a: number,
  b: number,
): Promise<HalfMadeLink> {
  const links = booking.connection.collection<Record<string, unknown> & { _id: number }>('links');
  const now = new Date();
  const _id = 900_000_000 + a;
  const counts_from = now.toISOString().slice(0, 10);
  await links.insertOne({
    _id,
    user_id: userId,
    version: 1,
    revision: 1,
    created_utc: now,
    updated_utc: now,
    property_ids: [a, b],
    pair: `${Math.min(a, b)}~${Math.max(a, b)}`,
    counts_from,
    state: 'pending',
    outbox: [{ id: `left of ${_id}`, kind: 'job', seq: 1001, name: 'finish_link', args: {} }],
    outbox_due_utc: new Date(now.getTime() + 3_600_000),
  });
  await booking.connection
    .collection<{ _id: number; links: object[] }>('properties')
    .updateMany(
      { _id: { $in: [a, b] } },
      { $push: { links: { id: _id, property_ids: [a, b], counts_from } }, $inc: { revision: 1, links_revision: 1 } },
    );
  return {
    finish: async () => {
      await links.updateOne({ _id }, { $set: { outbox_due_utc: now } });
      await until(async () => (await operator.get(`/links?property_id=${a}`)).body.items[0]?.state === 'active');
    },
  };
}
