import type { Quote, QuoteExplanation } from '@keyhaven/contracts/booking/quote';
import type { QuoteParts } from '@keyhaven/contracts/booking/quote-input';
import type { DefinitionsInBrief } from '@keyhaven/contracts/fees/internal-contract';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { formatInstant } from '@keyhaven/contracts/shared/instants';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../store/booking-store';
import { unnamedDefinitions } from './domain/unnamed-definitions';
import type { QuotePart } from './domain/quote-part';

/** On request, adds the explanation of the charges to the record of a quote. Writes nothing. */
export async function withExplanation(
  store: BookingStore,
  scope: AccountScope,
  record: Quote,
  quote: Pick<QuotePart, 'charges' | 'explanation'>,
  parts: QuoteParts,
): Promise<Quote> {
  if (!parts.include_explanation) return record;
  return { ...record, explanation: await explain(store, scope, quote) };
}

/**
 * Returns the explanation that was stored with the charges. Adds to `left_out` the definitions that were not considered
 * when the charges were calculated. For a quote without charges, fees is not called.
 */
async function explain(
  store: BookingStore,
  scope: AccountScope,
  { charges, explanation }: Pick<QuotePart, 'charges' | 'explanation'>,
): Promise<QuoteExplanation> {
  const { made, ...kept } = explanation;
  if (!made) return { ...kept, made_utc: null, is_complete: true };
  const made_utc = formatInstant(made.utc);
  const definitions = await definitionsNow(store, scope, made.property_id);
  if (!definitions) return { ...kept, made_utc, is_complete: false };
  const left_out = [...kept.left_out, ...unnamedDefinitions(charges, explanation, definitions, made)];
  return { ...kept, made_utc, left_out, is_complete: true };
}

/** The current definitions of the account; undefined while fees is unavailable. */
async function definitionsNow(
  store: BookingStore,
  { accountId }: AccountScope,
  property_id: number,
): Promise<DefinitionsInBrief | undefined> {
  try {
    return await store.peers.definitionsInBrief({ user_id: accountId, property_id });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unavailable') return undefined;
    throw error;
  }
}
