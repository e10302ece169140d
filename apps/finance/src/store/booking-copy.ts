import {
  bookingStatuses,
  bookingTypes,
  type BookingStatus,
  type BookingType,
} from '@keyhaven/contracts/booking/booking';
import { charge, type ContainedTax, containedTax } from '@keyhaven/contracts/booking/charge';
import { services } from '@keyhaven/contracts/platform/services';
import { RESYNC_END } from '@keyhaven/events/change-event';
import type { Consumer } from '@keyhaven/events/event-bus';
import { wrapConsumers } from '@keyhaven/events/wrap-consumers';
import { type AccountScope, accountId } from '@keyhaven/persistence/account-scope';
import { type CopyDocument, copySchema } from '@keyhaven/persistence/copies/copy-document';
import { CopyRepository } from '@keyhaven/persistence/copies/copy-repository';
import { consumeCopies } from '@keyhaven/persistence/copies/consume-copies';
import { type Connection, Schema } from 'mongoose';
import { z } from 'zod';

const BOOKING = 'booking';

/** The copy of a booking, for statements and the accounting feed. */
export interface BookingCopy extends CopyDocument {
  type: BookingType | 'other';
  status: BookingStatus | 'other';
  property_id: number;
  guest_id: number | null;
  owner_id: number | null;
  arrival: string;
  departure: string;
  /** The time of the cancellation, with milliseconds. Null if the booking is not canceled. */
  canceled_utc: string | null;
  currency_code: string | null;
  charges: CopiedCharge[];
  contained_taxes: ContainedTax[];
  total_paid: number;
  total_refunded: number;
  /** The amount that the guest still owes. Negative if the guest must be refunded. */
  total_owed: number;
  is_refund_due: boolean;
  /**
   * The amount that the operator retains after a cancellation. Null for the default: payments less
   * refunds at the time of the cancellation, or 0 for a booking that lapsed (was not paid in time).
   */
  retained_amount: number | null;
  /** Whether the booking was canceled automatically because it was not paid in time. */
  has_lapsed: boolean;
  owner_commission_percent: number | null;
  /** The names of ledger accounts by purpose, as of the creation of the booking. */
  accounting: Record<string, string> | null;
}

export function bookingCopies(connection: Connection): CopyRepository<BookingCopy> {
  const mixed = Schema.Types.Mixed;
  const schema = copySchema<BookingCopy>('booking_copies', {
    type: String,
    status: String,
    property_id: Number,
    guest_id: Number,
    owner_id: Number,
    arrival: String,
    departure: String,
    canceled_utc: String,
    currency_code: String,
    charges: [mixed],
    contained_taxes: [mixed],
    total_paid: Number,
    total_refunded: Number,
    total_owed: Number,
    is_refund_due: Boolean,
    retained_amount: Number,
    has_lapsed: Boolean,
    owner_commission_percent: Number,
    accounting: mixed,
  })
    // Serves statements: the bookings of an owner.
    .index({ user_id: 1, owner_id: 1, _id: 1 })
    // Serves the accounting feed: the bookings whose stays arrive in a month or overlap the month.
    .index({ user_id: 1, arrival: 1, departure: 1 })
    // Serves the accounting feed: the bookings that were canceled in a month.
    .index({ user_id: 1, canceled_utc: 1 })
    // Serves the list of refunds due, ordered by id.
    .index({ user_id: 1, is_refund_due: 1, _id: 1 }, { partialFilterExpression: { is_refund_due: true } });
  return new CopyRepository(connection.model<BookingCopy>('BookingCopy', schema));
}

/** Charges of unknown types are accepted. Their shares are computed from their amounts, as for all charges. */
const copiedCharge = charge.extend({ type: z.string() });
type CopiedCharge = z.infer<typeof copiedCharge>;

const bookingRecord = z.object({
  // Bookings of unknown types and statuses are in no statement.
  type: z.enum(bookingTypes).or(z.string().transform(() => 'other' as const)),
  status: z.enum(bookingStatuses).or(z.string().transform(() => 'other' as const)),
  property_id: z.int(),
  guest_id: z.int().nullable(),
  owner_id: z.int().nullable(),
  arrival: z.string(),
  departure: z.string(),
  currency_code: z.string().nullable(),
  charges: z.array(copiedCharge),
  total_paid: z.number(),
  total_refunded: z.number(),
  total_owed: z.number(),
});
const privateRecord = z.object({
  canceled_utc: z.string().nullable(),
  contained_taxes: z.array(containedTax),
  retained_amount: z.number().nullable(),
  has_lapsed: z.boolean(),
  owner_commission_percent: z.number().nullable(),
  accounting: z.record(z.string(), z.string()).nullable(),
});

/**
 * @param applied a function that runs after each event of a booking. The function may run several
 *   times for one event, so it must be safe to repeat.
 */
export function consumeBookings(
  copies: CopyRepository<BookingCopy>,
  applied: (scope: AccountScope, bookingId: number) => Promise<void>,
): Consumer[] {
  const consumers = consumeCopies({
    group: 'finance.bookings',
    topic: services.booking.topic,
    entityType: BOOKING,
    copies,
    read: ({ entity, private: hidden }) => {
      const booking = bookingRecord.parse(entity);
      const hasSums = booking.status !== 'other' && booking.currency_code !== null;
      return { ...booking, ...privateRecord.parse(hidden), is_refund_due: hasSums && booking.total_owed < 0 };
    },
  });
  return wrapConsumers(consumers, async (event, next) => {
    // If the process crashes between these calls, the event is consumed and applied again.
    await next();
    if (event.entity_type !== BOOKING || event.action === RESYNC_END) return;
    await applied({ accountId: accountId(event.user_id) }, event.entity_id);
  });
}
