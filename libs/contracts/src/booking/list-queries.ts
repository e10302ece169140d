import { z } from 'zod';
import { removalMessage } from '../platform/changes';
import { calendarDate } from '../shared/dates';
import { activeQuery, booleanQuery, includedAnyway, removedParameter, text, wordInput } from '../shared/inputs';
import { changedSinceQuery } from '../shared/paging';
import { propertyFilter } from '../shared/property-filter';
import { propertyTextFilter } from './property-text-filter';
import { bookingStatuses } from './booking';

export const bookingParts = z.object({
  include_charges: booleanQuery.optional().describe('Whether the answer includes `charges`. Default false.'),
  include_guest: booleanQuery.optional().describe('Whether the answer includes `guest`. Default false.'),
  include_tags: booleanQuery.optional().describe('Whether the answer includes `tags`. Default false.'),
  include_fields: booleanQuery.optional().describe('Whether the answer includes custom field values. Default false.'),
  include_door_codes: booleanQuery.optional().describe('Whether the answer includes `door_codes`. Default false.'),
  include_agreements: booleanQuery.optional().describe('Whether the answer includes `agreements`. Default false.'),
  include_cancellation_policy: booleanQuery
    .optional()
    .describe('Whether the answer includes `cancellation_policy_description`. Default false.'),
});
/**
 * The query parameters of routes that return one booking. Their responses contain most optional parts even if the query
 * does not ask for them.
 */
export const oneBookingParts = bookingParts.extend({
  include_charges: includedAnyway('charges'),
  include_guest: includedAnyway('guest'),
  include_tags: includedAnyway('tags'),
  include_agreements: includedAnyway('agreements'),
  include_cancellation_policy: includedAnyway('cancellation_policy_description'),
});
export type BookingParts = z.output<typeof bookingParts>;

export const bookingListQuery = changedSinceQuery.extend({
  ...bookingParts.shape,
  ...propertyFilter,
  ...propertyTextFilter,
  q: text(200)
    .optional()
    .describe(
      'Only bookings whose guest has names that begin with the words of this text, whose reservation number it is, or whose ' +
        'title begins with it.',
    ),
  status: wordInput(bookingStatuses).optional().describe('Only bookings with this status.'),
  from: calendarDate.optional().describe('Only bookings whose departure is on or after this date, `yyyy-mm-dd`.'),
  to: calendarDate.optional().describe('Only bookings whose arrival is on or before this date, `yyyy-mm-dd`.'),
  sinceUtc: removedParameter(removalMessage('bookings-since')),
});
export type BookingListQuery = z.output<typeof bookingListQuery>;

export const propertyParts = z.object({
  include_tags: booleanQuery.optional().describe('Whether the answer includes `tags`. Default false.'),
  include_fields: booleanQuery.optional().describe('Whether the answer includes custom field values. Default false.'),
});
export const onePropertyParts = propertyParts.extend({ include_tags: includedAnyway('tags') });
export type PropertyParts = z.output<typeof propertyParts>;
/** The maximum number of nights in a search for free properties: the length of the longest stay. */
const MAX_NIGHTS_FREE = 1100;
const DAY_MS = 86_400_000;

/**
 * The filters of the list of properties. Each is validated separately; checkFreeDates validates the
 * two dates together.
 */
export const propertyFilters = changedSinceQuery.extend({
  ...propertyParts.shape,
  ...propertyFilter,
  q: text(200)
    .optional()
    .describe(
      'Only properties in whose name, external name or internal code this text occurs, in any case, or with this id.',
    ),
  active: activeQuery
    .optional()
    .describe('`true`: only active properties; `false`: only inactive ones; `all`, the default: both.'),
  is_snoozed: booleanQuery.optional().describe('Only properties that are snoozed, or only those that are not.'),
  availability_start_date: calendarDate
    .optional()
    .describe(
      'Only properties whose nights are free from this date, `yyyy-mm-dd`, to `availability_end_date`. Stay rules are not ' +
        'checked.',
    ),
  availability_end_date: calendarDate
    .optional()
    .describe(
      `Day of departure, \`yyyy-mm-dd\`, at most ${MAX_NIGHTS_FREE} nights after \`availability_start_date\`. Both dates are ` +
        'required together.',
    ),
});

/**
 * Checks the two dates of a search for properties that are free between them.
 * @param startName the name of the parameter, which differs between versions of the API.
 */
export function checkFreeDates<Start extends string, End extends string>(startName: Start, endName: End) {
  return (query: { [Name in Start | End]?: string }, context: z.RefinementCtx) => {
    const { [startName]: start, [endName]: end } = query;
    const refuse = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    if (start === undefined && end === undefined) return;
    if (start === undefined) return refuse(startName, `expected a calendar date together with ${endName}`);
    if (end === undefined) return refuse(endName, `expected a calendar date together with ${startName}`);
    const nights = (Date.parse(end) - Date.parse(start)) / DAY_MS;
    if (nights < 1) refuse(endName, `expected a date after ${startName}, ${start}`);
    if (nights > MAX_NIGHTS_FREE) {
      refuse(endName, `expected at most ${MAX_NIGHTS_FREE} nights from ${start}, not ${nights}`);
    }
  };
}

export const propertyListQuery = propertyFilters.superRefine(
  checkFreeDates('availability_start_date', 'availability_end_date'),
);
export type PropertyListQuery = z.output<typeof propertyListQuery>;
