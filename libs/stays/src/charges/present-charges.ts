import type { ChargeSettings, ChargedStay, StayCharge } from './charge-types';
import { amountOf } from './minor-amounts';
import { splitForOwner } from './owner-split';
import { total } from './shares';

/** A complete line. The amount is in minor units, and negative for a discount. */
export interface FinishedLine extends Pick<StayCharge, 'type' | 'description' | 'rate' | 'rate_is_percent'> {
  minor: bigint;
  reference: Pick<StayCharge, 'surcharge_id' | 'discount_id' | 'tax_id'>;
  is_taxable: boolean;
  is_channel_managed: boolean;
  is_commission_all: boolean;
  is_expense_all: boolean;
  /** The manager's percentage in the definition. If null, the property's percentage applies. */
  ownPercent: number | null;
  computation: string;
}

/**
 * Converts lines to charges, numbered from 0, with the amounts of owner and manager. Also returns
 * the total.
 */
export function presentCharges(
  lines: readonly FinishedLine[],
  { currency_code }: ChargedStay,
  settings: ChargeSettings,
): { charges: StayCharge[]; total_amount: number } {
  const charges = lines.map((line, position): StayCharge => {
    const { owner, commission, percent } = splitForOwner(line, line.minor, line.ownPercent, settings);
    return {
      type: line.type,
      description: line.description,
      amount: amountOf(line.minor, currency_code, line.description),
      rate: line.rate,
      rate_is_percent: line.rate_is_percent,
      position,
      is_taxable: line.is_taxable,
      is_channel_managed: line.is_channel_managed,
      is_commission_all: line.is_commission_all,
      is_expense_all: line.is_expense_all,
      commission_amount: amountOf(commission, currency_code, `the commission of ${line.description}`),
      owner_amount: amountOf(owner, currency_code, `the owner's part of ${line.description}`),
      owner_commission_percent: percent,
      ...line.reference,
    };
  });
  return { charges, total_amount: amountOf(total(lines.map(({ minor }) => minor)), currency_code, 'the total') };
}
