import type { CalendarNight } from '@keyhaven/contracts/pricing/calendar';

/** The states of a night that the chart distinguishes by colour and texture. */
export type NightLook = 'free' | 'closed' | 'booked' | 'blocked' | 'required' | 'orphan' | 'unavailable' | 'missing';

/** The words for each state, in the legend, the tooltips and the panel of a chosen night. */
export const lookWords: Readonly<Record<NightLook, string>> = {
  free: 'Available',
  closed: 'Vacant, but cannot be sold',
  booked: 'Booked',
  blocked: 'Blocked',
  required: 'Gap: required between stays',
  orphan: 'Gap: no stay fits',
  unavailable: 'Not for sale',
  missing: 'Not in the calendar',
};

export function lookOf(night: CalendarNight | undefined): NightLook {
  if (!night) return 'missing';
  if (night.status === 'gap') return night.gap_type ?? 'orphan';
  if (night.status === 'available') return night.rules?.is_stay_disallowed ? 'closed' : 'free';
  return night.status;
}

/** Returns the rules of a night, each in a few words. */
export function ruleWords({ rules = {} }: CalendarNight): string[] {
  return [
    ...(rules.min_nights === undefined ? [] : [`at least ${rules.min_nights} nights`]),
    ...(rules.max_nights === undefined ? [] : [`at most ${countNights(rules.max_nights)}`]),
    ...(rules.is_arrival_disallowed ? ['no arrival'] : []),
    ...(rules.is_departure_disallowed ? ['no departure'] : []),
    ...(rules.is_gap_required ? ['gaps required'] : []),
  ];
}

/** Describes whether guests arrive or leave on the day of a night. */
export function turnoverWords({ is_arrival, is_departure }: CalendarNight): string | undefined {
  if (is_arrival && is_departure) return 'turnover';
  if (is_arrival) return 'arrival';
  return is_departure ? 'departure' : undefined;
}

export function countNights(nights: number): string {
  return nights === 1 ? '1 night' : `${nights} nights`;
}
