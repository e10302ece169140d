import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { calendarDate } from '../shared/dates';
import { readHeaders, writeHeaders } from '../shared/headers';
import { activeQuery, idInput } from '../shared/inputs';
import { page, pagingQuery } from '../shared/paging';
import { lenientPropertyFilter, propertyFilter } from '../shared/property-filter';
import { commonErrors, writeErrors } from '../shared/responses';
import { calendarRange, MAX_DAYS, MAX_DAYS_OF_ONE, propertyCalendar } from './calendar';
import { spotRate, spotRatesPatch } from './spot-rate';

const contract = initContract();

/** `after` is part of next_page_url: property and date of the last spot rate of the previous page. */
const spotRateListQuery = pagingQuery.omit({ after_id: true }).extend({
  ...propertyFilter,
  from: calendarDate.optional(),
  to: calendarDate.optional(),
  after: z
    .string()
    .regex(/^[1-9]\d{0,15}\/\d{4}-\d{2}-\d{2}$/, { error: 'expected the value that next_page_url carries' })
    .transform((text) => {
      const [propertyId, date] = text.split('/') as [string, string];
      return { propertyId: Number(propertyId), date };
    })
    .optional(),
});
export type SpotRateListQuery = z.output<typeof spotRateListQuery>;

const calendarListQuery = pagingQuery
  .extend({ ...lenientPropertyFilter, active: activeQuery.default(true) })
  .and(calendarRange(MAX_DAYS));
export type CalendarListQuery = z.output<typeof calendarListQuery>;

const calendarQuery = calendarRange(MAX_DAYS_OF_ONE);
export type CalendarQuery = z.output<typeof calendarQuery>;

/** The routes of the pricing service for integrations, through the gateway. */
export const pricingPublicContract = contract.router({
  listCalendars: {
    method: 'GET',
    path: '/v2/calendar',
    headers: readHeaders,
    query: calendarListQuery,
    summary: 'Rates, rules and availability of many properties, night by night',
    responses: { 200: page(propertyCalendar), ...commonErrors },
  },
  getCalendar: {
    method: 'GET',
    path: '/v2/calendar/:property_id',
    pathParams: z.object({ property_id: idInput }),
    headers: readHeaders,
    query: calendarQuery,
    summary: 'Rates, rules and availability of one property, night by night',
    responses: { 200: propertyCalendar, ...commonErrors },
  },
  listSpotRates: {
    method: 'GET',
    path: '/v2/spotrates',
    query: spotRateListQuery,
    summary: 'What is set for single nights, ordered by property and date',
    responses: { 200: page(spotRate), ...commonErrors },
  },
  updateSpotRates: {
    method: 'PATCH',
    path: '/v2/spotrates',
    headers: writeHeaders,
    body: spotRatesPatch,
    summary: 'Set and clear spot rates of single nights; all changes are made, or none',
    responses: { 200: page(spotRate), ...writeErrors },
  },
});
