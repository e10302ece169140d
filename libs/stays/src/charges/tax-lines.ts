import type { ChargedStay, TaxDefinition } from './charge-types';
import { percentage, rounded, times } from './fraction';
import { minorOf, moneyInWords } from './minor-amounts';
import { nightShares, sumOnNights } from './night-shares';
import { refusal, type Refusal } from './refusal';
import type { Rent } from './rent-line';
import { measureOf } from './stay-facts';
import { isTaxedBy, type TaxedLine } from './tax-base';
import { taxedNights } from './taxed-nights';
import { measureInWords } from './words';

/** A tax that a stay owes, with the nights and lines that it applies to. */
export interface OwedTax {
  applies: true;
  definition: TaxDefinition;
  rate: number;
  dates: ReadonlySet<string>;
  lines: readonly TaxedLine[];
}

/** The amount of a tax in minor units, which may be 0, and a description of the calculation. */
export interface TaxAmount {
  minor: bigint;
  computation: string;
}

/**
 * Decides whether a stay owes a tax. If the tax lists categories, the stay must have a charge in
 * one of them. A flat tax without categories is always owed, even if the stay costs nothing.
 */
export function owedTax(definition: TaxDefinition, stay: ChargedStay, all: readonly TaxedLine[]): OwedTax | Refusal {
  const nights = taxedNights(definition, stay);
  if (!nights.applies) return nights;
  const field = definition.mode === 'percent' ? 'percent' : 'amount';
  const rate = definition[field];
  if (rate === null || rate <= 0) return refusal(field, 'its value is not above 0');
  const lines = all.filter((line) => isTaxedBy(line, definition));
  if (lines.length === 0 && (definition.mode === 'percent' || definition.applies_to !== null))
    return refusal('applies_to', 'the stay has no charge that it applies to');
  return { applies: true, definition, rate, dates: nights.dates, lines };
}

/** Calculates the amount of a tax that is added to the prices. */
export function taxAmount(tax: OwedTax, stay: ChargedStay, rent: Rent): TaxAmount {
  return tax.definition.mode === 'percent' ? percentTax(tax, stay, rent) : flatTax(tax, stay);
}

function percentTax({ rate, dates, lines }: OwedTax, stay: ChargedStay, rent: Rent): TaxAmount {
  const base = sumOnNights(lines, nightShares(dates, rent));
  const minor = rounded(times(base, percentage(rate)));
  const names = lines.map(({ description }) => description).join(', ');
  const part = dates.size < stay.nights.length ? `; ${dates.size} of ${stay.nights.length} nights` : '';
  const baseInWords = moneyInWords(rounded(base), stay.currency_code);
  return {
    minor,
    computation: `${rate} % of ${baseInWords} (${names}${part}) = ${moneyInWords(minor, stay.currency_code)}`,
  };
}

/** Calculates the amount of a flat tax, which is owed per stay, per night, or per guest and night. */
export function flatTax({ definition, rate, dates }: OwedTax, stay: ChargedStay): TaxAmount {
  const { mode } = definition;
  const measure = definition.guests === 'adults' ? 'adults' : 'guests';
  const people = mode === 'per_guest_per_night' ? measureOf(stay, measure) : 1;
  const nights = mode === 'per_stay' ? 1 : dates.size;
  const peopleInWords = mode === 'per_guest_per_night' ? ` × ${measureInWords(people, measure)}` : '';
  const nightsInWords = mode === 'per_stay' ? '' : ` × ${measureInWords(nights, 'nights')}`;
  const amount = minorOf(rate, stay.currency_code);
  const minor = amount * BigInt(people * nights);
  const inMoney = (value: bigint) => moneyInWords(value, stay.currency_code);
  return { minor, computation: `${inMoney(amount)}${peopleInWords}${nightsInWords} = ${inMoney(minor)}` };
}

/** Whether the listing site of a stay collects and remits the tax. */
export function isRemittedBySite(
  { remitted_by_listing_site_ids }: TaxDefinition,
  listingSiteId: number | null,
): boolean {
  return listingSiteId !== null && remitted_by_listing_site_ids.includes(listingSiteId);
}
