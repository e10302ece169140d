import { isYearlyDay } from '@keyhaven/contracts/pricing/periods';
import type { CalendarCategory, ChangedRange } from '@keyhaven/contracts/pricing/calendar-change';
import { calendarCategories } from '@keyhaven/contracts/pricing/calendar-change';
import { FIRST_DATE, LAST_DATE } from '@keyhaven/contracts/shared/dates';
import { addDays } from '@keyhaven/stays/calendar-date';
import { MAX_NIGHTS, type Stay } from '@keyhaven/stays/nights';
import type { PropertySettings } from '../../nights/domain/calendar-sources';
import { requiredGap } from '../../nights/domain/occupied-nights';

/** All nights of a calendar, in the given categories. */
export function allNights(...categories: CalendarCategory[]): ChangedRange[] {
  return [{ from: FIRST_DATE, to: LAST_DATE, categories }];
}

/** All nights of a calendar, in all categories. */
export const EVERYTHING: readonly ChangedRange[] = allNights(...calendarCategories);

/**
 * The nights of all possible stays that include a night from `from` to `to`, or arrive or depart on
 * a date from `from` to `to`.
 */
export function nightsAround({ from, to }: Pick<ChangedRange, 'from' | 'to'>): Pick<ChangedRange, 'from' | 'to'> {
  const [first, last] = [addDays(from, -MAX_NIGHTS), addDays(to, MAX_NIGHTS - 1)];
  return { from: first < FIRST_DATE ? FIRST_DATE : first, to: last > LAST_DATE ? LAST_DATE : last };
}

/** The settings that decide which nights around a stay can change when the stay is added or removed. */
type RecordSettings = Pick<PropertySettings, 'requiredGapBefore' | 'requiredGapAfter' | 'minNightsInGap'>;

/**
 * The nights that may change when a stay is added or removed: the nights and required gaps of this
 * stay, and the vacant nights around it. Vacant nights can become gaps or become sellable. The
 * range ends at the next stay on each side, or after the longest possible stay.
 * @param others other stays, at least the nearest one before and the nearest one after the stay and
 * its gaps.
 */
export function nightsChangedByRecord(stay: Stay, others: readonly Stay[], settings: RecordSettings): ChangedRange {
  const gap = requiredGap(settings);
  const { arrival, departure } = withGaps(stay, gap);
  const previous = others.filter((other) => other.departure <= arrival).map((other) => other.departure);
  const next = others.filter((other) => other.arrival >= departure).map((other) => other.arrival);
  return {
    from: previous.reduce((a, b) => (a > b ? a : b), addDays(arrival, -gap - MAX_NIGHTS)),
    to: next.reduce((a, b) => (a < b ? a : b), addDays(departure, gap + MAX_NIGHTS)),
    // With `min_nights_in_gap`, the minimum stay of vacant nights depends on the stays around them, so rules may change
    // too.
    categories: settings.minNightsInGap === null ? ['availability'] : ['availability', 'rules'],
  };
}

/** What a change of a spot rate affects. */
export interface ChangeOfRate {
  date: string;
  changesPrice: boolean;
  changesRules: boolean;
  /**
   * Whether the change may make stays sellable or unsellable. A change of the price alone does so only if rate
   * adjusters can reduce the old or the new price to 0.
   */
  altersStays: boolean;
}

/**
 * The nights that a change of a spot rate may affect. A new price usually changes only its own night. Any other change
 * affects which stays can be sold, and so it affects every night of every possible stay that includes this night, or
 * arrives or departs on its date. Occupied nights do not limit that range: a night is an orphan if it could be sold
 * only without the stays around it.
 */
export function nightsChangedByRate({ date, changesPrice, changesRules, altersStays }: ChangeOfRate): ChangedRange[] {
  const night = { from: date, to: date };
  return [
    ...(changesPrice ? [{ ...night, categories: ['rates' as const] }] : []),
    ...(changesRules ? [{ ...night, categories: ['rules' as const] }] : []),
    ...(altersStays ? [{ ...nightsAround(night), categories: ['availability' as const] }] : []),
  ];
}

/**
 * The nights that a season or holiday may change. A season or holiday with a rate or stay rules also affects which
 * stays can be sold.
 * @param categories the categories of the values that the season or holiday sets. Empty if it sets nothing.
 */
export function nightsChangedByPeriod(
  { from, to }: { from: string; to: string },
  categories: CalendarCategory[],
  altersStays: boolean,
): ChangedRange[] {
  if (categories.length === 0) return [];
  const nights = isYearlyDay(from) ? { from: FIRST_DATE, to: LAST_DATE } : { from, to };
  return [
    { ...nights, categories },
    ...(altersStays ? [{ ...nightsAround(nights), categories: ['availability' as const] }] : []),
  ];
}

export interface DaySettings {
  advanceNoticeDays: number;
  bookingWindowDays: number | null;
}

/**
 * The nights that change when days end: nights that are past now, nights near today on which guests can no longer
 * arrive, and nights that enter the booking window. If `ended` equals `today`, no day has ended, but the cutoff time
 * for same-day arrivals has passed. Then the range contains the nights of all stays that could arrive today.
 * @param ended the first night whose end has not been published yet.
 * @param today the first night that is not past now.
 */
export function nightsChangedByDays(
  ended: string,
  today: string,
  { advanceNoticeDays, bookingWindowDays }: DaySettings,
): ChangedRange[] {
  const reached = addDays(today, advanceNoticeDays + MAX_NIGHTS);
  if (bookingWindowDays === null || ended === today)
    return [{ from: ended, to: reached, categories: ['availability', 'rules'] }];
  const entered = { from: addDays(ended, bookingWindowDays), to: addDays(today, bookingWindowDays - 1) };
  const to = entered.to > reached ? entered.to : reached;
  return [
    { from: ended, to, categories: ['availability', 'rules'] },
    { ...entered, categories: [...calendarCategories] },
  ];
}

/**
 * Widens a stay by its required gaps. Callers search for the nearest stays outside of these gaps, because a block may
 * be within a gap.
 */
export function withGaps({ arrival, departure }: Stay, gap: number): Stay {
  return { arrival: addDays(arrival, -gap), departure: addDays(departure, gap) };
}
