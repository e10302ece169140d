import { z } from 'zod';
import { calendarDate } from '../shared/dates';
import { id } from '../shared/inputs';

export const nightStatuses = ['available', 'booked', 'blocked', 'gap', 'unavailable'] as const;

/** One night, from its date to the following morning. Fields that are absent are not set. */
export const night = z.object({
  date: calendarDate,
  status: z.enum(nightStatuses),
  gap_type: z.enum(['required', 'orphan']).optional(),
  is_arrival: z.literal(true).optional(),
  is_departure: z.literal(true).optional(),
  /** The record that occupies the night. */
  booking_id: id.optional(),
  /** Overbooked bookings of the same night, in addition to the record that occupies it. */
  overbooked_booking_ids: z.array(id).optional(),
  rate: z
    .object({
      rent: z.number(),
      amount: z.number(),
      season_id: id.optional(),
      is_spot_rate: z.literal(true).optional(),
    })
    .optional(),
  rules: z
    .object({
      min_nights: z.int().optional(),
      max_nights: z.int().optional(),
      is_arrival_disallowed: z.literal(true).optional(),
      is_departure_disallowed: z.literal(true).optional(),
      is_gap_required: z.literal(true).optional(),
      is_stay_disallowed: z.literal(true).optional(),
    })
    .optional(),
  holiday_name: z.string().optional(),
});
export type CalendarNight = z.infer<typeof night>;

/** The nights of one property; `days` is absent if there are none. */
export const propertyCalendar = z.object({
  property_id: id,
  currency_code: z.string(),
  days: z.array(night).optional(),
});
export type PropertyCalendar = z.infer<typeof propertyCalendar>;

/** The most days of a range, both dates included: for several properties, and for one. */
export const MAX_DAYS = 90;
export const MAX_DAYS_OF_ONE = 366;

const DAY_MS = 86_400_000;

/** The range of a calendar, both dates included. */
export function calendarRange(maximumDays: number) {
  return z.object({ from: calendarDate, to: calendarDate }).superRefine(({ from, to }, context) => {
    const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
    if (days < 1)
      context.addIssue({ code: 'custom', path: ['to'], message: `expected a date on or after from, ${from}` });
    if (days > maximumDays) {
      const message = `expected at most ${maximumDays} days from ${from}, both dates included, not ${days}`;
      context.addIssue({ code: 'custom', path: ['to'], message });
    }
  });
}
