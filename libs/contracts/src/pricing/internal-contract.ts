import { z } from 'zod';
import { calendarDate } from '../shared/dates';
import { idInput } from '../shared/inputs';
import { findRecordsContract } from '../shared/find-records-contract';
import { internalContract } from '../shared/internal-contract';
import { commonErrors } from '../shared/responses';
import { MAX_STAY_NIGHTS } from './rates';

/** The stay to price and to check against the rules. */
export const stayToPrice = z
  .object({
    user_id: idInput,
    property_id: idInput,
    arrival: calendarDate,
    departure: calendarDate,
    /**
     * The record that already occupies the nights for this stay: a quote's hold, or a booking that is being changed.
     */
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

/** A night of a stay with its price in the property's currency, before and after the rate adjusters of the calendar. */
const pricedNight = z.object({
  date: calendarDate,
  rent: z.number(),
  amount: z.number(),
  season_id: z.int().nullable(),
  is_spot_rate: z.boolean(),
});

const brokenRule = z.object({ rule: z.string(), message: z.string() });

/**
 * The price of each night of a stay, and the reasons that it cannot be sold. It can be sold if the last three lists are
 * empty.
 */
const pricedStay = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('unknown_property') }),
  z.object({
    outcome: z.literal('priced'),
    currency_code: z.string(),
    time_zone: z.string(),
    /** Today's date at the property. */
    today: calendarDate,
    /** All nights with a price, in order. */
    nights: z.array(pricedNight),
    /** Nights without a price; like occupied nights, they cannot be ignored. */
    unpriced_nights: z.array(calendarDate),
    taken_nights: z.array(calendarDate),
    /** Each has a message with the rule, the value and what is expected. */
    broken_rules: z.array(brokenRule),
  }),
]);
export type PricedStay = z.infer<typeof pricedStay>;

/** The routes of the pricing service for other services. */
export const pricingInternalContract = internalContract('pricing', {
  priceStay: {
    method: 'POST',
    path: '/internal/stays/price',
    body: stayToPrice,
    responses: { 200: pricedStay, ...commonErrors },
  },
  ...findRecordsContract,
});
