import type { operatorBookingCreation } from '@keyhaven/contracts/booking/booking-input';
import type { guestCreation } from '@keyhaven/contracts/booking/guest';
import type { ownerCreation } from '@keyhaven/contracts/booking/owner';
import type { propertyCreation } from '@keyhaven/contracts/booking/property-input';
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

/** A record to create. Its key never changes, and other records refer to it by this key. */
export interface PlannedRecord<Body> {
  key: string;
  body: Body;
}
/** A request body without the ids of other records, which are known only while loading. */
type BodyOf<Schema extends z.ZodType, Ids extends string = never> = Omit<z.input<Schema>, Ids>;
/** A body from a data file. Tests check it against its contract. */
type DataRecord = PlannedRecord<Record<string, unknown>>;

export type PlannedGuest = PlannedRecord<z.input<typeof guestCreation>>;
export type PlannedOwner = PlannedRecord<z.input<typeof ownerCreation>>;

export interface PlannedProperty extends PlannedRecord<BodyOf<typeof propertyCreation, 'owner_id'>> {
  /** The key of the owner, and of the guest record for the owner's own stays. Null for the account's own properties. */
  owner: string | null;
  /** The key of the house that this is a room of. A house and its rooms are never occupied on the same night. */
  partOf: string | null;
}

type BookingBody = z.input<typeof operatorBookingCreation>;

/** A charge of a stay, and the definition that produced it. The rent has no definition, so it is null there. */
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
  /** The charges of the booking. Empty for blocks and for owners' own stays. */
  charges: PlannedCharge[];
}

/** A surcharge or a discount, and what it applies to. An empty list means all. */
export interface PlannedDefinition extends DataRecord {
  properties: string[];
  listingSites: string[];
}

export interface PlannedTax extends DataRecord {
  property: string;
  /** The listing sites that collect and remit the tax. */
  remittedBy: string[];
}

export interface PlannedQuote extends PlannedRecord<BodyOf<typeof quoteCreation, 'property_id' | 'guest_id'>> {
  property: string;
  guest: string | null;
  /**
   * What happens to the quote: it stays open, holds its nights, becomes a booking, loses its nights to a block, or
   * expires.
   */
  fate: 'open' | 'held' | 'accepted' | 'preempted' | 'expired';
}

/** A thread about a booking, or a question from a person who has no booking. */
export interface PlannedThread extends PlannedRecord<{ channel: string | null }> {
  booking: string | null;
  guest: string | null;
}

export interface PlannedMessage extends PlannedRecord<BodyOf<typeof operatorMessageCreation, 'thread_id'>> {
  thread: string;
  /** Whether the message is removed after it was created. */
  isRemoved: boolean;
}

/** The key is the property's. */
export type PlannedPropertyPricing = PlannedRecord<z.input<typeof propertyPricingPatch>>;
export type PlannedSeason = PlannedRecord<BodyOf<typeof seasonCreation, 'property_ids'>> & { property: string };
/** `properties` is null if the holiday applies to all. */
export type PlannedHoliday = PlannedRecord<BodyOf<typeof holidayCreation, 'property_ids'>> & {
  properties: string[] | null;
};
/** Prices and rules of single nights of a property. */
export type PlannedSpotRates = PlannedRecord<Omit<SpotRateInput, 'property_id'>[]> & { property: string };

/** A payment. It is voided if it was recorded by mistake. */
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
  /** The last month, yyyy-mm, for which the owners' statements are closed. */
  closedThrough: string;
}

/** All records of the demo account as plain data. They do not depend on a clock or on ids. */
export interface DemoPlan {
  /** The day of the first start, yyyy-mm-dd. All dates are relative to it. */
  firstDay: string;
  listingSites: DataRecord[];
  guests: PlannedGuest[];
  owners: PlannedOwner[];
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
  /** The messages of all threads, in the order in which they were written. */
  messages: PlannedMessage[];
}
