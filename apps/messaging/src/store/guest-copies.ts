import { services } from '@keyhaven/contracts/platform/services';
import type { Consumer } from '@keyhaven/events/event-bus';
import { type CopyDocument, copySchema } from '@keyhaven/persistence/copies/copy-document';
import { CopyRepository } from '@keyhaven/persistence/copies/copy-repository';
import { consumeCopies } from '@keyhaven/persistence/copies/consume-copies';
import type { Connection } from 'mongoose';
import { z } from 'zod';

/** The copy of a guest, from the booking service's events. */
export interface GuestCopy extends CopyDocument {
  first_name: string;
  last_name: string;
}

/**
 * The copy of a booking, from the booking service's events. Used to find the guest of a thread that refers only to a
 * booking.
 */
export interface BookingCopy extends CopyDocument {
  guest_id: number | null;
}

export function guestCopies(connection: Connection): CopyRepository<GuestCopy> {
  const schema = copySchema<GuestCopy>('guest_copies', { first_name: String, last_name: String });
  return new CopyRepository(connection.model<GuestCopy>('GuestCopy', schema));
}

export function bookingCopies(connection: Connection): CopyRepository<BookingCopy> {
  const schema = copySchema<BookingCopy>('booking_copies', { guest_id: Number });
  return new CopyRepository(connection.model<BookingCopy>('BookingCopy', schema));
}

const guestRecord = z.object({ first_name: z.string(), last_name: z.string() });
const bookingRecord = z.object({ guest_id: z.number().nullable() });

/** Copies guests and bookings, because lists of messages contain the guest. */
export function consumeGuests(guests: CopyRepository<GuestCopy>, bookings: CopyRepository<BookingCopy>): Consumer[] {
  return [
    ...consumeCopies({
      group: 'messaging.guests',
      topic: services.booking.topic,
      entityType: 'guest',
      copies: guests,
      read: ({ entity }) => guestRecord.parse(entity),
    }),
    ...consumeCopies({
      group: 'messaging.bookings',
      topic: services.booking.topic,
      entityType: 'booking',
      copies: bookings,
      read: ({ entity }) => bookingRecord.parse(entity),
    }),
  ];
}
