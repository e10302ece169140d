import type { operatorBookingCreation } from '@keyhaven/contracts/booking/booking-input';
import type { guestCreation } from '@keyhaven/contracts/booking/guest';
import type { propertyCreation } from '@keyhaven/contracts/booking/property';
import type { quoteCreation } from '@keyhaven/contracts/booking/quote-input';

import type {
  depositCreation,
  feeCreation,
  paymentCreation,
  refundCreation,
} from '@keyhaven/contracts/finance/record-input';
import type { ownerEntryCreation } from '@keyhaven/contracts/finance/statement';
import type { operatorMessageCreation } from '@keyhaven/contracts/messaging/message';
import type { holidayCreation } from '@keyhaven/contracts/pricing/holiday';
import type { propertyPricingPatch } from '@keyhaven/contracts/pricing/property-pricing';
import type { seasonCreation } from '@keyhaven/contracts/pricing/season';
import type { SpotRateInput } from '@keyhaven/contracts/pricing/spot-rate';
import type { z } from 'zod';

/** A record to create: a key that never changes, and the request's body. Other records refer to it by its key. */
export interface PlannedRecord<Body> {
  key: string;
  body: Body;
}
/** A body of a request without the ids of other records, which only loading knows. */
type BodyOf<Schema extends z.ZodType, Ids extends string = never> = Omit<z.input<Schema>, Ids>;
/** A body from a data file; the tests check it against its contract. */
type DataRecord = PlannedRecord<Record<string, unknown>>;

export type PlannedGuest = PlannedRecord<z.input<typeof guestCreation>>;

export interface PlannedProperty extends PlannedRecord<BodyOf<typeof propertyCreation, 'owner_id'>> {
  /** The key of the guest record that is the owner's contact; null for the account's own properties. */
  owner: string | null;
  /** The key of the house that this is a room of. The house and its rooms are never occupied on the same night. */
  partOf: string | null;
}

type BookingBody = z.input<typeof operatorBookingCreation>;

/** A line of what a stay costs, and the definition that made it; null for the rent. */
export interface PlannedCharge extends Omit<
  NonNullable<BookingBody['charges']>[number],
  'surcharge_id' | 'discount_id' | 'tax_id'
> {
  madeBy: { kind: 'surcharge' | 'discount' | 'tax'; key: string } | null;
}

export interface PlannedBooking extends PlannedRecord<
  Omit<BookingBody, 'property_id' | 'guest_id' | 'listing_site_id' | 'charges'>
> {
  property: string;
  guest: string | null;
  listingSite: string | null;
  /** Empty for blocks and for owners' own stays. */
  charges: PlannedCharge[];
}

/** A surcharge or a discount, and what it applies to; an empty list stands for all. */
export interface PlannedDefinition extends DataRecord {
  properties: string[];
  listingSites: string[];
}

export interface PlannedTax extends DataRecord {
  property: string;
  /** The listing sites that collect and remit it. */
  remittedBy: string[];
}

export interface PlannedQuote extends PlannedRecord<BodyOf<typeof quoteCreation, 'property_id' | 'guest_id'>> {
  property: string;
  guest: string | null;
  /** What happens to it: it stays open, holds its nights, becomes a booking, loses its nights to a block, or expires. */
  fate: 'open' | 'held' | 'accepted' | 'preempted' | 'expired';
}

/** A thread of a booking, or of a person who only asks. */
export interface PlannedThread extends PlannedRecord<{ channel: string | null }> {
  booking: string | null;
  guest: string | null;
}

export interface PlannedMessage extends PlannedRecord<BodyOf<typeof operatorMessageCreation, 'thread_id'>> {
  thread: string;
  /** Whether it is removed after it was created. */
  isRemoved: boolean;
}

/** Its key is that of the property. */
export type PlannedPropertyPricing = PlannedRecord<z.input<typeof propertyPricingPatch>>;
export type PlannedSeason = PlannedRecord<BodyOf<typeof seasonCreation, 'property_ids'>> & { property: string };
/** Its properties are null when it applies to all. */
export type PlannedHoliday = PlannedRecord<BodyOf<typeof holidayCreation, 'property_ids'>> & {
  properties: string[] | null;
};
/** Prices and rules of single nights of a property. */
export type PlannedSpotRates = PlannedRecord<Omit<SpotRateInput, 'property_id'>[]> & { property: string };

/** A payment is voided again when it was entered by mistake. */
export type PlannedPayment = PlannedRecord<BodyOf<typeof paymentCreation, 'booking_id'>> & {
  booking: string;
  isVoided: boolean;
};
interface OfPayment {
  booking: string;
  payment: string;
}
export type PlannedRefund = PlannedRecord<BodyOf<typeof refundCreation, 'booking_id' | 'payment_id'>> & OfPayment;
export type PlannedBookingFee = PlannedRecord<BodyOf<typeof feeCreation, 'booking_id' | 'payment_id'>> & OfPayment;
/** A line of a deposit: a record by its key, or an adjustment. */
export type PlannedLine =
  { type: 'payment' | 'refund' | 'fee'; record: string } | { type: 'adjustment'; amount: number; description: string };
export type PlannedDeposit = PlannedRecord<BodyOf<typeof depositCreation, 'lines'>> & { lines: PlannedLine[] };
export type PlannedOwnerEntry = PlannedRecord<
  BodyOf<typeof ownerEntryCreation, 'owner_id' | 'property_id' | 'booking_id'>
> & { owner: string; property: string | null };

/** What was paid, refunded, charged as fees and paid out. */
export interface PlannedMoney {
  payments: PlannedPayment[];
  refunds: PlannedRefund[];
  bookingFees: PlannedBookingFee[];
  deposits: PlannedDeposit[];
  ownerEntries: PlannedOwnerEntry[];
  /** The month, yyyy-mm, up to which the owners' statements are closed. */
  closedThrough: string;
}

/** All records of the demo account as plain data. Nothing in it depends on a clock or on ids. */
export interface DemoPlan {
  /** The day of the first start, yyyy-mm-dd. All dates are relative to it. */
  firstDay: string;
  listingSites: DataRecord[];
  guests: PlannedGuest[];
  properties: PlannedProperty[];
  propertyPricing: PlannedPropertyPricing[];
  seasons: PlannedSeason[];
  holidays: PlannedHoliday[];
  spotRates: PlannedSpotRates[];
  bookings: PlannedBooking[];
  surcharges: PlannedDefinition[];
  discounts: PlannedDefinition[];
  taxes: PlannedTax[];
  quotes: PlannedQuote[];
  threads: PlannedThread[];
  money: PlannedMoney;
  /** In the order in which they were written. */
  messages: PlannedMessage[];
}
