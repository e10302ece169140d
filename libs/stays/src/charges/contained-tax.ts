import type { ChargedStay, ContainedTax, TaxDefinition } from './charge-types';
import { dividedBy, fraction, percentage, plus, rounded, times, ZERO } from './fraction';
import { amountOf, moneyInWords } from './minor-amounts';
import { nightShares, sumOnNights } from './night-shares';
import { withoutZeros, type Refusals } from './refusal';
import type { Rent } from './rent-line';
import { isTaxedBy } from './tax-base';
import { flatTax, isRemittedBySite, type OwedTax, type TaxAmount } from './tax-lines';

/** The taxes that the prices contain; one that comes to 0 is noted as refused. */
export function containedTaxes(
  owed: readonly OwedTax[],
  stay: ChargedStay,
  rent: Rent,
  refusals: Refusals<TaxDefinition>,
): ContainedTax[] {
  const inclusive = owed.filter(({ definition }) => definition.is_inclusive);
  const contained = inclusive.map((tax) => ({ ...tax, ...containedTax(tax, inclusive, stay, rent) }));
  return withoutZeros(contained, refusals).map(({ definition, minor, computation }) => ({
    tax_id: definition.id,
    description: definition.description,
    amount: amountOf(minor, stay.currency_code, definition.description),
    is_channel_managed: isRemittedBySite(definition, stay.listing_site_id),
    computation,
  }));
}

/**
 * The amount of a tax that the prices contain. A percentage is contained with all other inclusive percentages on the
 * same line and night: of a price with 10 % and 5 % in it, 10/115 are the first tax.
 * @param inclusive all inclusive taxes that the stay owes, this one among them.
 */
function containedTax(tax: OwedTax, inclusive: readonly OwedTax[], stay: ChargedStay, rent: Rent): TaxAmount {
  if (tax.definition.mode !== 'percent') return flatTax(tax, stay);
  const percentages = inclusive.filter(({ definition }) => definition.mode === 'percent');
  const nights = groupByTaxes([...tax.dates], (date) => percentages.filter(({ dates }) => dates.has(date)));
  const minor = rounded(
    nights
      .flatMap(({ members: dates, taxes }) => {
        const shares = nightShares(new Set(dates), rent);
        const lines = groupByTaxes(tax.lines, (line) => taxes.filter(({ definition }) => isTaxedBy(line, definition)));
        return lines.map((group) => {
          const gross = group.taxes.map(({ rate }) => percentage(rate)).reduce(plus, fraction(1n));
          return dividedBy(times(sumOnNights(group.members, shares), percentage(tax.rate)), gross);
        });
      })
      .reduce(plus, ZERO),
  );
  const base = moneyInWords(rounded(sumOnNights(tax.lines, nightShares(tax.dates, rent))), stay.currency_code);
  return { minor, computation: `${tax.rate} % contained in ${base} = ${moneyInWords(minor, stay.currency_code)}` };
}

/** Nights or lines that owe the same taxes, taken together. */
function groupByTaxes<Member>(members: readonly Member[], taxesOf: (member: Member) => OwedTax[]) {
  const groups = new Map<string, { taxes: OwedTax[]; members: Member[] }>();
  for (const member of members) {
    const taxes = taxesOf(member);
    const key = taxes.map(({ definition }) => definition.id).join();
    const group = groups.get(key) ?? { taxes, members: [] };
    group.members.push(member);
    groups.set(key, group);
  }
  return [...groups.values()];
}
