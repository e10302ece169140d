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
import { namedProperties } from '@keyhaven/contracts/shared/property-filter';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../store/booking-store';
import { createQuote } from './create-quote';
import { deleteQuote } from './delete-quote';
import { getQuote, listQuotes } from './read-quotes';
import { updateQuote } from './update-quote';

type Answer = Promise<{ record: LegacyQuote; version?: number }>;

/** A page of quotes, ordered by id, with their charges. */
export async function listLegacyQuotes(
  store: BookingStore,
  scope: AccountScope,
  { propertyIds, propertyId, ...query }: LegacyQuoteListQuery,
  url: string,
): Promise<LegacyQuotePage> {
  const inCamelCase = namedProperties({ property_ids: propertyIds, property_id: propertyId });
  const byProperty = inCamelCase ? { property_ids: [...(query.property_ids ?? []), ...inCamelCase] } : {};
  const { items, next_page_url, ...rest } = await listQuotes(
    store,
    scope,
    { ...query, ...byProperty, include_charges: true },
    url,
  );
  return { items: items.map(legacyRecord), ...rest, nextPageUrl: next_page_url };
}

/** One quote, complete. @throws ApiError not_found. */
export async function getLegacyQuote(store: BookingStore, scope: AccountScope, id: number): Answer {
  return inVersion1(getQuote(store, scope, id, {}));
}

/** Deletes a quote. @throws what deleteQuote throws. */
export function deleteLegacyQuote(store: BookingStore, scope: AccountScope, id: number): Promise<void> {
  return withLegacyNames(deleteQuote(store, scope, id));
}

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
  return inVersion1(createQuote(store, scope, { ...toPatch(body, query), ...stay, test }, {}));
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
  return inVersion1(updateQuote(store, scope, id, { ...toPatch(body, query), test }, {}));
}

/** The patch of version 2 that a body and a query of version 1 ask for. */
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

/** The fields of version 1 under their names in version 2. */
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

/** The query parameters of version 1, by the body fields that replace them in version 2. */
const namesInQuery = {
  generate_charges: 'addCharges',
  hold_dates: 'createHoldBlock',
  ignore_rules: 'skipRuleValidation',
} as const satisfies Partial<Record<keyof QuotePatch, keyof LegacyQuoteQuery>>;

/** The fields of version 2 that a refusal may name, with their names in version 1. */
const legacyNames: ReadonlyMap<string, string> = new Map([
  ...Object.keys(quotePatch.shape).map((name): [string, string] => [name, camelCase(name)]),
  ...Object.entries(namesInQuery),
]);

/** Renames the fields in an error to their names in version 1. */
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

/** A charge of version 1 under the names of version 2; anything else as it is. */
function snakeCase(charge: unknown): unknown {
  if (typeof charge !== 'object' || charge === null) return charge;
  const rename = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(charge).map(([name, value]) => [rename(name), value]));
}
