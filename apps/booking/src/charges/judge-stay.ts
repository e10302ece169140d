import type { PricedStay } from '@keyhaven/contracts/pricing/internal-contract';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { describeNights, nightCount, type Stay } from '@keyhaven/stays/nights';
import type { BookingStore } from '../store/booking-store';
import { adultsFaults, occupancyFaults, type Occupancy, type Party } from './domain/occupancy';

/** A stay that is to be sold. */
export interface StayToJudge extends Stay, Party {
  property_id: number;
}

export type PricedNights = Extract<PricedStay, { outcome: 'priced' }>;

/** How a stay is checked. */
export interface StayRequest {
  judge: Judge;
  ignoresRules: boolean;
  /** The booking that has the nights for this stay. */
  ownBookingId?: number;
}

/** A quote must keep every rule, a booking with charges those that the specification names. */
export type Judge = 'quote' | 'booking';

/** The rules that generate_charges enforces on bookings, besides occupancy (specification, Bookings, rule 1). */
const BOOKING_RULES = new Set(['min_nights', 'max_nights']);
/** Rules that the booking service checks itself. */
const OWN_RULES = new Set(['inactive', 'snoozed', 'occupancy']);

/** Asks pricing for a stay's prices and rules if its party has room. @throws ApiError bad_request, unavailable. */
export async function priceStay(
  store: BookingStore,
  scope: AccountScope,
  stay: StayToJudge,
  property: Occupancy,
  { ignoresRules, ownBookingId }: Omit<StayRequest, 'judge'>,
): Promise<PricedNights> {
  const faults = [...adultsFaults(stay), ...(ignoresRules ? [] : occupancyFaults(stay, property))];
  if (faults.length > 0) throw new ApiError('bad_request', faults);
  const { property_id, arrival, departure } = stay;
  const priced = await store.peers.priceStay({
    user_id: scope.accountId,
    property_id,
    arrival,
    departure,
    ...(ownBookingId === undefined ? {} : { ignoring_booking_id: ownBookingId }),
  });
  if (priced.outcome === 'priced') return priced;
  throw new ApiError('unavailable', `property ${property_id} is not known to the pricing service yet`, {
    'Retry-After': '1',
  });
}

/**
 * Checks that a stay may be sold.
 * @returns the rules that it breaks, if the request ignores them.
 * @throws ApiError bad_request that names each broken rule, and nights without a price, which are never ignored.
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
