import { z } from 'zod';
import { calendarDate } from '../shared/dates';
import { idInput } from '../shared/inputs';
import { findRecordsContract } from '../shared/find-records-contract';
import { internalContract } from '../shared/internal-contract';
import { commonErrors } from '../shared/responses';
import { MAX_STAY_NIGHTS } from './rates';

/** The stay that is to be priced and judged. */
export const stayToPrice = z
  .object({
    user_id: idInput,
    property_id: idInput,
    arrival: calendarDate,
    departure: calendarDate,
    /** The record that holds the nights for this very stay: a quote's hold, a booking that is changed. */
    ignoring_booking_id: idInput.optional(),
  })
  .refine(({ arrival, departure }) => departure > arrival, {
    path: ['departure'],
    error: 'expected a date after the arrival',
  })
  .refine(({ arrival, departure }) => (Date.parse(departure) - Date.parse(arrival)) / 86_400_000 <= MAX_STAY_NIGHTS, {
    path: ['departure'],
    error: `expected at most ${MAX_STAY_NIGHTS} nights`,
  });
export type StayToPrice = z.output<typeof stayToPrice>;

/** A night of a stay with its price in the property's currency, before and after the calendar's rate adjusters. */
const pricedNight = z.object({
  date: calendarDate,
  rent: z.number(),
  amount: z.number(),
  season_id: z.int().nullable(),
  is_spot_rate: z.boolean(),
});

const brokenRule = z.object({ rule: z.string(), message: z.string() });

/** What a stay costs a night, and what stands against it. It can be sold when the last three lists are empty. */
const pricedStay = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('unknown_property') }),
  z.object({
    outcome: z.literal('priced'),
    currency_code: z.string(),
    time_zone: z.string(),
    /** The date at the property. */
    today: calendarDate,
    /** Every night that has a price, in order. */
    nights: z.array(pricedNight),
    /** Nights without a price: never to be ignored, as taken ones. */
    unpriced_nights: z.array(calendarDate),
    taken_nights: z.array(calendarDate),
    /** Each with a message that names the rule, the value and what would be right. */
    broken_rules: z.array(brokenRule),
  }),
]);
export type PricedStay = z.infer<typeof pricedStay>;

/** The routes of pricing for other services. */
export const pricingInternalContract = internalContract('pricing', {
  priceStay: {
    method: 'POST',
    path: '/internal/stays/price',
    body: stayToPrice,
    responses: { 200: pricedStay, ...commonErrors },
  },
  ...findRecordsContract,
});
