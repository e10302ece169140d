import {
  bookingStatuses,
  bookingTypes,
  type BookingStatus,
  type BookingType,
} from '@keyhaven/contracts/booking/booking';
import { charge, type ContainedTax, containedTax } from '@keyhaven/contracts/booking/charge';
import type { Consumer } from '@keyhaven/events/event-bus';
import { type CopyDocument, copySchema } from '@keyhaven/persistence/copies/copy-document';
import { CopyRepository } from '@keyhaven/persistence/copies/copy-repository';
import { followCopies } from '@keyhaven/persistence/copies/follow-copies';
import { type Connection, Schema } from 'mongoose';
import { z } from 'zod';

/** What finance keeps of a booking: what statements and the accounting feed are made of. */
export interface BookingCopy extends CopyDocument {
  type: BookingType | 'other';
  status: BookingStatus | 'other';
  property_id: number;
  guest_id: number | null;
  owner_id: number | null;
  arrival: string;
  departure: string;
  canceled_utc: string | null;
  currency_code: string | null;
  charges: CopiedCharge[];
  /** Absent on copies of events that did not tell them yet. */
  contained_taxes?: ContainedTax[];
  /** What the operator keeps of a canceled booking; null: what was paid less what was refunded. */
  retained_amount: number | null;
  owner_commission_percent: number | null;
  /** Names of ledger accounts, by what they are for, as they were when the booking was made. */
  accounting: Record<string, string> | null;
}

export function bookingCopies(connection: Connection): CopyRepository<BookingCopy> {
  const mixed = Schema.Types.Mixed;
  const schema = copySchema('booking_copies', {
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
    retained_amount: Number,
    owner_commission_percent: Number,
    accounting: mixed,
  })
    // The bookings of an owner: statements.
    .index({ user_id: 1, owner_id: 1, _id: 1 })
    // The bookings that arrive in a month: the accounting feed.
    .index({ user_id: 1, arrival: 1 })
    // The bookings that were canceled in a month: the accounting feed.
    .index({ user_id: 1, canceled_utc: 1 });
  return new CopyRepository(connection.model<BookingCopy>('BookingCopy', schema as unknown as Schema<BookingCopy>));
}

/** A type that this version does not know is counted as what it says of its shares. */
const copiedCharge = charge.extend({ type: z.string() });
type CopiedCharge = z.infer<typeof copiedCharge>;

const bookingRecord = z.object({
  // A word that this version does not know stands for nothing that counts.
  type: z.enum(bookingTypes).or(z.string().transform(() => 'other' as const)),
  status: z.enum(bookingStatuses).or(z.string().transform(() => 'other' as const)),
  property_id: z.int(),
  guest_id: z.int().nullable(),
  owner_id: z.int().nullable(),
  arrival: z.string(),
  departure: z.string(),
  canceled_utc: z.string().nullable(),
  currency_code: z.string().nullable(),
  charges: z.array(copiedCharge),
});
const privateRecord = z.object({
  contained_taxes: z.array(containedTax).default([]),
  retained_amount: z.number().nullable().default(null),
  owner_commission_percent: z.number().nullable().default(null),
  accounting: z.record(z.string(), z.string()).nullable().default(null),
});

export function followBookings(copies: CopyRepository<BookingCopy>): Consumer[] {
  return followCopies({
    group: 'finance.bookings',
    topic: 'keyhaven.booking',
    entityType: 'booking',
    copies,
    read: ({ entity, private: hidden }) => ({ ...bookingRecord.parse(entity), ...privateRecord.parse(hidden) }),
  });
}
