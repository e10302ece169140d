import { z } from 'zod';
import { calendarDate } from '../shared/dates';
import { id } from '../shared/inputs';

export const nightStatuses = ['available', 'booked', 'blocked', 'gap', 'unavailable'] as const;

const nightRate = z
  .object({
    rent: z
      .number()
      .describe(
        'The spot rate of the night, else the rate of its season, else the default rate of the property; before rate adjusters.',
      ),
    amount: z
      .number()
      .describe(
        '`rent` after the rate adjusters that only property, date, weekday and season decide. Adjusters with other conditions, such as the number of guests, apply in quotes and bookings.',
      ),
    season_id: id
      .optional()
      .describe(
        'Id of the season that gives the night its rate, also if a spot rate overrides that rate. Absent if no season does.',
      ),
    is_spot_rate: z.literal(true).optional().describe('True if `rent` is a spot rate; otherwise absent.'),
  })
  .meta({
    id: 'NightRate',
    description: 'The price of one night in the currency of the calendar, before fees and taxes.',
  });

const nightRules = z
  .object({
    min_nights: z
      .int()
      .optional()
      .describe('The shortest stay that may arrive on this date, in nights. Absent if it is 1.'),
    max_nights: z
      .int()
      .optional()
      .describe(
        'The longest stay that may arrive on this date, in nights. Absent if there is no limit. 0 allows no arrival.',
      ),
    is_arrival_disallowed: z
      .literal(true)
      .optional()
      .describe('True if no stay may arrive on this date; otherwise absent.'),
    is_departure_disallowed: z
      .literal(true)
      .optional()
      .describe('True if no stay may depart on this date; otherwise absent.'),
    is_gap_required: z
      .literal(true)
      .optional()
      .describe(
        'True if the property requires vacant nights between stays. It is then present on every night from today on, occupied or not. Nights that must stay vacant have the status `gap`.',
      ),
    is_stay_disallowed: z
      .literal(true)
      .optional()
      .describe(
        'True if the night cannot be sold even if its `status` is `available`, for example because it has no price, the property is snoozed, or the notice is too short.',
      ),
  })
  .meta({
    id: 'NightRules',
    description:
      'Rules of one night for new stays. A rule that is not in force is absent. Past nights have no rules but `is_stay_disallowed`.',
  });

export const night = z
  .object({
    date: calendarDate.describe('The night from this date to the following morning, local to the property.'),
    status: z
      .enum(nightStatuses)
      .describe(
        '`available`: nothing occupies the night. `booked`: a guest or owner booking does. `blocked`: a block, the hold of a quote or a booking of a linked property does. `gap`: vacant, but not for sale; see `gap_type`. `unavailable`: something of an unknown type occupies it; treat it as not for sale.',
      ),
    gap_type: z
      .enum(['required', 'orphan'])
      .optional()
      .describe(
        'Present only if `status` is `gap`. `required`: the property keeps the night vacant next to a stay. `orphan`: no stay that the rules allow fits between the stays around it. A night that is both is `required`.',
      ),
    is_arrival: z
      .literal(true)
      .optional()
      .describe(
        'True if a stay arrives on this date; otherwise absent. Nights that are blocked by a linked property have it only where the blocked run begins.',
      ),
    is_departure: z
      .literal(true)
      .optional()
      .describe(
        'True if a stay departs in the morning of this date; otherwise absent. On a turnover day it belongs to another booking than `booking_id`. After nights that are blocked by a linked property, it is present only where the blocked run ends.',
      ),
    booking_id: id
      .optional()
      .describe(
        'Id of the booking, block, hold or linked record that occupies the night. On a turnover day it is the one that arrives. Absent if the night is vacant.',
      ),
    overbooked_booking_ids: z
      .array(id)
      .optional()
      .describe(
        'Ids of the other bookings for the night, if it is overbooked; `booking_id` is not among them. Absent if there are none.',
      ),
    rate: nightRate
      .optional()
      .describe('The price of the night before fees and taxes. Absent if it has none; it cannot be sold then.'),
    rules: nightRules.optional().describe('The rules in force. Absent if there are none.'),
    holiday_name: z.string().optional().describe('Name of the holiday on this date. Absent if there is none.'),
  })
  .meta({
    id: 'CalendarNight',
    description:
      'One night of a property. Values that are not set are absent. The night can be sold if `status` is `available` and `rules.is_stay_disallowed` is absent.',
  });
export type CalendarNight = z.infer<typeof night>;

export const propertyCalendar = z
  .object({
    property_id: id.describe('Id of the property.'),
    currency_code: z
      .string()
      .describe('Currency of the rates (ISO 4217): that of the property, else that of the account.'),
    days: z
      .array(night)
      .optional()
      .describe('The nights of the requested range that have data, ordered by date. Absent if there are none.'),
  })
  .meta({ id: 'PropertyCalendar', description: 'The nights of one property.' });
export type PropertyCalendar = z.infer<typeof propertyCalendar>;

/**
 * The maximum number of days in the range of a calendar request, including both dates. MAX_DAYS is
 * for requests for several properties, MAX_DAYS_OF_ONE for requests for one property.
 */
export const MAX_DAYS = 90;
export const MAX_DAYS_OF_ONE = 366;

const DAY_MS = 86_400_000;

/** The dates of a calendar. Both dates are included. */
export function calendarRange(maximumDays: number) {
  return z
    .object({
      from: calendarDate.describe('The first night, a date local to the property. Past dates are accepted.'),
      to: calendarDate.describe(
        `The last night, included: \`from\` or later. From \`from\` to \`to\` there may be at most ${maximumDays} days, counting both.`,
      ),
    })
    .superRefine(({ from, to }, context) => {
      const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
      if (days < 1)
        context.addIssue({ code: 'custom', path: ['to'], message: `expected a date on or after from, ${from}` });
      if (days > maximumDays) {
        const message = `expected at most ${maximumDays} days from ${from}, both dates included, not ${days}`;
        context.addIssue({ code: 'custom', path: ['to'], message });
      }
    });
}
