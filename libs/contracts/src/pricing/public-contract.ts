import { initContract } from '../platform/ts-rest';
import { z } from 'zod';
import { calendarDate } from '../shared/dates';
import { readHeaders, writeHeaders } from '../shared/headers';
import { activeQuery, idInput, idPath } from '../shared/inputs';
import { changedSinceQuery, page, pagingQuery } from '../shared/paging';
import { lenientPropertyFilter, propertyFilter } from '../shared/property-filter';
import { commonErrors, createErrors, listErrors } from '../shared/responses';
import { calendarRange, MAX_DAYS, MAX_DAYS_OF_ONE, propertyCalendar } from './calendar';
import { season } from './season';
import { spotRate, spotRatesPatch } from './spot-rate';

const contract = initContract();

const spotRateListQuery = pagingQuery.omit({ after_id: true }).extend({
  ...propertyFilter,
  from: calendarDate.optional().describe('Only nights on or after this date.'),
  to: calendarDate.optional().describe('Only nights on or before this date.'),
  after: z
    .string()
    .regex(/^[1-9]\d{0,15}\/\d{4}-\d{2}-\d{2}$/, { error: 'expected the value from next_page_url' })
    .transform((text) => {
      const [propertyId, date] = text.split('/') as [string, string];
      return { propertyId: Number(propertyId), date };
    })
    .optional()
    .describe(
      'Property and date of the last spot rate of the previous page, such as `31/2026-07-01`. It occurs in `next_page_url`; do not make it yourself.',
    ),
});
export type SpotRateListQuery = z.output<typeof spotRateListQuery>;

const calendarListQuery = pagingQuery
  .extend({
    ...lenientPropertyFilter,
    active: activeQuery
      .default(true)
      .describe('`true` (the default): only active properties. `false`: only inactive ones. `all`: both.'),
  })
  .and(calendarRange(MAX_DAYS));
export type CalendarListQuery = z.output<typeof calendarListQuery>;

const seasonListQuery = changedSinceQuery.extend(propertyFilter);
export type SeasonListQuery = z.output<typeof seasonListQuery>;

const calendarQuery = calendarRange(MAX_DAYS_OF_ONE);
export type CalendarQuery = z.output<typeof calendarQuery>;

/** The routes of the pricing service for integrations, through the gateway. */
export const pricingPublicContract = contract.router({
  listCalendars: {
    method: 'GET',
    path: '/v2/calendar',
    headers: readHeaders,
    query: calendarListQuery,
    summary: 'Read the calendars of properties',
    description: [
      'Rates, rules and availability, night by night, of all properties of the account or of those in `property_ids`, ordered by property id. Entries of `property_ids` that do not exist, or are no ids, are left out.',
      'A night can be sold if `status` is `available` and `rules.is_stay_disallowed` is absent. Answers are sparse: an absent field is not set. Nights beyond the booking window of the property and before its recorded history are left out, so fewer nights than requested are normal.',
      'Rates are per night, before fees and taxes: for the price of a stay use a quote. A change usually appears in well under a second. Confirm with a quote or booking before you promise a night. There is no `since_utc`; subscribe to the type `calendar` instead, or send the `ETag` of your last answer as `If-None-Match`: the answer is a 304 if nothing changed.',
    ].join('\n\n'),
    responses: { 200: page(propertyCalendar), ...listErrors },
  },
  getCalendar: {
    method: 'GET',
    path: '/v2/calendar/:property_id',
    pathParams: z.object({ property_id: idInput.describe('Id of the property.') }),
    headers: readHeaders,
    query: calendarQuery,
    summary: 'Read the calendar of one property',
    description: [
      'Rates, rules and availability of one property, active or not, night by night. The fields are the same as for several properties, but the range may be longer.',
      'A night can be sold if `status` is `available` and `rules.is_stay_disallowed` is absent. Nights beyond the booking window of the property and before its recorded history are left out, so fewer nights than requested are normal. Past nights show the rates that were in force when the day ended.',
      'Rates are per night, before fees and taxes: for the price of a stay use a quote. Send the `ETag` of your last answer as `If-None-Match` to get a 304 if nothing changed.',
    ].join('\n\n'),
    responses: { 200: propertyCalendar, ...commonErrors },
  },
  listSeasons: {
    method: 'GET',
    path: '/v2/seasons',
    query: seasonListQuery,
    summary: 'List seasons',
    description:
      'The seasons of the account, ordered by id. With `property_id` or `property_ids`, only those that apply to one of these properties, including seasons for all properties. Seasons are written by the operator. The effective price and rules of a night are in the calendar.',
    responses: { 200: page(season), ...listErrors },
  },
  getSeason: {
    method: 'GET',
    path: '/v2/seasons/:id',
    pathParams: idPath('season'),
    summary: 'Read a season',
    description: 'One season: its period, properties, rate and rules. `season_id` in the calendar refers to it.',
    responses: { 200: season, ...commonErrors },
  },
  listSpotRates: {
    method: 'GET',
    path: '/v2/spotrates',
    query: spotRateListQuery,
    summary: 'List spot rates',
    description:
      'What is set for single nights, ordered by property and date: only nights for which a price or a rule is set. These are the raw settings; the effective price and rules of a night are in the calendar. The currency is not repeated: it is that of the property.',
    responses: { 200: page(spotRate), ...listErrors },
  },
  updateSpotRates: {
    method: 'PATCH',
    path: '/v2/spotrates',
    headers: writeHeaders,
    body: spotRatesPatch,
    summary: 'Set or clear spot rates',
    description: [
      'Sets prices and rules of single nights, up to 5,000 in one request. Send an object with the array `rates`, or only the array. Each field is independent: a field that is not sent keeps its value, and null clears it.',
      'Either all changes are made or none. If anything is wrong (an unknown property, another currency than that of the property, the same night twice, a date that does not exist), the answer is a 400 that names the entries, and nothing changes.',
      'The answer contains the nights of the request in their order, as they are afterwards. A night for which nothing is set any more has `amount: null` and no rules. After a 504 the request may still be applied; repeat it with the same `Idempotency-Key`, or send it again.',
    ].join('\n\n'),
    responses: { 200: page(spotRate), ...createErrors },
  },
});
