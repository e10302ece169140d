import { z } from 'zod';
import { MAX_AMOUNT } from '../shared/money';
import { wholeNumberInput, wordInput } from '../shared/inputs';

/** The days of the week. Their indexes are those of JavaScript: Sunday is 0. */
export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
export type WeekdayName = (typeof weekdays)[number];

/** The maximum number of nights of a stay. */
export const MAX_STAY_NIGHTS = 1100;

/** The price of a night, in the currency's unit; greater than 0. */
export const priceInput = z
  .number({ error: 'expected a price, a number of the currency’s unit' })
  .gt(0, { error: 'expected a price greater than 0' })
  .max(MAX_AMOUNT, { error: `expected a price of at most ${MAX_AMOUNT}` });

const rateWords = {
  amount: 'Price of a night, before fees and taxes.',
  by_weekday:
    'Other prices for some weekdays, by the English name of the weekday on which the night begins, such as `{"friday": 150}`.',
};

export const nightlyRate = z
  .object({
    amount: z.number().describe(rateWords.amount),
    by_weekday: z.partialRecord(z.enum(weekdays), z.number()).describe(rateWords.by_weekday),
  })
  .meta({ id: 'NightlyRate', description: 'The price of a night, with other prices for some weekdays.' });
export type NightlyRate = z.infer<typeof nightlyRate>;

export const nightlyRateInput = z
  .object({
    amount: priceInput.describe(`${rateWords.amount} Greater than 0, with no more decimals than the currency has.`),
    by_weekday: z
      .partialRecord(z.enum(weekdays), priceInput)
      .default({})
      .describe(`${rateWords.by_weekday} Each is greater than 0.`),
  })
  .meta({
    id: 'NightlyRateInput',
    description: 'The price of a night, with other prices for some weekdays. It replaces the previous one as a whole.',
  });

/**
 * The rules of a season or a property. Null means that the season or property does not set the rule. Then the rule
 * comes from the next season that covers the night and sets it, or else from the property. If none of them sets the
 * rule, the night has no such rule.
 */
export const stayRules = z
  .object({
    min_nights: z
      .int()
      .nullable()
      .describe('The shortest stay that may arrive on these nights, in nights. Null if it is not set here.'),
    max_nights: z
      .int()
      .nullable()
      .describe(
        'The longest stay that may arrive on these nights, in nights; 0 allows none. Null if it is not set here.',
      ),
    no_arrival_weekdays: z
      .array(z.enum(weekdays))
      .nullable()
      .describe('Weekdays on which no stay may arrive; an empty list allows all. Null if it is not set here.'),
    no_departure_weekdays: z
      .array(z.enum(weekdays))
      .nullable()
      .describe('Weekdays on which no stay may depart; an empty list allows all. Null if it is not set here.'),
    is_stay_disallowed: z
      .boolean()
      .nullable()
      .describe('True if no stay may include these nights. Null if it is not set here.'),
  })
  .meta({
    id: 'StayRules',
    description:
      'Rules for stays. A rule that a season leaves null is taken from the next season that covers the night, else from the property. If neither sets it, there is no such rule.',
  });
export type StayRules = z.infer<typeof stayRules>;

const weekdaysInput = z
  .array(wordInput(weekdays))
  .max(14)
  .transform((list) => weekdays.filter((weekday) => list.includes(weekday)));

export const stayRulesInput = z
  .object({
    min_nights: wholeNumberInput(1, MAX_STAY_NIGHTS)
      .nullable()
      .describe(`The shortest stay that may arrive on these nights: 1 to ${MAX_STAY_NIGHTS} nights.`),
    max_nights: wholeNumberInput(0, MAX_STAY_NIGHTS)
      .nullable()
      .describe(`The longest stay that may arrive on these nights: 0 (none) to ${MAX_STAY_NIGHTS} nights.`),
    no_arrival_weekdays: weekdaysInput
      .nullable()
      .describe('Weekdays on which no stay may arrive. An empty list allows all, whatever later seasons say.'),
    no_departure_weekdays: weekdaysInput
      .nullable()
      .describe('Weekdays on which no stay may depart. An empty list allows all, whatever later seasons say.'),
    is_stay_disallowed: z.boolean().nullable().describe('True if no stay may include these nights.'),
  })
  .partial()
  .meta({
    id: 'StayRulesInput',
    description: 'Rules for stays. Each is independent: a rule that is not sent keeps its value, and null clears it.',
  });
export type StayRulesInput = z.output<typeof stayRulesInput>;

export const NO_RULES: StayRules = {
  min_nights: null,
  max_nights: null,
  no_arrival_weekdays: null,
  no_departure_weekdays: null,
  is_stay_disallowed: null,
};
