import { isDeepStrictEqual } from 'node:util';
import { services } from '@keyhaven/contracts/platform/services';
import type { Consumer } from '@keyhaven/events/event-bus';
import { type AccountScope, accountId } from '@keyhaven/persistence/account-scope';
import { consumeCopies } from '@keyhaven/persistence/copies/consume-copies';
import { z } from 'zod';
import type { BookingStore } from '../store/booking-store';
import { bookingEntity } from '../store/booking-entity';
import { keepContact } from '../contacts/keep-contact';
import { guests } from '../guests/guest-kind';
import { loadReferences } from '../store/references';

/** The maximum number of threads that a booking contains. */
const MAX_THREADS = 1000;

const threadRecord = z.object({ booking_id: z.number().nullable(), guest_id: z.number().nullable().default(null) });

/** Consumes message threads, and stores their ids in bookings. */
export function consumeThreads(store: BookingStore): Consumer[] {
  return consumeCopies({
    group: 'booking.threads',
    topic: services.messaging.topic,
    entityType: 'thread',
    copies: store.threads,
    read: ({ entity }) => threadRecord.parse(entity),
    applied: async ({ userId, before, after }) => {
      const bookingIds = new Set([...before, after].map((thread) => thread?.booking_id));
      const scope = { accountId: accountId(userId) };
      for (const id of bookingIds) if (id != null) await updateThreadIds(store, scope, id);
      // The guest may have been deleted before this event arrived.
      if (after?.guest_id != null) await keepContact(guests, store, scope, after.guest_id);
    },
  });
}

/**
 * Stores the ids of a booking's threads. Reads the threads again in each attempt to write, because
 * other threads may have arrived.
 */
async function updateThreadIds(store: BookingStore, scope: AccountScope, bookingId: number): Promise<void> {
  const filter = { 'booking.id': bookingId };
  // A thread may refer to a booking that this account does not have.
  if (!(await store.stays.findOne(scope, filter))) return;
  await store.stays.update(
    scope,
    filter,
    async (before) => {
      const threads = await store.threads.find(scope, { booking_id: bookingId }, { limit: MAX_THREADS });
      const thread_ids = threads.map(({ _id }) => _id);
      if (isDeepStrictEqual(thread_ids, before.booking.thread_ids)) return undefined;
      const references = await loadReferences(store, scope, [before.booking]);
      return { after: { ...before, booking: { ...before.booking, thread_ids } }, references };
    },
    bookingEntity,
  );
}
