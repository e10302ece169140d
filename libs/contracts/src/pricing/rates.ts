import { z } from 'zod';
import { MAX_AMOUNT } from '../shared/money';
import { wholeNumberInput, wordInput } from '../shared/inputs';

/** The days of the week by number: Sunday is 0. */
export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
export type WeekdayName = (typeof weekdays)[number];

/** The most nights of a stay, which one record can occupy. */
export const MAX_STAY_NIGHTS = 1100;

/** The price of a night, in the currency's unit; greater than 0. */
export const priceInput = z
  .number({ error: 'expected a price, a number of the currency’s unit' })
  .gt(0, { error: 'expected a price greater than 0' })
  .max(MAX_AMOUNT, { error: `expected a price of at most ${MAX_AMOUNT}` });

/** The price of a night, with different prices for some weekdays. */
export const nightlyRate = z.object({
  amount: z.number(),
  by_weekday: z.partialRecord(z.enum(weekdays), z.number()),
});
export type NightlyRate = z.infer<typeof nightlyRate>;

export const nightlyRateInput = z.object({
  amount: priceInput,
  by_weekday: z.partialRecord(z.enum(weekdays), priceInput).default({}),
});

/**
 * The rules of a season or a property. If a rule is null, the next season that covers the night and sets it applies,
 * then the property's; null on the property means that there is no such rule.
 */
export const stayRules = z.object({
  min_nights: z.int().nullable(),
  max_nights: z.int().nullable(),
  no_arrival_weekdays: z.array(z.enum(weekdays)).nullable(),
  no_departure_weekdays: z.array(z.enum(weekdays)).nullable(),
  is_stay_disallowed: z.boolean().nullable(),
});
export type StayRules = z.infer<typeof stayRules>;

const weekdaysInput = z
  .array(wordInput(weekdays))
  .max(14)
  .transform((list) => weekdays.filter((weekday) => list.includes(weekday)));

/** Rules in a request. Each is independent; one that is left out keeps its value. */
export const stayRulesInput = z
  .object({
    min_nights: wholeNumberInput(1, MAX_STAY_NIGHTS).nullable(),
    max_nights: wholeNumberInput(0, MAX_STAY_NIGHTS).nullable(),
    no_arrival_weekdays: weekdaysInput.nullable(),
    no_departure_weekdays: weekdaysInput.nullable(),
    is_stay_disallowed: z.boolean().nullable(),
  })
  .partial();
export type StayRulesInput = z.output<typeof stayRulesInput>;

/** The rules of a property or a season that sets none. */
export const NO_RULES: StayRules = {
  min_nights: null,
  max_nights: null,
  no_arrival_weekdays: null,
  no_departure_weekdays: null,
  is_stay_disallowed: null,
};
