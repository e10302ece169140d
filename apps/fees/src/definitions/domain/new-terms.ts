import type { DefinitionTerms, DefinitionType } from '@keyhaven/contracts/fees/definition';
import type { DefinitionInput } from '@keyhaven/contracts/fees/definition-input';
import {
  type DefinitionDefaults,
  DISCOUNT_DEFAULTS,
  SURCHARGE_DEFAULTS,
} from '@keyhaven/stays/charges/definition-defaults';
import { isPercentMode } from '@keyhaven/stays/charges/match-definition';

const defaultsByType: Readonly<Record<DefinitionType, DefinitionDefaults>> = {
  ...SURCHARGE_DEFAULTS,
  ...DISCOUNT_DEFAULTS,
};

/**
 * The terms of a new definition: the fields of the request, and the defaults of its type. Without a mode, the type's
 * mode applies, unless the values suggest the other kind: an amount makes it flat, a percentage makes it a percentage
 * of rent.
 * @param accountCurrency the currency of amounts that name none.
 */
export function newTerms(
  type: DefinitionType,
  sent: DefinitionInput & { description: string },
  accountCurrency: string,
): DefinitionTerms {
  const defaults = defaultsByType[type];
  return { ...defaults, mode: modeFor(type, sent, defaults.mode), currency_code: accountCurrency, ...sent };
}

function modeFor(type: DefinitionType, sent: DefinitionInput, usual: DefinitionTerms['mode']): DefinitionTerms['mode'] {
  const values = [sent, ...(sent.amounts ?? [])];
  const hasAmount = values.some(({ amount }) => amount != null);
  const hasPercent = values.some(({ percent }) => percent != null);
  if (isPercentMode(usual) && hasAmount && !hasPercent) return type === 'rate_adjuster' ? 'per_night' : 'per_stay';
  if (!isPercentMode(usual) && hasPercent && !hasAmount) return 'percent_of_rent';
  return usual;
}
