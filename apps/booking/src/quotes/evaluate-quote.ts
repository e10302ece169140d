import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { chargeSettings } from '../charges/charge-settings';
import { type ChargedStay, chargeStay } from '../charges/charge-stay';
import { occupancyFaults } from '../charges/domain/occupancy';
import { judgeStay, priceStay, type StayRequest } from '../charges/judge-stay';
import { assertNightsFree } from '../nights/check-nights';
import { assertOpenToGuests } from '../stays/check-references';
import type { BookingStore } from '../store/booking-store';
import { type BookingReferences, linksIn, propertyOf } from '../store/references';
import type { QuotedStay } from './domain/quote-part';

export interface QuoteToEvaluate {
  stay: QuotedStay & { discount_code: string | null };
  generatesCharges: boolean;
  /**
   * Whether to refuse a discount code that is unknown or does not apply. If true, the code is also
   * checked for a quote without charges.
   */
  judgesCode: boolean;
  ignoresRules: boolean;
  /** When the quote was created; undefined for a new quote. */
  createdUtc: Date | undefined;
  /** The quote's own stay and its hold, whose nights count as free. */
  own?: { stayId: number; bookingId: number | undefined };
}

/** The result of an evaluation. Has charges only if they were requested. */
export type Evaluation = Omit<ChargedStay, 'charges' | 'explanation'> &
  Partial<Pick<ChargedStay, 'charges' | 'explanation'>>;

/**
 * Checks whether a stay can be booked, and calculates its price. Writes nothing.
 * @throws ApiError bad_request that names the rule or field; nights_taken; unavailable when charges or a code need a
 *   service that does not respond.
 */
export async function evaluateQuote(
  store: BookingStore,
  scope: AccountScope,
  references: BookingReferences,
  { stay, generatesCharges, judgesCode, ignoresRules, createdUtc, own }: QuoteToEvaluate,
): Promise<Evaluation> {
  const property = propertyOf(references, stay.property_id);
  assertOpenToGuests(property);
  await assertNightsFree(store, scope, stay, linksIn(references, stay), own?.stayId);
  const request = { judge: 'quote', ignoresRules, ownBookingId: own?.bookingId } as const;
  const toCharge = {
    ...stay,
    refusesCode: judgesCode,
    is_owner_booking: false,
    booked_utc: createdUtc,
    settings: chargeSettings(property, references.account),
  };
  if (generatesCharges || judgesCode) {
    const { charges, explanation, ...judged } = await chargeStay(store, scope, toCharge, property, request);
    return generatesCharges ? { ...judged, charges, explanation } : judged;
  }
  try {
    // Call pricing even without charges: nights that rate adjusters leave without a price cannot be booked.
    const { currency_code, broken_rules } = await chargeStay(store, scope, toCharge, property, request);
    return { currency_code, broken_rules };
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return judgeUncharged(store, scope, stay, references, request);
  }
}

/**
 * Checks a stay for a quote without charges while pricing or fees is unavailable. Such a quote can still be created,
 * because the quote stores nothing from these services. If pricing responds, checks stay rules and prices. Otherwise
 * checks only what this service knows itself.
 */
async function judgeUncharged(
  store: BookingStore,
  scope: AccountScope,
  stay: QuotedStay,
  references: BookingReferences,
  request: StayRequest,
): Promise<Evaluation> {
  const property = propertyOf(references, stay.property_id);
  try {
    const priced = await priceStay(store, scope, stay, property, request);
    const broken_rules = judgeStay(stay, priced, property, { ...request, needsPrices: true });
    return { currency_code: priced.currency_code, broken_rules };
  } catch (error) {
    const currency_code = property.currency_code ?? references.account?.currency_code;
    if (!isUnavailable(error) || currency_code === undefined) throw error;
    return { currency_code, broken_rules: occupancyFaults(stay, property) };
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unavailable';
}
