import { z } from 'zod';
import { calendarDate } from '../shared/dates';
import { text, wholeNumberInput, wordInput } from '../shared/inputs';
import { weekdays } from './definition-words';

const dateRange = z.object({ from: calendarDate.nullable(), to: calendarDate.nullable() });
const countRange = z.object({ min: z.int().nullable(), max: z.int().nullable() });

/**
 * Restricts a definition to some stays, or to some of their nights. A criterion that is empty or null restricts
 * nothing.
 */
export const criteria = z.object({
  stay_dates: z.array(dateRange),
  weekdays: z.array(z.enum(weekdays)),
  arrival_dates: z.array(dateRange),
  booked_dates: z.array(dateRange),
  days_before_arrival: countRange.nullable(),
  nights: countRange.nullable(),
  adults: countRange.nullable(),
  children: countRange.nullable(),
  guests: countRange.nullable(),
  pets: countRange.nullable(),
  discount_code: z.string().nullable(),
});
export type Criteria = z.infer<typeof criteria>;

const MAX_RANGES = 50;
/** More than the nights of the longest stay, and more than the days that anyone books ahead. */
const MAX_COUNT = 10_000;

// Unknown fields of a criterion are refused. If they were ignored, the definition would apply to more stays than
// intended.
const dateRangesInput = z
  .array(
    z
      .strictObject({ from: calendarDate.nullable().default(null), to: calendarDate.nullable().default(null) })
      .refine(({ from, to }) => from !== null || to !== null, { error: 'expected from, to, or both' })
      .refine(({ from, to }) => from === null || to === null || from <= to, { error: 'expected from on or before to' }),
  )
  .max(MAX_RANGES, { error: `expected at most ${MAX_RANGES} ranges` })
  .default([]);

const count = wholeNumberInput(0, MAX_COUNT).nullable().default(null);
const countRangeInput = z
  .strictObject({ min: count, max: count })
  .refine(({ min, max }) => min !== null || max !== null, { error: 'expected min, max, or both' })
  .refine(({ min, max }) => min === null || max === null || min <= max, { error: 'expected min to be at most max' })
  .nullable()
  .default(null);

/** Criteria in a request: always complete; what is left out restricts nothing. */
export const criteriaInput = z.strictObject({
  stay_dates: dateRangesInput,
  weekdays: z
    .array(wordInput(weekdays))
    .max(7, { error: 'expected at most 7 days' })
    .transform((days) => weekdays.filter((day) => days.includes(day)))
    .default([]),
  arrival_dates: dateRangesInput,
  booked_dates: dateRangesInput,
  days_before_arrival: countRangeInput,
  nights: countRangeInput,
  adults: countRangeInput,
  children: countRangeInput,
  guests: countRangeInput,
  pets: countRangeInput,
  discount_code: text(50).trim().min(1, { error: 'expected a code, or null for none' }).nullable().default(null),
});

/** Criteria that restrict nothing. */
export const noCriteria: Criteria = criteriaInput.parse({});
