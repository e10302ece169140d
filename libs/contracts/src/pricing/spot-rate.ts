import { z } from 'zod';
import { isCalendarDate } from '../shared/dates';
import { id, idInput, wholeNumberInput } from '../shared/inputs';
import { currencyCode } from '../shared/money';
import { readLaterAs } from '../shared/read-later';
import { MAX_STAY_NIGHTS, priceInput } from './rates';

/** The settings of one night. Fields that are not set are absent, except the amount, which is null. */
export const spotRate = z.object({
  property_id: id,
  date: z.string().meta({ format: 'date', example: '2026-07-01' }),
  amount: z.number().nullable(),
  min_nights: z.int().optional(),
  is_arrival_disallowed: z.boolean().optional(),
  is_departure_disallowed: z.boolean().optional(),
});
export type SpotRate = z.infer<typeof spotRate>;

/** The most rates of one request. */
export const MAX_RATES = 5000;

const zeroTime = /[T ]00:00(:00(\.0{1,9})?)?(Z|z|[+-]00:?00)?$/;

/** The date of a night; clients also send it with the time 00:00. */
const nightDate = z
  .string({ error: 'expected a calendar date, yyyy-mm-dd' })
  .transform((text) => text.replace(zeroTime, ''))
  .refine(isCalendarDate, {
    error: 'expected a calendar date that exists, yyyy-mm-dd, without a time or with 00:00:00',
  })
  .meta({ format: 'date', example: '2026-07-01' });

/** The fields of a spot rate. Each is independent: left out it keeps its value, null clears it. */
const settable = z.object({
  amount: priceInput.nullable().optional(),
  min_nights: wholeNumberInput(1, MAX_STAY_NIGHTS).nullable().optional(),
  is_arrival_disallowed: z.boolean().nullable().optional(),
  is_departure_disallowed: z.boolean().nullable().optional(),
});
const settableFields = Object.keys(settable.shape);

/** A rate that sets nothing is refused, because its field is misspelled or missing. */
const rateInput = z
  .object({ property_id: idInput, date: nightDate, currency: currencyCode, ...settable.shape })
  .refine((rate) => settableFields.some((field) => rate[field as keyof typeof rate] !== undefined), {
    error: `expected at least one of ${settableFields.join(', ')}`,
  });
export type SpotRateInput = z.output<typeof rateInput>;

const ratesInput = z
  .array(z.unknown(), { error: 'expected an array of rates' })
  .min(1, { error: 'expected at least one rate' })
  .max(MAX_RATES, { error: `expected at most ${MAX_RATES} rates` });

/** The rates of a request: the valid ones, and the faults of the others. */
export interface SpotRatesPatch {
  /** Each with its index in the request, from 0. */
  rates: { index: number; rate: SpotRateInput }[];
  /** Paths refer to the body as it was sent. */
  faults: { index: number; path: readonly PropertyKey[]; message: string }[];
  sent: unknown;
  isBare: boolean;
}

/**
 * An array of rates, or `{rates: […]}`. Rates are parsed one by one, so that one answer can report all faults: those of
 * their form and those found against the stored data.
 */
export const spotRatesPatch = z
  .union([z.array(readLaterAs(rateInput)), z.object({ rates: readLaterAs(z.array(rateInput)) })], {
    error: 'expected an array of rates, or an object with rates',
  })
  .transform((sent, context): SpotRatesPatch => {
    const isBare = Array.isArray(sent);
    const above = isBare ? [] : ['rates'];
    const list = ratesInput.safeParse(isBare ? sent : sent.rates);
    if (!list.success) {
      for (const { message, path } of list.error.issues) {
        context.addIssue({ code: 'custom', message, path: [...above, ...path] });
      }
      return z.NEVER;
    }
    const patch: SpotRatesPatch = { rates: [], faults: [], sent, isBare };
    for (const [index, part] of list.data.entries()) {
      const read = rateInput.safeParse(part);
      if (read.success) patch.rates.push({ index, rate: read.data });
      else {
        const faults = read.error.issues.map(({ message, path }) => ({
          index,
          path: [...above, index, ...path],
          message,
        }));
        patch.faults.push(...faults);
      }
    }
    return patch;
  });
