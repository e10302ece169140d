import type { ChargedStay, ContainedTax, TaxDefinition } from './charge-types';
import { dividedBy, fraction, percentage, plus, rounded, roundedSum, times, type Fraction } from './fraction';
import { amountOf, moneyInWords } from './minor-amounts';
import { nightShares, sumOnNights } from './night-shares';
import { withoutZeros, type Refusals } from './refusal';
import type { Rent } from './rent-line';
import { isTaxedBy } from './tax-base';
import { flatTax, isRemittedBySite, type OwedTax, type TaxAmount } from './tax-lines';

/**
 * Calculates the taxes that the prices include. Leaves out each tax of 0, and records a refusal for
 * it.
 */
export function containedTaxes(
  owed: readonly OwedTax[],
  stay: ChargedStay,
  rent: Rent,
  refusals: Refusals<TaxDefinition>,
): ContainedTax[] {
  const inclusive = owed.filter(({ definition }) => definition.is_inclusive);
  const percentages = inclusive.filter(({ definition }) => definition.mode === 'percent');
  const parts = containedParts(percentages, rent);
  const contained = inclusive.map((tax) => ({
    ...tax,
    ...(tax.definition.mode === 'percent'
      ? percentContained(tax, parts.get(tax) ?? [], stay, rent)
      : flatTax(tax, stay)),
  }));
  return withoutZeros(contained, refusals).map(({ definition, minor, computation }) => ({
    tax_id: definition.id,
    description: definition.description,
    amount: amountOf(minor, stay.currency_code, definition.description),
    is_channel_managed: isRemittedBySite(definition, stay.listing_site_id),
    computation,
  }));
}

function percentContained(tax: OwedTax, parts: readonly Fraction[], stay: ChargedStay, rent: Rent): TaxAmount {
  const minor = roundedSum(parts);
  const base = moneyInWords(rounded(sumOnNights(tax.lines, nightShares(tax.dates, rent))), stay.currency_code);
  return { minor, computation: `${tax.rate} % contained in ${base} = ${moneyInWords(minor, stay.currency_code)}` };
}

/**
 * Calculates, for each group of nights and lines, which part of the prices belongs to each percentage
 * tax. If several taxes apply to a line and night, the price includes all of them: in a price that
 * includes 10 % and 5 %, the first tax is 10/115 of the price.
 */
function containedParts(percentages: readonly OwedTax[], rent: Rent): Map<OwedTax, Fraction[]> {
  const all = new Set(percentages.flatMap(({ lines }) => lines));
  const lines = groupByTaxes([...all], (line) => percentages.filter(({ definition }) => isTaxedBy(line, definition)));
  const nights = groupByTaxes(rent.byNight, ({ date }) => percentages.filter(({ dates }) => dates.has(date)));
  const parts = new Map(percentages.map((tax) => [tax, [] as Fraction[]]));
  for (const some of nights) {
    const shares = nightShares(new Set(some.members.map(({ date }) => date)), rent);
    for (const { members, taxes } of lines) {
      const together = [...taxes]
        .filter((tax) => some.taxes.has(tax))
        .map((tax) => ({ tax, share: percentage(tax.rate) }));
      const gross = together.map(({ share }) => share).reduce(plus, fraction(1n));
      const net = dividedBy(sumOnNights(members, shares), gross);
      for (const { tax, share } of together) parts.get(tax)?.push(times(net, share));
    }
  }
  return parts;
}

/** Groups nights or lines to which the same taxes apply. */
function groupByTaxes<Member>(members: readonly Member[], taxesOf: (member: Member) => OwedTax[]) {
  const groups = new Map<string, { taxes: Set<OwedTax>; members: Member[] }>();
  for (const member of members) {
    const taxes = taxesOf(member);
    const key = taxes.map(({ definition }) => definition.id).join();
    const group = groups.get(key) ?? { taxes: new Set(taxes), members: [] };
    group.members.push(member);
    groups.set(key, group);
  }
  return [...groups.values()];
}
