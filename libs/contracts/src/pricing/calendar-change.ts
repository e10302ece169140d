import { z } from 'zod';
import { calendarDate } from '../shared/dates';
import { id } from '../shared/inputs';

/**
 * What may have changed for a night:
 * - `availability`: whether it can be booked, and which booking occupies it (status, gap_type, booking_id, is_arrival,
 * is_departure, rules.is_stay_disallowed)
 * - `rates`: its rate
 * - `rules`: its other rules and its holiday
 */
export const calendarCategories = ['availability', 'rates', 'rules'] as const;
export type CalendarCategory = (typeof calendarCategories)[number];

/** The maximum number of ranges in one event. If there are more, those that are closest to each other are merged. */
export const MAX_CHANGED_RANGES = 50;

export const changedRange = z
  .object({
    from: calendarDate.describe('The first night. `1900-01-01` stands for all nights before `to`.'),
    to: calendarDate.describe('The last night, included. `2199-12-31` stands for all nights after `from`.'),
    categories: z
      .array(z.enum(calendarCategories))
      .min(1)
      .describe(
        'What may have changed. `availability`: who occupies the night and whether it can be sold. `rates`: its price. `rules`: its other rules and its holiday.',
      ),
  })
  .meta({ id: 'ChangedRange', description: 'A range of nights that may have changed.' });
export type ChangedRange = z.infer<typeof changedRange>;

export const calendarChange = z
  .object({
    property_id: id.describe('Id of the property.'),
    ranges: z
      .array(changedRange)
      .min(1)
      .max(MAX_CHANGED_RANGES)
      .describe(
        `The nights that may have changed, in order and without overlaps. At most ${MAX_CHANGED_RANGES} ranges; if more nights changed, ranges also include nights in between.`,
      ),
  })
  .meta({
    id: 'CalendarChange',
    description:
      'The `entity` of a calendar event. It names the nights of a property that may have changed; read them again with `GET /v2/calendar/{property_id}`.',
  });
export type CalendarChange = z.infer<typeof calendarChange>;
