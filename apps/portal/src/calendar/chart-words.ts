import type { CalendarNight } from '@keyhaven/contracts/pricing/calendar';
import { formatDate } from '@keyhaven/pages/format/dates';
import { formatMoneyWithCode } from '@keyhaven/pages/format/money';
import { lookOf, lookWords, ruleWords, turnoverWords } from './domain/night-words';

const [weekdays, months] = [
  new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' }),
  new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' }),
];

/** Returns the parts of a date for a column heading. */
export function shortDay(date: string): { weekday: string; day: string; month: string } {
  const day = new Date(`${date}T00:00:00Z`);
  return { weekday: weekdays.format(day), day: String(day.getUTCDate()), month: months.format(day) };
}

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0, useGrouping: false });
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

/** Formats a rate in at most five characters, such as 120, 9999, 12.5K or 1.25M. The tooltip shows the exact rate. */
export function compactRate(amount: number): string {
  return (amount < 9999.5 ? whole : compact).format(amount);
}

/** Returns the text about a night for the tooltip and for screen readers. */
export function nightTip(name: string, date: string, night: CalendarNight | undefined, currencyCode: string): string {
  return [
    `${name}, ${formatDate(date)}: ${lookWords[lookOf(night)]}`,
    ...(night?.rate ? [formatMoneyWithCode(night.rate.amount, currencyCode)] : []),
    ...(night ? ruleWords(night) : []),
    ...((night && turnoverWords(night)) === undefined ? [] : [turnoverWords(night!)!]),
    ...(night?.overbooked_booking_ids ? ['overbooked'] : []),
    ...(night?.holiday_name === undefined ? [] : [night.holiday_name]),
  ].join(' · ');
}
