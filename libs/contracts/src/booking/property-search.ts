import { z } from 'zod';
import { calendarDate } from '../shared/dates';
import { booleanQuery, idListInput, wholeNumberInput } from '../shared/inputs';
import { page, pagingQuery } from '../shared/paging';
import { propertyFilter } from '../shared/property-filter';
import { readBeside } from '../shared/read-beside';
import { listErrors } from '../shared/responses';
import { propertyParts } from './list-queries';
import { property } from './property';

/** The maximum number of nights of a search by dates. */
export const MAX_SEARCH_NIGHTS = 366;
const DAY_MS = 86_400_000;

/** Marks a parameter that describes the stay. The parameter is ignored if the search has no dates. */
const ofStay = <Schema extends z.ZodType>(schema: Schema) => readBeside('available_from', schema);
/** A number of guests, with the same limits as in bookings and quotes. */
const guestCount = (description: string) => ofStay(wholeNumberInput(0, 1000).optional().describe(description));
/** A minimum or maximum in a filter. Its range is that of the property setting that it is compared with. */
const limit = wholeNumberInput(0, 1000).optional();
const amount = z
  .string({ error: 'expected an amount such as 120.5' })
  .regex(/^\d{1,12}(\.\d{1,4})?$/, { error: 'expected an amount of 0 or more, such as 120.5' })
  .transform(Number)
  .meta({ type: 'number' })
  .optional();

/** Pairs of parameters. The first parameter of a pair must not be greater than the second. */
const bounds = [
  ['guests_min', 'guests_max'],
  ['bedrooms_min', 'bedrooms_max'],
] as const;
const boundsOfStay = [['rate_min', 'rate_max']] as const;

export const propertySearchQuery = pagingQuery
  .extend({
    ...propertyParts.shape,
    ...propertyFilter,
    available_from: calendarDate
      .optional()
      .describe('Day of arrival, `yyyy-mm-dd`. With `available_to`, only properties that can be quoted for the stay.'),
    available_to: calendarDate
      .optional()
      .describe(
        `Day of departure, \`yyyy-mm-dd\`, at most ${MAX_SEARCH_NIGHTS} nights after \`available_from\`. Both dates are ` +
          'required together.',
      ),
    guests_min: limit.describe(
      'Only properties that accept at least this number of guests. A property without a limit matches.',
    ),
    guests_max: limit.describe(
      'Only properties that accept at most this number of guests. A property without a limit does not match.',
    ),
    bedrooms_min: limit.describe('Only properties with at least this number of bedrooms.'),
    bedrooms_max: limit.describe('Only properties with at most this number of bedrooms.'),
    rate_min: ofStay(
      amount.describe("Lowest average rent of a night, in each property's own currency. Ignored without dates."),
    ),
    rate_max: ofStay(
      amount.describe("Highest average rent of a night, in each property's own currency. Ignored without dates."),
    ),
    pets_allowed: booleanQuery
      .optional()
      .describe('`true`: only properties that accept pets; `false`: only those that do not.'),
    children_allowed: booleanQuery
      .optional()
      .describe('`true`: only properties that accept children; `false`: only those that do not.'),
    include_tag_ids: idListInput
      .optional()
      .describe('Only properties with at least one of these tags: ids of tag definitions, separated by commas.'),
    exclude_tag_ids: idListInput
      .optional()
      .describe('Only properties with none of these tags: ids of tag definitions, separated by commas.'),
    evaluate_rules: ofStay(
      booleanQuery
        .default(true)
        .describe(
          'Whether the rules of the property and its limits of guests must be kept. Taken nights and missing prices are ' +
            'excluded in any case. Ignored without dates.',
        ),
    ),
    adults: guestCount(
      'Adults of the stay, at least 1. Default: `guests_min` minus `children`, at least 1. Ignored without dates.',
    ),
    children: guestCount('Children of the stay. Default 0. Ignored without dates.'),
    infants: guestCount('Infants of the stay, who change nothing. Ignored without dates.'),
    pets: guestCount('Pets of the stay. Default 0. Ignored without dates.'),
  })
  .superRefine((query, context) => {
    const refuse = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    const { available_from: arrival, available_to: departure } = query;
    const isDated = arrival !== undefined || departure !== undefined;
    for (const [least, most] of isDated ? [...bounds, ...boundsOfStay] : bounds) {
      const [from, to] = [query[least], query[most]];
      if (from !== undefined && to !== undefined && from > to) {
        refuse(most, `expected at least ${least}, ${from}, not ${to}`);
      }
    }
    if (!isDated) return;
    if (query.adults === 0) refuse('adults', 'expected at least 1, because a stay needs an adult');
    if (arrival === undefined) return refuse('available_from', 'expected a calendar date together with available_to');
    if (departure === undefined) return refuse('available_to', 'expected a calendar date together with available_from');
    const nights = (Date.parse(departure) - Date.parse(arrival)) / DAY_MS;
    if (nights < 1) refuse('available_to', `expected a date after available_from, ${arrival}`);
    if (nights > MAX_SEARCH_NIGHTS) {
      refuse('available_to', `expected at most ${MAX_SEARCH_NIGHTS} nights from ${arrival}, not ${nights}`);
    }
  });
export type PropertySearchQuery = z.output<typeof propertySearchQuery>;

export const foundProperty = property
  .extend({
    total_amount: z
      .number()
      .optional()
      .describe(
        'Sum of all charges that a quote for the stay would have, in `currency_code`. Only in searches with dates.',
      ),
    average_nightly_rate: z
      .number()
      .optional()
      .describe(
        'Average rent of a night of the stay, before surcharges, discounts and taxes. Only in searches with dates.',
      ),
  })
  .meta({ id: 'FoundProperty', description: 'A property that a search found.' });
export type FoundProperty = z.infer<typeof foundProperty>;

export const propertySearchRoutes = {
  searchProperties: {
    method: 'GET',
    path: '/v2/propertysearch',
    query: propertySearchQuery,
    summary: 'Search properties',
    description:
      'Finds active properties, ordered by id.\n\n' +
      'With `available_from` and `available_to`, it finds those for which a quote for the stay would succeed, and shows ' +
      'the price of that quote. Inactive and snoozed properties, taken nights and missing prices are always excluded.\n\n' +
      'Without dates, snoozed properties are included, and the parameters of a stay (`rate_min`, `rate_max`, ' +
      '`evaluate_rules` and the numbers of people) are ignored and listed in `X-Ignored`.\n\n' +
      'Prices and availability may change before you book: only a quote or a booking is certain. A property that was ' +
      'just added may cause a 503 for about a second.',
    responses: { 200: page(foundProperty), ...listErrors },
  },
} as const;
