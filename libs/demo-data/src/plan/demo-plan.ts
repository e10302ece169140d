import type { operatorBookingCreation } from '@keyhaven/contracts/booking/booking-input';
import type { guestCreation } from '@keyhaven/contracts/booking/guest';
import type { ownerCreation } from '@keyhaven/contracts/booking/owner';
import type { propertyCreation } from '@keyhaven/contracts/booking/property-input';
import type { quoteCreation } from '@keyhaven/contracts/booking/quote-input';
import type * as finance from '@keyhaven/contracts/finance/record-input';
import type { ownerEntryCreation } from '@keyhaven/contracts/finance/statement';
import type { operatorMessageCreation } from '@keyhaven/contracts/messaging/message';
import type { holidayCreation } from '@keyhaven/contracts/pricing/holiday';
import type { propertyPricingPatch } from '@keyhaven/contracts/pricing/property-pricing';
import type { seasonCreation } from '@keyhaven/contracts/pricing/season';
import type { SpotRateInput } from '@keyhaven/contracts/pricing/spot-rate';
import type { z } from 'zod';

/** A body of a contract without the ids of other records, which are known only while loading. */
type WithoutIds<Body> = {
  [Name in keyof Body as Name extends `${string}_id` | `${string}_ids` ? never : Name]: Body[Name];
};
/** A record to create. Its key never changes, and other records refer to it by this key. */
interface Planned<Schema extends z.ZodType> {
  key: string;
  body: WithoutIds<z.input<Schema>>;
}
/** A record whose body comes from a data file. Tests check it against its contract. */
interface DataRecord {
  key: string;
  body: Record<string, unknown>;
}

export type PlannedGuest = Planned<typeof guestCreation>;

export interface PlannedProperty extends Planned<typeof propertyCreation> {
  /** The key of the owner, and of the guest record for the owner's own stays. Null for the account's own properties. */
  owner: string | null;
  /** The key of the house that this is a room of. A house and its rooms are never occupied on the same night. */
  partOf: string | null;
}

type BookingBody = Planned<typeof operatorBookingCreation>['body'];

/** A charge of a stay, and the definition that produced it. The rent has no definition, so it is null there. */
export interface PlannedCharge extends WithoutIds<NonNullable<BookingBody['charges']>[number]> {
  madeBy: { kind: 'surcharge' | 'discount' | 'tax'; key: string } | null;
}

export interface PlannedBooking {
  key: string;
  property: string;
  guest: string | null;
  listingSite: string | null;
  body: Omit<BookingBody, 'charges'>;
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

export interface PlannedQuote extends Planned<typeof quoteCreation> {
  property: string;
  guest: string | null;
  /**
   * What happens to the quote: it stays open, holds its nights, becomes a booking, loses its nights to a block, or
   * expires.
   */
  fate: 'open' | 'held' | 'accepted' | 'preempted' | 'expired';
}

/** A thread about a booking, or a question from a person who has no booking. */
export interface PlannedThread {
  key: string;
  booking: string | null;
  guest: string | null;
  body: { channel: string | null };
}

/** A message. Some are removed after they were created. */
export type PlannedMessage = Planned<typeof operatorMessageCreation> & { thread: string; isRemoved: boolean };

export type PlannedSeason = Planned<typeof seasonCreation> & { property: string };
/** Prices and rules of single nights of a property. */
export interface PlannedSpotRates {
  key: string;
  property: string;
  body: WithoutIds<SpotRateInput>[];
}

/** A payment. It is voided if it was recorded by mistake. */
export type PlannedPayment = Planned<typeof finance.paymentCreation> & { booking: string; isVoided: boolean };
export type PlannedRefund = Planned<typeof finance.refundCreation> & { booking: string; payment: string };
export type PlannedBookingFee = Planned<typeof finance.feeCreation> & { booking: string; payment: string };
/** A line of a deposit: a record by its key, or an adjustment. */
export type PlannedLine =
  { type: 'payment' | 'refund' | 'fee'; record: string } | { type: 'adjustment'; amount: number; description: string };
export interface PlannedDeposit {
  key: string;
  body: Omit<z.input<typeof finance.depositCreation>, 'lines'>;
  lines: PlannedLine[];
}
export type PlannedOwnerEntry = Planned<typeof ownerEntryCreation> & { owner: string; property: string | null };

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
  owners: Planned<typeof ownerCreation>[];
  properties: PlannedProperty[];
  /** The key is the property's. */
  propertyPricing: Planned<typeof propertyPricingPatch>[];
  seasons: PlannedSeason[];
  /** `properties` is null if the holiday applies to all. */
  holidays: (Planned<typeof holidayCreation> & { properties: string[] | null })[];
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
