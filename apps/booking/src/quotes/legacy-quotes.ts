import {
  fieldsOfVersion1,
  type LegacyQuote,
  legacyQuote,
  type LegacyQuoteCreation,
  type LegacyQuoteListQuery,
  type LegacyQuotePage,
  type LegacyQuotePatch,
  type LegacyQuoteQuery,
} from '@keyhaven/contracts/booking/legacy-quote';
import type { Quote } from '@keyhaven/contracts/booking/quote';
import { type QuotePatch, quotePatch } from '@keyhaven/contracts/booking/quote-input';
import { camelCase, inCamelCase } from '@keyhaven/contracts/shared/camel-case';
import { ApiError, isRefusal } from '@keyhaven/contracts/shared/errors';
import { queryInVersion2 } from '@keyhaven/contracts/shared/version-1';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../store/booking-store';
import { createQuote } from './create-quote';
import { deleteQuote } from './delete-quote';
import { getQuote, listQuotes } from './read-quotes';
import { updateQuote } from './update-quote';

type Answer = Promise<{ record: LegacyQuote; version?: number }>;

/** Lists quotes with their charges, ordered by id. */
export async function listLegacyQuotes(
  store: BookingStore,
  scope: AccountScope,
  query: LegacyQuoteListQuery,
  url: string,
): Promise<LegacyQuotePage> {
  const { items, next_page_url, ...page } = await listQuotes(
    store,
    scope,
    { ...queryInVersion2(query), include_charges: true },
    url,
  );
  return { items: items.map(legacyRecord), ...page, nextPageUrl: next_page_url };
}

/** @throws ApiError not_found. */
export async function getLegacyQuote(store: BookingStore, scope: AccountScope, id: number): Answer {
  return inVersion1(getQuote(store, scope, id, {}));
}

/** @throws the same errors as deleteQuote. */
export function deleteLegacyQuote(store: BookingStore, scope: AccountScope, id: number): Promise<void> {
  return withLegacyNames(deleteQuote(store, scope, id));
}

/** Handles POST /v1/quotes and POST /v1/quotes/test. @throws the same errors as createQuote. */
export async function createLegacyQuote(
  store: BookingStore,
  scope: AccountScope,
  body: LegacyQuoteCreation,
  query: LegacyQuoteQuery,
  test: boolean,
): Answer {
  const { propertyId, arrival, departure } = body;
  const stay = { property_id: propertyId, arrival, departure };
  return inVersion1(createQuote(store, scope, { ...toPatch(body, query), ...stay, test }, {}));
}

/**
 * Handles PUT /v1/quotes/{id} and POST /v1/quotes/{id}/test. Fields that are not sent do not
 * change.
 * @throws the same errors as updateQuote.
 */
export async function updateLegacyQuote(
  store: BookingStore,
  scope: AccountScope,
  id: number,
  body: LegacyQuotePatch,
  query: LegacyQuoteQuery,
  test: boolean,
): Answer {
  return inVersion1(updateQuote(store, scope, id, { ...toPatch(body, query), test }, {}));
}

/** Converts a body and a query of version 1 to a patch of version 2. */
function toPatch(
  body: LegacyQuotePatch,
  { addCharges, createHoldBlock, skipRuleValidation }: LegacyQuoteQuery,
): QuotePatch {
  const patch = fromCamelCase(body);
  return {
    ...patch,
    generate_charges: addCharges,
    hold_dates: createHoldBlock ?? patch.hold_dates,
    ignore_rules: skipRuleValidation,
    charges: Array.isArray(patch.charges) ? patch.charges.map(snakeCase) : patch.charges,
  };
}

/** Renames the fields of version 1 to their names in version 2. */
function fromCamelCase(body: LegacyQuotePatch): Pick<QuotePatch, FieldOfVersion1> {
  const names = Object.keys(fieldsOfVersion1) as FieldOfVersion1[];
  return Object.fromEntries(names.map((name) => [name, body[camelCase(name)]]));
}

type FieldOfVersion1 = keyof typeof fieldsOfVersion1;

async function inVersion1(answering: Promise<{ record: Quote; version?: number }>): Answer {
  const { record, version } = await withLegacyNames(answering);
  return { record: legacyRecord(record), version };
}

function legacyRecord({ charges = [], ...record }: Quote): LegacyQuote {
  return legacyQuote.parse({ ...inCamelCase(record), charges: charges.map(inCamelCase) });
}

/** Body fields of version 2 that are query parameters in version 1. */
const namesInQuery = {
  generate_charges: 'addCharges',
  hold_dates: 'createHoldBlock',
  ignore_rules: 'skipRuleValidation',
} as const satisfies Partial<Record<keyof QuotePatch, keyof LegacyQuoteQuery>>;

/** The names in version 1 of all fields that an error of version 2 may contain. */
const legacyNames: ReadonlyMap<string, string> = new Map([
  ...Object.keys(quotePatch.shape).map((name): [string, string] => [name, camelCase(name)]),
  ...Object.entries(namesInQuery),
]);

/**
 * Waits for the result of a version 2 function. In the messages of an error, renames fields to
 * their names in version 1.
 */
async function withLegacyNames<Answered>(answering: Promise<Answered>): Promise<Answered> {
  try {
    return await answering;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const messages = error.messages.map((message) =>
      message.replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (name) => legacyNames.get(name) ?? name),
    );
    throw new ApiError(error.code, messages, error.headers);
  }
}

/**
 * Renames the fields of a charge from version 1 to version 2. If the value is not an object,
 * returns the same value.
 */
function snakeCase(charge: unknown): unknown {
  if (typeof charge !== 'object' || charge === null) return charge;
  const rename = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(charge).map(([name, value]) => [rename(name), value]));
}
