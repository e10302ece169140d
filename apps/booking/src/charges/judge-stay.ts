import type { PricedStay } from '@keyhaven/contracts/pricing/internal-contract';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { describeNights, nightCount, type Stay } from '@keyhaven/stays/nights';
import type { BookingStore } from '../store/booking-store';
import { adultsFaults, occupancyFaults, type Occupancy, type Party } from './domain/occupancy';

export interface StayToJudge extends Stay, Party {
  property_id: number;
}

export type PricedNights = Extract<PricedStay, { outcome: 'priced' }>;

export interface StayRequest {
  judge: Judge;
  ignoresRules: boolean;
  /** The id of the booking that the request changes. Its current nights count as free. */
  ownBookingId?: number;
}

/** Which rules are enforced: all of them for a quote, only BOOKING_RULES for a booking. */
export type Judge = 'quote' | 'booking';

/** The rules that generate_charges enforces for bookings, in addition to occupancy. */
const BOOKING_RULES = new Set(['min_nights', 'max_nights']);
/**
 * Rules that the booking service checks itself. If pricing reports that a stay breaks one of these rules, the report is
 * ignored.
 */
const OWN_RULES = new Set(['inactive', 'snoozed', 'occupancy']);

/**
 * Checks the number of guests, and gets the stay's prices and rules from pricing. @throws ApiError
 * bad_request, unavailable.
 */
export async function priceStay(
  store: BookingStore,
  scope: AccountScope,
  stay: StayToJudge,
  property: Occupancy,
  { ignoresRules, ownBookingId }: Omit<StayRequest, 'judge'>,
): Promise<PricedNights> {
  assertRoom(stay, property, ignoresRules);
  const { property_id, arrival, departure } = stay;
  const priced = await store.peers.priceStay({
    user_id: scope.accountId,
    property_id,
    arrival,
    departure,
    ...(ownBookingId === undefined ? {} : { ignoring_booking_id: ownBookingId }),
  });
  return assertPriced(priced, property_id);
}

/** @throws ApiError unavailable when pricing has not received the property yet. */
export function assertPriced(priced: PricedStay | undefined, propertyId: number): PricedNights {
  if (priced?.outcome === 'priced') return priced;
  throw new ApiError(
    'unavailable',
    `property ${propertyId} is not known to the pricing service yet; try again in 1 second`,
    {
      'Retry-After': '1',
    },
  );
}

/** @throws ApiError bad_request when a party has no adult or exceeds the property's limits. */
export function assertRoom(party: Party, property: Occupancy, ignoresRules: boolean): void {
  const faults = [...adultsFaults(party), ...(ignoresRules ? [] : occupancyFaults(party, property))];
  if (faults.length > 0) throw new ApiError('bad_request', faults);
}

/**
 * Checks the prices and rules of a stay.
 * @returns the messages of the rules that the stay breaks, if the request ignores rules.
 * @throws ApiError bad_request that names each night without a price and, unless the request ignores rules, each broken
 *   rule.
 */
export function judgeStay(
  stay: StayToJudge,
  priced: PricedNights,
  property: Occupancy,
  { judge, ignoresRules, needsPrices }: StayRequest & { needsPrices: boolean },
): string[] {
  const faults: string[] = [];
  if (needsPrices && priced.unpriced_nights.length > 0) {
    faults.push(
      `arrival: the nights ${describeNights(priced.unpriced_nights)} at property ${stay.property_id} have no price: ` +
        'none is set, or rate adjusters bring it to 0 or less',
    );
  }
  const rules = priced.broken_rules.filter(({ rule }) => {
    return judge === 'booking' ? BOOKING_RULES.has(rule) : !OWN_RULES.has(rule);
  });
  const messages = rules.map(({ message }) => message);
  if (!ignoresRules) faults.push(...messages);
  if (faults.length > 0) throw new ApiError('bad_request', faults);
  if (needsPrices && priced.nights.length !== nightCount(stay)) {
    throw new Error(`pricing answered ${priced.nights.length} nights for ${stay.arrival} to ${stay.departure}`);
  }
  return [...occupancyFaults(stay, property), ...messages];
}
