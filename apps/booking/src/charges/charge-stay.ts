import type { Charge, ContainedTax } from '@keyhaven/contracts/booking/charge';
import type { DefinitionsOfStay } from '@keyhaven/contracts/fees/internal-contract';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { localTimeAt } from '@keyhaven/stays/local-time';
import { calculateCharges } from '@keyhaven/stays/charges/calculate-charges';
import type {
  AdjustedNight,
  ChargeExplanation,
  ChargeInputs,
  ChargeSettings,
  PricedNight,
  StayCharges,
} from '@keyhaven/stays/charges/charge-types';
import { AmountTooLarge } from '@keyhaven/stays/charges/minor-amounts';
import { describeNights, nightsOf } from '@keyhaven/stays/nights';
import type { BookingStore } from '../store/booking-store';
import type { KeptExplanation } from './domain/kept-explanation';
import type { Occupancy } from './domain/occupancy';
import { judgeStay, type PricedNights, priceStay, type StayRequest, type StayToJudge } from './judge-stay';

export interface StayToCharge extends StayToJudge {
  listing_site_id: number | null;
  discount_code: string | null;
  /**
   * Whether to refuse a discount code that is unknown or does not apply. If false, such a code is ignored, and the
   * explanation mentions it.
   */
  refusesCode: boolean;
  /** Whether this is an owner's own stay, for which the owner pays no rent. */
  is_owner_booking: boolean;
  /** When the stay was booked or quoted; undefined for a new stay. */
  booked_utc: Date | undefined;
  /** How the charges are divided between owner and manager. */
  settings: ChargeSettings;
}

/**
 * The charges of a stay. `broken_rules` has the messages of the rules that the stay breaks, and is filled only if the
 * request ignores rules.
 */
export interface ChargedStay {
  currency_code: string;
  charges: Charge[];
  explanation: KeptExplanation;
  broken_rules: string[];
}

export const noExplanation: KeptExplanation = {
  nights: [],
  adjusters: [],
  charges: [],
  left_out: [],
  contained_taxes: [],
};

/**
 * Calculates the charges of a stay by the current rents, rules, definitions and taxes. Calls pricing and fees
 * concurrently. Stores nothing.
 * @throws ApiError bad_request when the stay is not accepted; unavailable when a service does not respond.
 */
export async function chargeStay(
  store: BookingStore,
  scope: AccountScope,
  stay: StayToCharge,
  property: Occupancy,
  request: StayRequest,
): Promise<ChargedStay> {
  // Take the time before the definitions are read. So if a definition is created during the read, the explanation says
  // that it was created after the charges were calculated.
  const made = { utc: new Date(), property_id: stay.property_id };
  const [priced, definitions] = await Promise.all([
    priceStay(store, scope, stay, property, request),
    store.peers.definitionsOfStay({
      user_id: scope.accountId,
      property_id: stay.property_id,
      discount_code: stay.discount_code,
    }),
  ]);
  return chargePriced(stay, property, request, { priced, definitions, made });
}

/** What pricing and fees returned for a stay. */
export interface ChargeSources {
  priced: PricedNights;
  definitions: DefinitionsOfStay;
  /** When these values were read, and for which property. */
  made: NonNullable<KeptExplanation['made']>;
}

/** Checks a stay and calculates its charges. @throws ApiError bad_request when the stay is not accepted. */
export function chargePriced(
  stay: StayToCharge,
  property: Occupancy,
  request: StayRequest,
  { priced, definitions, made }: ChargeSources,
): ChargedStay {
  const needsPrices = !stay.is_owner_booking;
  const broken_rules = judgeStay(stay, priced, property, { ...request, needsPrices });
  const { currency_code } = priced;
  const { charges, explanation, discount_code_refusal } = chargesOf({
    stay: {
      property_id: stay.property_id,
      currency_code,
      listing_site_id: stay.listing_site_id,
      nights: nightsToCharge(stay, priced),
      adults: stay.adults,
      children: stay.children,
      pets: stay.pets,
      booked_date: stay.booked_utc ? localTimeAt(stay.booked_utc, priced.time_zone).date : priced.today,
      discount_code: stay.discount_code,
      is_owner_booking: stay.is_owner_booking,
    },
    surcharges: [...definitions.adjusters, ...definitions.surcharges],
    discounts: definitions.discounts,
    taxes: definitions.taxes,
    settings: stay.settings,
  });
  const faults = unpricedFaults(stay, explanation.nights);
  if (discount_code_refusal !== null && stay.refusesCode) faults.push(`discount_code: ${discount_code_refusal}`);
  if (faults.length > 0) throw new ApiError('bad_request', faults);
  return { currency_code, charges, explanation: keptExplanation(explanation, made), broken_rules };
}

/**
 * A night whose price rate adjusters reduce to 0 counts as a night without a price. It cannot be booked, even if the
 * request ignores rules.
 */
function unpricedFaults({ property_id }: StayToCharge, nights: readonly AdjustedNight[]): string[] {
  const unpriced = nights.filter(({ amount }) => amount === 0);
  if (unpriced.length === 0) return [];
  const adjusters = [...new Set(unpriced.flatMap(({ adjuster_ids }) => adjuster_ids))].sort((a, b) => a - b);
  return [
    `arrival: the nights ${describeNights(unpriced.map(({ date }) => date))} at property ${property_id} have no price: ` +
      `rate adjusters (${adjusters.map((id) => `surcharge ${id}`).join(', ')}) bring it to 0 or less`,
  ];
}

/** @throws ApiError bad_request that names an amount that is too large. */
function chargesOf(inputs: ChargeInputs): StayCharges {
  try {
    return calculateCharges(inputs);
  } catch (error) {
    if (error instanceof AmountTooLarge) throw new ApiError('bad_request', `charges: ${error.message}`);
    throw error;
  }
}

/** The taxes that are included in prices, as a booking stores them. */
export function containedTaxesOf({ contained_taxes }: KeptExplanation): ContainedTax[] {
  return contained_taxes.map(({ computation: _computation, ...tax }) => tax);
}

/** The nights with their rents. An owner's own stay may include nights without a price; their rent is 0. */
function nightsToCharge(stay: StayToCharge, { nights }: PricedNights): PricedNight[] {
  if (!stay.is_owner_booking) return nights;
  const priced = new Map(nights.map((night) => [night.date, night]));
  return nightsOf(stay).map((date) => priced.get(date) ?? { date, rent: 0, season_id: null });
}

function keptExplanation(
  { left_out, ...explanation }: ChargeExplanation,
  made: NonNullable<KeptExplanation['made']>,
): KeptExplanation {
  return { made, ...explanation, left_out: left_out.map(({ definition, ...why }) => ({ ...definition, ...why })) };
}
