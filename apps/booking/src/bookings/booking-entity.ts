import type { Entity } from '@keyhaven/persistence/entity';
import { BOOKING_TOPIC } from '../topic';
import { bookingCategories } from './domain/categories';
import { type BookingRecord, presentBooking } from './present-booking';
import type { BookingReferences } from './references';
import type { StayDocument } from './stay.model';

/** The booking that a stay carries, and how its changes are told. */
export const bookingEntity: Entity<StayDocument, BookingReferences> = {
  type: 'booking',
  topic: BOOKING_TOPIC,
  part: 'booking',
  isIn: (body) => body.booking !== undefined,
  present: (body, references) => presentBooking(body.booking, references),
  presentPrivate: ({ booking }) => ({
    channel: booking.channel?.name ?? null,
    owner_commission_percent: booking.owner_commission_percent,
    accounting: booking.accounting,
    retained_amount: booking.retained_amount,
  }),
  withheld: ({ booking }) => booking.door_codes,
  categories: (after, before) =>
    bookingCategories(after.record as unknown as BookingRecord, before?.record as unknown as BookingRecord | undefined),
  stampedWhenCreated: ({ booking }) => [
    ...(booking.booked_utc === undefined ? ['booked_utc'] : []),
    ...(booking.status === 'canceled' && booking.canceled_utc === undefined ? ['canceled_utc'] : []),
  ],
  stampedWhenChanged: (_before, after) =>
    after.booking.status === 'canceled' && after.booking.canceled_utc === null ? ['canceled_utc'] : [],
};
