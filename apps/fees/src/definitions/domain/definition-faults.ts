import { type DefinitionTerms, type DefinitionType, isDiscountType } from '@keyhaven/contracts/fees/definition';
import type { DefinitionInput } from '@keyhaven/contracts/fees/definition-input';
import { RATE_ADJUSTER_MODES } from '@keyhaven/stays/charges/definition-defaults';
import { isPercentMode } from '@keyhaven/stays/charges/match-definition';
import { unusedValueFault } from '../../money/domain/unused-value-fault';
import { valueFaults } from './value-faults';

/**
 * Validates the definition that would result from a request. Returns the faults; each names its field.
 * @param sent the fields of the request.
 * @param before the current definition. Empty for a new definition.
 */
export function definitionFaults(
  after: DefinitionTerms & { type: DefinitionType },
  sent: DefinitionInput,
  before: Partial<DefinitionTerms>,
): string[] {
  const { type, mode, is_commission_all, is_expense_all, owner_commission_percent } = after;
  const faults = [
    ...unusedValueFault(sent, before, mode, isPercentMode(mode) ? 'percent' : 'amount'),
    ...valueFaults(after),
  ];
  if (type === 'rate_adjuster' && !RATE_ADJUSTER_MODES.some((allowed) => allowed === mode))
    faults.push(`mode: ${mode} is not accepted; a rate adjuster is one of ${RATE_ADJUSTER_MODES.join(', ')}`);
  if (is_commission_all && is_expense_all)
    faults.push('is_expense_all: true is not accepted with is_commission_all; a charge is one or the other');
  if (is_expense_all && isDiscountType(type))
    faults.push('is_expense_all: true is not accepted; a discount is never passed on');
  if (owner_commission_percent !== null && isDiscountType(type))
    faults.push(
      `owner_commission_percent: ${owner_commission_percent} is not accepted; a discount has the percentage of the rent`,
    );
  return faults;
}
