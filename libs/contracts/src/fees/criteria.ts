import { z } from 'zod';
import { calendarDate } from '../shared/dates';
import { text, wholeNumberInput, wordInput } from '../shared/inputs';
import { weekdays } from './definition-words';

const dateRange = z
  .object({
    from: calendarDate.nullable().describe('First date, included. Null for no limit.'),
    to: calendarDate.nullable().describe('Last date, included. Null for no limit.'),
  })
  .meta({ id: 'DateRange', description: 'A range of dates.' });
const countRange = z
  .object({
    min: z.int().nullable().describe('Smallest number, included. Null for no limit.'),
    max: z.int().nullable().describe('Largest number, included. Null for no limit.'),
  })
  .meta({ id: 'CountRange', description: 'A range of numbers.' });

const words = {
  stay_dates:
    'Nights within one of these ranges. Modes per night and percentages of rent count only these nights; other modes apply if the stay has one of them.',
  weekdays:
    'Nights that begin on one of these weekdays. Modes per night and percentages of rent count only these nights; other modes apply if the stay has one of them.',
  arrival_dates: 'The arrival is within one of these ranges.',
  booked_dates: 'The day on which the stay was booked or quoted, at the property, is within one of these ranges.',
  days_before_arrival: 'Number of days from the day on which the stay was booked or quoted to the arrival.',
  nights: 'Number of nights of the stay.',
  adults: 'Number of adults.',
  children: 'Number of children.',
  guests: 'Number of guests: adults and children, without infants.',
  pets: 'Number of pets.',
  discount_code: 'The quote or booking was sent with this `discount_code`. Case and surrounding spaces do not matter.',
};
const noLimit = 'An empty list does not restrict.';
const noRange = 'Null does not restrict.';

export const criteria = z
  .object({
    stay_dates: z.array(dateRange).describe(`${words.stay_dates} ${noLimit}`),
    weekdays: z.array(z.enum(weekdays)).describe(`${words.weekdays} ${noLimit}`),
    arrival_dates: z.array(dateRange).describe(`${words.arrival_dates} ${noLimit}`),
    booked_dates: z.array(dateRange).describe(`${words.booked_dates} ${noLimit}`),
    days_before_arrival: countRange.nullable().describe(`${words.days_before_arrival} ${noRange}`),
    nights: countRange.nullable().describe(`${words.nights} ${noRange}`),
    adults: countRange.nullable().describe(`${words.adults} ${noRange}`),
    children: countRange.nullable().describe(`${words.children} ${noRange}`),
    guests: countRange.nullable().describe(`${words.guests} ${noRange}`),
    pets: countRange.nullable().describe(`${words.pets} ${noRange}`),
    discount_code: z.string().nullable().describe(`${words.discount_code} ${noRange}`),
  })
  .meta({
    id: 'Criteria',
    description:
      'Restricts a definition to some stays, or to some of their nights. All criteria that are set must match; of the entries of a list, one is enough.',
  });
export type Criteria = z.infer<typeof criteria>;

const MAX_RANGES = 50;
/**
 * The largest number that a criterion accepts. It is larger than the number of nights of the
 * longest stay, and than the number of days that guests book in advance.
 */
const MAX_COUNT = 10_000;

// Refuse unknown fields of a criterion. If they were ignored, the definition would apply to more
// stays than the client intended.
const dateRangesInput = z
  .array(
    z
      .strictObject({
        from: calendarDate.nullable().default(null).describe('First date, included. Null (the default) for no limit.'),
        to: calendarDate.nullable().default(null).describe('Last date, included. Null (the default) for no limit.'),
      })
      .refine(({ from, to }) => from !== null || to !== null, { error: 'expected from, to, or both' })
      .refine(({ from, to }) => from === null || to === null || from <= to, { error: 'expected from on or before to' }),
  )
  .max(MAX_RANGES, { error: `expected at most ${MAX_RANGES} ranges` })
  .default([]);

const count = wholeNumberInput(0, MAX_COUNT).nullable().default(null);
const countRangeInput = z
  .strictObject({
    min: count.describe('Smallest number, included. Null (the default) for no limit.'),
    max: count.describe('Largest number, included. Null (the default) for no limit.'),
  })
  .refine(({ min, max }) => min !== null || max !== null, { error: 'expected min, max, or both' })
  .refine(({ min, max }) => min === null || max === null || min <= max, { error: 'expected min to be at most max' })
  .nullable()
  .default(null);

const ranges = `Up to ${MAX_RANGES} ranges. Without any, not restricted.`;
const byDefault = 'Null, or left out, for no restriction.';

export const criteriaInput = z
  .strictObject({
    stay_dates: dateRangesInput.describe(`${words.stay_dates} ${ranges}`),
    weekdays: z
      .array(wordInput(weekdays))
      .max(7, { error: 'expected at most 7 days' })
      .transform((days) => weekdays.filter((day) => days.includes(day)))
      .default([])
      .describe(`${words.weekdays} Without any, not restricted.`),
    arrival_dates: dateRangesInput.describe(`${words.arrival_dates} ${ranges}`),
    booked_dates: dateRangesInput.describe(`${words.booked_dates} ${ranges}`),
    days_before_arrival: countRangeInput.describe(`${words.days_before_arrival} ${byDefault}`),
    nights: countRangeInput.describe(`${words.nights} ${byDefault}`),
    adults: countRangeInput.describe(`${words.adults} ${byDefault}`),
    children: countRangeInput.describe(`${words.children} ${byDefault}`),
    guests: countRangeInput.describe(`${words.guests} ${byDefault}`),
    pets: countRangeInput.describe(`${words.pets} ${byDefault}`),
    discount_code: text(50)
      .trim()
      .min(1, { error: 'expected a code, or null for none' })
      .nullable()
      .default(null)
      .describe(`${words.discount_code} Up to 50 characters. ${byDefault}`),
  })
  .meta({
    id: 'CriteriaCreation',
    description:
      'Criteria in a request. They replace all previous criteria: one that is left out does not restrict. Unknown fields are refused.',
  });

/** Criteria that do not restrict anything. */
export const noCriteria: Criteria = criteriaInput.parse({});
