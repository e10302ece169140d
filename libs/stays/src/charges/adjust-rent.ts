import { toMinor } from '../money';
import type { PriceChange } from './adjust-price';
import type { ChargedStay, PricedNight, SurchargeDefinition } from './charge-types';
import { RATE_ADJUSTER_MODES } from './definition-defaults';
import { definitionValue } from './definition-value';
import { isPercentMode, matchDefinition } from './match-definition';
import { moneyInWords } from './minor-amounts';
import { refusal, type Refusal } from './refusal';

/**
 * A rate adjuster that applies to a stay: its change of the price, and the nights that it changes.
 */
export interface StayAdjuster {
  applies: true;
  definition: SurchargeDefinition;
  change: PriceChange;
  nights: readonly PricedNight[];
}

/** Decides whether a rate adjuster applies to a stay, and which nights it changes. */
export function adjusterOf(definition: SurchargeDefinition, stay: ChargedStay): StayAdjuster | Refusal {
  if (!RATE_ADJUSTER_MODES.some((mode) => mode === definition.mode))
    return refusal('mode', `a rate adjuster is ${RATE_ADJUSTER_MODES.join(' or ')}, not ${definition.mode}`);
  if (stay.is_owner_booking) return refusal('type', 'owner bookings pay no rent');
  const match = matchDefinition(definition, stay);
  if (!match.applies) return match;
  const found = definitionValue(definition, stay);
  if (!found.applies) return found;
  const change: PriceChange = isPercentMode(definition.mode)
    ? { kind: 'percent', percent: found.value }
    : { kind: 'amount', amountMinor: toMinor(found.value, stay.currency_code) };
  return { applies: true, definition, change, nights: match.nights };
}

/** Formats the change of a rate adjuster for the explanation: "+12.5 %" or "-5.00 EUR". */
export function changeInWords({ change }: StayAdjuster, currencyCode: string): string {
  if (change.kind === 'percent') return `${change.percent > 0 ? '+' : ''}${change.percent} %`;
  return `${change.amountMinor > 0 ? '+' : ''}${moneyInWords(BigInt(change.amountMinor), currencyCode)}`;
}
