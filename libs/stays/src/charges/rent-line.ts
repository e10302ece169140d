import { adjustNights } from './adjust-nights';
import { changeInWords, type StayAdjuster } from './adjust-rent';
import type { AdjustedNight, AppliedAdjuster, ChargedStay } from './charge-types';
import { amountOf, moneyInWords } from './minor-amounts';
import { total } from './shares';
import { measureInWords } from './words';

/** The rent of a stay in minor units, by date and in total. 0 for owner bookings. */
export interface Rent {
  /** The part of the rent for each night, in the order of the nights. */
  byNight: { date: string; minor: bigint }[];
  minor: bigint;
  computation: string;
  nights: AdjustedNight[];
  adjusters: AppliedAdjuster[];
}

/**
 * Calculates the rent: the rounded price of each night after the rate adjusters of the night, and
 * the sum of these prices.
 */
export function rentOf(stay: ChargedStay, applied: readonly StayAdjuster[]): Rent {
  const { currency_code } = stay;
  const nights = adjustNights(stay.nights, applied, currency_code).map(({ night, adjusterIds, minor }) => ({
    date: night.date,
    rent: night.rent,
    minor: stay.is_owner_booking ? 0n : minor,
    adjuster_ids: adjusterIds,
  }));
  const minor = total(nights.map((night) => night.minor));
  return {
    byNight: nights,
    minor,
    computation: `${nightsInWords(nights, currency_code)} = ${moneyInWords(minor, currency_code)}`,
    nights: stay.is_owner_booking
      ? []
      : nights.map(({ minor: price, ...night }) => ({
          ...night,
          amount: amountOf(price, currency_code, rentInWords(night)),
        })),
    adjusters: applied.map((adjuster) => ({
      surcharge_id: adjuster.definition.id,
      description: adjuster.definition.description,
      change: changeInWords(adjuster, currency_code),
      nights: adjuster.nights.length,
    })),
  };
}

/** The name of a night's price in an error message. */
export function rentInWords({ date }: { date: string }): string {
  return `the rent of ${date}`;
}

/** Describes the nights by price: "2 nights at 100.00 EUR + 1 night at 120.00 EUR". */
function nightsInWords(nights: readonly { minor: bigint }[], currencyCode: string): string {
  const counts = new Map<bigint, number>();
  for (const { minor } of nights) counts.set(minor, (counts.get(minor) ?? 0) + 1);
  return [...counts]
    .map(([minor, count]) => `${measureInWords(count, 'nights')} at ${moneyInWords(minor, currencyCode)}`)
    .join(' + ');
}
