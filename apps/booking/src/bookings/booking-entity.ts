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
  categories: (after, before) =>
    bookingCategories(after.record as unknown as BookingRecord, before?.record as unknown as BookingRecord | undefined),
  stampedWhenCreated: ({ booking }) => [
    ...(booking.booked_utc === undefined ? ['booked_utc'] : []),
    ...(booking.status === 'canceled' ? ['canceled_utc'] : []),
  ],
  stampedWhenChanged: (before, after) =>
    before.booking.status !== 'canceled' && after.booking.status === 'canceled' ? ['canceled_utc'] : [],
};
