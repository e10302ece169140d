import {
  type LegacyQuote,
  legacyQuote,
  type LegacyQuoteCreation,
  type LegacyQuotePatch,
  type LegacyQuoteQuery,
} from '@keyhaven/contracts/booking/legacy-quote';
import type { Quote } from '@keyhaven/contracts/booking/quote';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../booking-store';
import { createQuote } from './create-quote';
import { updateQuote } from './update-quote';

type Answer = Promise<{ record: LegacyQuote; version?: number }>;

/** POST and TEST of version 1: a quote of version 2 with other names. @throws what createQuote throws. */
export async function createLegacyQuote(
  store: BookingStore,
  scope: AccountScope,
  body: LegacyQuoteCreation,
  query: LegacyQuoteQuery,
  test: boolean,
): Answer {
  const { propertyId, arrival, departure } = body;
  const stay = { property_id: propertyId, arrival, departure };
  return inCamelCase(createQuote(store, scope, { ...toPatch(body, query), ...stay, test }, {}));
}

/** PUT and TEST of version 1: fields that are not sent stay as they are. @throws what updateQuote throws. */
export async function updateLegacyQuote(
  store: BookingStore,
  scope: AccountScope,
  id: number,
  body: LegacyQuotePatch,
  query: LegacyQuoteQuery,
  test: boolean,
): Answer {
  return inCamelCase(updateQuote(store, scope, id, { ...toPatch(body, query), test }, {}));
}

function toPatch(body: LegacyQuotePatch, { addCharges, createHoldBlock, skipRuleValidation }: LegacyQuoteQuery) {
  return {
    property_id: body.propertyId,
    arrival: body.arrival,
    departure: body.departure,
    check_in: body.checkIn,
    check_out: body.checkOut,
    expires_utc: body.expiresUtc,
    adults: body.adults,
    children: body.children,
    infants: body.infants,
    pets: body.pets,
    guest_id: body.guestId,
    notes: body.notes,
    listing_site: body.listingSite,
    listing_site_id: body.listingSiteId,
    discount_code: body.discountCode,
    redirect_after_booking_url: body.redirectAfterBookingUrl,
    generate_charges: addCharges,
    hold_dates: createHoldBlock ?? body.holdDates,
    ignore_rules: skipRuleValidation,
    id: body.id,
    status: body.status,
    booking_id: body.bookingId,
    currency_code: body.currencyCode,
    total_amount: body.totalAmount,
    security_deposit_amount: body.securityDepositAmount,
    payment_form: body.paymentForm,
    broken_rules: body.brokenRules,
    created_utc: body.createdUtc,
    updated_utc: body.updatedUtc,
    charges: Array.isArray(body.charges) ? body.charges.map(snakeCase) : body.charges,
  };
}

async function inCamelCase(answering: Promise<{ record: Quote; version?: number }>): Answer {
  const { record, version } = await answering;
  const charges = (record.charges ?? []).map(camelCase);
  return { record: legacyQuote.parse({ ...camelCase(record), charges }), version };
}

/** The fields of a record under their names in version 1. */
function camelCase(record: object): Record<string, unknown> {
  const rename = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [rename(name), value]));
}

/** A charge of version 1 under the names of version 2; anything else as it is. */
function snakeCase(charge: unknown): unknown {
  if (typeof charge !== 'object' || charge === null) return charge;
  const rename = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(charge).map(([name, value]) => [rename(name), value]));
}
