import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { chargeSettings } from '../charges/charge-settings';
import { type ChargedStay, chargeStay } from '../charges/charge-stay';
import { occupancyFaults } from '../charges/domain/occupancy';
import { judgeStay, priceStay, type StayRequest } from '../charges/judge-stay';
import { assertNightsFree } from '../nights/check-nights';
import { assertOpenToGuests } from '../stays/check-references';
import type { BookingStore } from '../store/booking-store';
import { type BookingReferences, propertyOf } from '../store/references';
import type { QuotedStay } from './domain/quote-part';

export interface QuoteToEvaluate {
  stay: QuotedStay & { discount_code: string | null };
  generatesCharges: boolean;
  /** Whether to check the discount code: an unknown or inapplicable one is refused even without charges. */
  judgesCode: boolean;
  ignoresRules: boolean;
  /** When the quote was made; undefined: now. */
  createdUtc: Date | undefined;
  /** The quote's own stay, and its hold, if it has one: their nights count as free. */
  own?: { stayId: number; bookingId: number | undefined };
}

/** The result of an evaluation: charges only if they were asked for. */
export type Evaluation = Omit<ChargedStay, 'charges' | 'explanation'> &
  Partial<Pick<ChargedStay, 'charges' | 'explanation'>>;

/**
 * Checks that a stay can be sold, and calculates its price. Writes nothing.
 * @throws ApiError bad_request that names the rule or the fault; nights_taken; unavailable, where charges are made or a
 * code is judged.
 */
export async function evaluateQuote(
  store: BookingStore,
  scope: AccountScope,
  references: BookingReferences,
  { stay, generatesCharges, judgesCode, ignoresRules, createdUtc, own }: QuoteToEvaluate,
): Promise<Evaluation> {
  const property = propertyOf(references, stay.property_id);
  assertOpenToGuests(property);
  await assertNightsFree(store, scope, stay, own?.stayId);
  const request = { judge: 'quote', ignoresRules, ownBookingId: own?.bookingId } as const;
  if (generatesCharges || judgesCode) {
    const toCharge = {
      ...stay,
      refusesCode: true,
      is_owner_booking: false,
      booked_utc: createdUtc,
      settings: chargeSettings(property, references.account),
    };
    const { charges, explanation, ...judged } = await chargeStay(store, scope, toCharge, property, request);
    return generatesCharges ? { ...judged, charges, explanation } : judged;
  }
  return judgeUncharged(store, scope, stay, references, request);
}

/**
 * Checks a stay that is offered without charges. While pricing is unavailable the stay is still offered, checked only
 * against what this service knows: nothing that is stored comes from pricing.
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
    const isUnasked = error instanceof ApiError && error.code === 'unavailable';
    if (!isUnasked || currency_code === undefined) throw error;
    return { currency_code, broken_rules: occupancyFaults(stay, property) };
  }
}
