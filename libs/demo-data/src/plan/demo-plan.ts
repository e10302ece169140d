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

/**
 * A request body without the fields for ids of other records. These ids are not known before the
 * records are created.
 */
type WithoutIds<Body> = {
  [Name in keyof Body as Name extends `${string}_id` | `${string}_ids` ? never : Name]: Body[Name];
};
/**
 * A record to create. `key` is the same in every run. Other planned records refer to the record by
 * this key.
 */
interface Planned<Schema extends z.ZodType> {
  key: string;
  body: WithoutIds<z.input<Schema>>;
}
/**
 * A record whose body comes from a data file. The compiler cannot check this body, so tests check
 * it against the contract.
 */
interface DataRecord {
  key: string;
  body: Record<string, unknown>;
}

export type PlannedGuest = Planned<typeof guestCreation>;

export interface PlannedProperty extends Planned<typeof propertyCreation> {
  /**
   * The key of the owner, which is also the key of the guest for the owner's own stays. Null for
   * properties that the company itself owns.
   */
  owner: string | null;
  /**
   * If this property is a room of a house, the key of the house. The house and its rooms are never
   * occupied on the same night.
   */
  partOf: string | null;
}

type BookingBody = Planned<typeof operatorBookingCreation>['body'];

/**
 * A charge of a booking. `madeBy` is the surcharge, discount or tax that it results from; null for
 * the rent.
 */
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

/**
 * A surcharge or discount, with the keys of the properties and listing sites to which it applies.
 * An empty list means all.
 */
export interface PlannedDefinition extends DataRecord {
  properties: string[];
  listingSites: string[];
}

export interface PlannedTax extends DataRecord {
  property: string;
  /** The keys of the listing sites that collect and remit the tax. */
  remittedBy: string[];
}

export interface PlannedQuote extends Planned<typeof quoteCreation> {
  property: string;
  guest: string | null;
  /**
   * What happens to the quote. In the order of the values: it stays open without a hold, stays open
   * with a hold on its nights, becomes a booking, loses its nights to a block, or expires.
   */
  fate: 'open' | 'held' | 'accepted' | 'preempted' | 'expired';
}

/** A thread about a booking, or a question from somebody without a booking. */
export interface PlannedThread {
  key: string;
  booking: string | null;
  guest: string | null;
  body: { channel: string | null };
}

/** A message. `isRemoved` means that it is removed after it was created. */
export type PlannedMessage = Planned<typeof operatorMessageCreation> & { thread: string; isRemoved: boolean };

export type PlannedSeason = Planned<typeof seasonCreation> & { property: string };
/** Prices and rules of single nights of a property. */
export interface PlannedSpotRates {
  key: string;
  property: string;
  body: WithoutIds<SpotRateInput>[];
}

/**
 * A payment. `isVoided` means that it was recorded by mistake, and is voided after it was created.
 */
export type PlannedPayment = Planned<typeof finance.paymentCreation> & { booking: string; isVoided: boolean };
export type PlannedRefund = Planned<typeof finance.refundCreation> & { booking: string; payment: string };
export type PlannedBookingFee = Planned<typeof finance.feeCreation> & { booking: string; payment: string };
/** A line of a deposit: a payment, refund or fee by its key, or an adjustment. */
export type PlannedLine =
  { type: 'payment' | 'refund' | 'fee'; record: string } | { type: 'adjustment'; amount: number; description: string };
export interface PlannedDeposit {
  key: string;
  body: Omit<z.input<typeof finance.depositCreation>, 'lines'>;
  lines: PlannedLine[];
}
export type PlannedOwnerEntry = Planned<typeof ownerEntryCreation> & { owner: string; property: string | null };

/** All payments, refunds, fees, payouts (deposits) and owner entries. */
export interface PlannedMoney {
  payments: PlannedPayment[];
  refunds: PlannedRefund[];
  bookingFees: PlannedBookingFee[];
  deposits: PlannedDeposit[];
  ownerEntries: PlannedOwnerEntry[];
  /** The last month whose owner statements are closed, yyyy-mm. */
  closedThrough: string;
}

/**
 * All records of the demo account as plain data. They contain no ids, and do not depend on the
 * clock.
 */
export interface DemoPlan {
  /** The day of the first start, yyyy-mm-dd. All dates are relative to it. */
  firstDay: string;
  listingSites: DataRecord[];
  guests: PlannedGuest[];
  owners: Planned<typeof ownerCreation>[];
  properties: PlannedProperty[];
  /** The key of each entry is the key of the property. */
  propertyPricing: Planned<typeof propertyPricingPatch>[];
  seasons: PlannedSeason[];
  /** `properties` has the keys of the properties to which the holiday applies. Null means all properties. */
  holidays: (Planned<typeof holidayCreation> & { properties: string[] | null })[];
  spotRates: PlannedSpotRates[];
  bookings: PlannedBooking[];
  surcharges: PlannedDefinition[];
  discounts: PlannedDefinition[];
  taxes: PlannedTax[];
  quotes: PlannedQuote[];
  threads: PlannedThread[];
  money: PlannedMoney;
  /**
   * The messages of all threads. Those of one thread are in the order in which they were written.
   */
  messages: PlannedMessage[];
}
