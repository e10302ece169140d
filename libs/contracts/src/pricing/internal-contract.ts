import { z } from 'zod';
import { calendarDate } from '../shared/dates';
import { idInput } from '../shared/inputs';
import { findRecordsContract } from '../shared/find-records-contract';
import { internalContract } from '../shared/internal-contract';
import { commonErrors } from '../shared/responses';
import { MAX_STAY_NIGHTS } from './rates';

const datesToPrice = {
  arrival: calendarDate.describe('Date of the arrival.'),
  departure: calendarDate.describe(
    `Date of the departure: after the arrival, at most ${MAX_STAY_NIGHTS} nights later.`,
  ),
};

/** Adds the checks that the departure is after the arrival and that the stay is not too long. */
function withStayDates<Schema extends z.ZodType<{ arrival: string; departure: string }>>(schema: Schema) {
  return schema
    .refine(({ arrival, departure }) => departure > arrival, {
      path: ['departure'],
      error: 'expected a date after the arrival',
    })
    .refine(({ arrival, departure }) => (Date.parse(departure) - Date.parse(arrival)) / 86_400_000 <= MAX_STAY_NIGHTS, {
      path: ['departure'],
      error: `expected at most ${MAX_STAY_NIGHTS} nights`,
    });
}

/** A stay whose price is to be computed and whose rules are to be checked. */
export const stayToPrice = withStayDates(
  z.object({
    user_id: idInput.describe('Id of the account.'),
    property_id: idInput.describe('Id of the property.'),
    ...datesToPrice,
    ignoring_booking_id: idInput
      .optional()
      .describe(
        "Id of a record that already occupies the nights for this stay: a quote's hold, or a booking that is being changed.",
      ),
  }),
);
export type StayToPrice = z.output<typeof stayToPrice>;

/** The maximum number of properties that one call can price. */
export const MAX_STAYS_PRICED = 200;

/** The same stay at several properties. */
export const staysToPrice = withStayDates(
  z.object({
    user_id: idInput.describe('Id of the account.'),
    property_ids: z.array(idInput).min(1).max(MAX_STAYS_PRICED).describe(`Ids of 1 to ${MAX_STAYS_PRICED} properties.`),
    ...datesToPrice,
  }),
);
export type StaysToPrice = z.output<typeof staysToPrice>;

const pricedNight = z.object({
  date: calendarDate.describe('The night from this date to the following morning.'),
  rent: z.number().describe('Price in the currency of the property before rate adjusters.'),
  amount: z.number().describe('`rent` after the rate adjusters of the calendar.'),
  season_id: z.int().nullable().describe('Id of the season that gives the night its rate; null if none does.'),
  is_spot_rate: z.boolean().describe('Whether `rent` is a spot rate.'),
});

const brokenRule = z.object({
  rule: z.string().describe('Name of the rule, such as `min_nights`.'),
  message: z.string().describe('The rule, the value, and what is expected.'),
});

const pricedStay = z
  .discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('unknown_property').describe('The account has no such property.') }),
    z.object({
      outcome: z
        .literal('priced')
        .describe('The property exists. The stay can be sold if the last three lists are empty.'),
      currency_code: z.string().describe('Currency of the property (ISO 4217).'),
      time_zone: z.string().describe('IANA time zone of the property, else that of the account.'),
      today: calendarDate.describe("Today's date at the property."),
      nights: z.array(pricedNight).describe('All nights with a price, in order.'),
      unpriced_nights: z
        .array(calendarDate)
        .describe('Nights without a price. Like taken nights, they cannot be ignored.'),
      taken_nights: z.array(calendarDate).describe('Nights that another record occupies.'),
      broken_rules: z.array(brokenRule).describe('The rules that the stay breaks.'),
    }),
  ])
  .meta({
    id: 'PricedStay',
    description: 'The price of each night of a stay, and the reasons why the stay cannot be sold.',
  });
export type PricedStay = z.infer<typeof pricedStay>;

const pricedStays = z.object({
  stays: z.array(pricedStay).describe('One for each property, in the order of the request.'),
});
export type PricedStays = z.infer<typeof pricedStays>;

/** The routes of the pricing service for other services. */
export const pricingInternalContract = internalContract('pricing', {
  priceStay: {
    method: 'POST',
    path: '/internal/stays/price',
    body: stayToPrice,
    summary: 'Price a stay and check it against the rules',
    description:
      'The result of a stay that cannot be sold has its reasons: taken nights, nights without a price, broken rules. Past nights have the prices from when their day ended. An unknown property is an `outcome`, not an error.',
    responses: { 200: pricedStay, ...commonErrors },
  },
  priceStays: {
    method: 'POST',
    path: '/internal/stays/price-many',
    body: staysToPrice,
    summary: 'Price the same stay at several properties',
    description: 'The same result as for one property, for up to 200 of them, in the order of `property_ids`.',
    responses: { 200: pricedStays, ...commonErrors },
  },
  ...findRecordsContract,
});
