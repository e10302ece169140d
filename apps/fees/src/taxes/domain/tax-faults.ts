import type { TaxTerms } from '@keyhaven/contracts/fees/tax';
import { decimalsFault } from '@keyhaven/stays/money';
import { unusedValueFault } from '../../money/domain/unused-value-fault';

/**
 * Returns the faults of a tax as it would be after the request. Each fault names its field.
 * @param sent the fields of the request.
 * @param before the current tax. Empty for a new tax.
 * @param currencyCode the property's currency.
 */
export function taxFaults(
  after: TaxTerms,
  sent: Partial<TaxTerms>,
  before: Partial<TaxTerms>,
  currencyCode: string,
): string[] {
  const { mode, percent, valid_from, valid_to } = after;
  const used = mode === 'percent' ? 'percent' : 'amount';
  const faults = unusedValueFault(sent, before, mode, used);
  if (after[used] === null) faults.push(`${used}: is required; a tax of mode ${mode} has one`);
  if (percent !== null && percent > 100)
    faults.push(`percent: ${percent} is not accepted; a tax is at most 100 percent`);
  // An existing amount is accepted, even if the property's currency has changed.
  if (sent.amount != null && sent.amount !== before.amount)
    faults.push(...decimalsFault('amount', sent.amount, currencyCode));
  if (valid_from !== null && valid_to !== null && valid_from > valid_to)
    faults.push(`valid_to: "${valid_to}" is not accepted; it must not be before valid_from ${valid_from}`);
  return faults;
}
