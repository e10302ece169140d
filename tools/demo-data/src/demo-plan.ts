import type { operatorBookingCreation } from '@keyhaven/contracts/booking/booking-input';
import type { quoteCreation } from '@keyhaven/contracts/booking/quote-input';
import type { guestCreation } from '@keyhaven/contracts/booking/guest';
import type { listingSiteCreation } from '@keyhaven/contracts/booking/listing-site';
import type { propertyCreation } from '@keyhaven/contracts/booking/property';
import type { discountCreation, surchargeCreation } from '@keyhaven/contracts/fees/definition-input';
import type { taxCreation } from '@keyhaven/contracts/fees/tax';
import type { operatorMessageCreation, threadCreation } from '@keyhaven/contracts/messaging/message';
import type { holidayCreation } from '@keyhaven/contracts/pricing/holiday';
import type { propertyPricingPatch } from '@keyhaven/contracts/pricing/property-pricing';
import type { seasonCreation } from '@keyhaven/contracts/pricing/season';
import type { SpotRateInput } from '@keyhaven/contracts/pricing/spot-rate';
import type { z } from 'zod';
import type { PlannedMoney } from './finance/planned-money';

/** A record to be made: a key that never changes, and what is sent of it. Other records refer to it by its key. */
export interface PlannedRecord<Body> {
  key: string;
  body: Body;
}

export type PlannedListingSite = PlannedRecord<z.input<typeof listingSiteCreation>>;
export type PlannedGuest = PlannedRecord<z.input<typeof guestCreation>>;

export interface PlannedProperty extends PlannedRecord<Omit<z.input<typeof propertyCreation>, 'owner_id'>> {
  /** The key of the guest record that is its owner's contact; null when the account's own. */
  owner: string | null;
  /** The key of the house that this is a room of. Nobody is in the house while someone else is in one of its rooms. */
  partOf: string | null;
}

type BookingBody = z.input<typeof operatorBookingCreation>;
type ChargeBody = NonNullable<BookingBody['charges']>[number];

/** A line of what a stay costs, and the definition that it was made by; null for the rent. */
export interface PlannedCharge extends Omit<ChargeBody, 'surcharge_id' | 'discount_id' | 'tax_id'> {
  madeBy: { kind: 'surcharge' | 'discount' | 'tax'; key: string } | null;
}

export interface PlannedBooking extends PlannedRecord<
  Omit<BookingBody, 'property_id' | 'guest_id' | 'listing_site_id' | 'charges'>
> {
  property: string;
  guest: string | null;
  listingSite: string | null;
  /** Empty for blocks and for the own stays of owners. */
  charges: PlannedCharge[];
}

/** What a surcharge or a discount is for; an empty list stands for all. */
export interface PlannedScope {
  properties: string[];
  listingSites: string[];
}
type Scope = 'property_ids' | 'listing_site_ids';
export type PlannedSurcharge = PlannedRecord<Omit<z.input<typeof surchargeCreation>, Scope>> & PlannedScope;
export type PlannedDiscount = PlannedRecord<Omit<z.input<typeof discountCreation>, Scope>> & PlannedScope;

export interface PlannedTax extends PlannedRecord<
  Omit<z.input<typeof taxCreation>, 'property_id' | 'remitted_by_listing_site_ids'>
> {
  property: string;
  /** The listing sites that collect and remit it. */
  remittedBy: string[];
}

export interface PlannedQuote extends PlannedRecord<Omit<z.input<typeof quoteCreation>, 'property_id' | 'guest_id'>> {
  property: string;
  guest: string | null;
  /** What becomes of it: it stays, becomes a booking, loses its nights to a block, or runs out at once. */
  fate: 'open' | 'held' | 'accepted' | 'preempted' | 'expired';
}

/** A thread: of a booking, or of somebody who only asks. */
export interface PlannedThread extends PlannedRecord<Pick<z.input<typeof threadCreation>, 'channel'>> {
  booking: string | null;
  guest: string | null;
}

export interface PlannedMessage extends PlannedRecord<Omit<z.input<typeof operatorMessageCreation>, 'thread_id'>> {
  thread: string;
  /** Whether it is removed again, once it is there. */
  isRemoved: boolean;
}

/** Its key is that of the property. */
export type PlannedPropertyPricing = PlannedRecord<z.input<typeof propertyPricingPatch>>;

export interface PlannedSeason extends PlannedRecord<Omit<z.input<typeof seasonCreation>, 'property_ids'>> {
  property: string;
}

export interface PlannedHoliday extends PlannedRecord<Omit<z.input<typeof holidayCreation>, 'property_ids'>> {
  /** Null: all properties. */
  properties: string[] | null;
}

/** Prices and rules of single nights of a property. */
export interface PlannedSpotRates extends PlannedRecord<Omit<SpotRateInput, 'property_id'>[]> {
  property: string;
}

/**
 * Everything that the demo account is made of, in plain data: nothing in it depends on a clock or on ids.
 * A service that comes later adds a field of its own, planned in a folder of its own.
 */
export interface DemoPlan {
  /** The day of the first start, yyyy-mm-dd. All dates hang on it. */
  firstDay: string;
  listingSites: PlannedListingSite[];
  guests: PlannedGuest[];
  properties: PlannedProperty[];
  propertyPricing: PlannedPropertyPricing[];
  seasons: PlannedSeason[];
  holidays: PlannedHoliday[];
  spotRates: PlannedSpotRates[];
  bookings: PlannedBooking[];
  surcharges: PlannedSurcharge[];
  discounts: PlannedDiscount[];
  taxes: PlannedTax[];
  quotes: PlannedQuote[];
  threads: PlannedThread[];
  money: PlannedMoney;
  /** In the order in which they were written. */
  messages: PlannedMessage[];
}
