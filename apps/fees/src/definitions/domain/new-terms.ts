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
 * Returns the terms of a new definition: the fields of the request, and defaults for the others. The default mode
 * depends on the type. If the request contains only amounts and this default is a percentage, the mode is per_night for
 * a rate adjuster, and per_stay for every other type. If the request contains only percentages and this default is an
 * amount, the mode is percent_of_rent.
 * @param accountCurrency the default currency of amounts.
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
