import type { TakenDiscount } from './apply-discounts';
import type { ChargedStay, SurchargeDefinition } from './charge-types';
import type { DraftLine } from './draft-lines';
import { fraction, rounded } from './fraction';
import { isPercentMode } from './match-definition';
import { amountOf } from './minor-amounts';
import type { FinishedLine } from './present-charges';
import type { Rent } from './rent-line';
import { isRemittedBySite, type OwedTax, type TaxAmount } from './tax-lines';

const unmanaged = {
  is_channel_managed: false,
  is_commission_all: false,
  is_expense_all: false,
  ownPercent: null,
};

/** Makes the rent line. Its rate is the rounded average price of a night. */
export function finishRent({ minor, computation, byNight }: Rent, { currency_code }: ChargedStay): FinishedLine {
  return {
    ...unmanaged,
    type: 'rent',
    description: 'Rent',
    minor,
    rate: amountOf(rounded(fraction(minor, BigInt(byNight.length))), currency_code, 'the average rent'),
    rate_is_percent: false,
    is_taxable: true,
    reference: {},
    computation,
  };
}

export function finishSurcharge({
  definition,
  minor,
  rate,
  computation,
}: DraftLine<SurchargeDefinition>): FinishedLine {
  return {
    type: 'surcharge',
    description: definition.description,
    minor,
    rate,
    rate_is_percent: isPercentMode(definition.mode),
    is_taxable: definition.is_taxable,
    is_channel_managed: false,
    is_commission_all: definition.is_commission_all,
    is_expense_all: definition.is_expense_all,
    ownPercent: definition.owner_commission_percent,
    reference: { surcharge_id: definition.id },
    computation,
  };
}

/**
 * Makes a discount line. Its amount is negative, but its rate is positive, as in the definition.
 */
export function finishDiscount({ definition, minor, rate, computation }: TakenDiscount): FinishedLine {
  return {
    type: 'discount',
    description: definition.description,
    minor: -minor,
    rate,
    rate_is_percent: isPercentMode(definition.mode),
    is_taxable: definition.is_taxable,
    is_channel_managed: false,
    is_commission_all: definition.is_commission_all,
    is_expense_all: definition.is_expense_all,
    ownPercent: null,
    reference: { discount_id: definition.id },
    computation,
  };
}

export function finishTax(
  { definition, rate, minor, computation }: OwedTax & TaxAmount,
  { listing_site_id }: ChargedStay,
): FinishedLine {
  return {
    ...unmanaged,
    type: 'tax',
    description: definition.description,
    minor,
    rate,
    rate_is_percent: definition.mode === 'percent',
    is_taxable: false,
    is_channel_managed: isRemittedBySite(definition, listing_site_id),
    reference: { tax_id: definition.id },
    computation,
  };
}
