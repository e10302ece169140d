import { type DemoPeriod, monthOf } from '../demo-period';
import type { PortfolioEntry } from '../properties/portfolio-entry';

/** The part of its nights that a property sells over a year. A house shares its nights with its rooms. */
const YEARLY_OCCUPANCY = { room: 0.66, house: 0.22, other: 0.69 };
/** How much more of a property's nights sell in its best months than in the others. */
const SEASONAL_DIFFERENCE = 0.26;
/** The part of the demand that has booked already, so many days ahead. */
const BOOKED_AHEAD: readonly [days: number, part: number][] = [
  [0, 1],
  [30, 0.85],
  [90, 0.5],
  [180, 0.2],
  [366, 0.06],
];

/** How likely the property's night is sold by the first day, from 0 to 1. */
export function demandOf({ rhythm, peakMonths }: PortfolioEntry, day: number, period: DemoPeriod): number {
  const mean = rhythm === 'room' || rhythm === 'house' ? YEARLY_OCCUPANCY[rhythm] : YEARLY_OCCUPANCY.other;
  const peakPart = peakMonths.length / 12;
  const difference = SEASONAL_DIFFERENCE * mean;
  const seasonal = peakMonths.includes(monthOf(day)) ? difference * (1 - peakPart) : -difference * peakPart;
  return (mean + seasonal) * bookedAhead(day - period.today);
}

function bookedAhead(days: number): number {
  if (days <= 0) return 1;
  for (const [index, [until, part]] of BOOKED_AHEAD.entries()) {
    const [since, partBefore] = BOOKED_AHEAD[index - 1] ?? [0, 1];
    if (days <= until) return partBefore + ((part - partBefore) * (days - since)) / Math.max(until - since, 1);
  }
  return 0;
}
