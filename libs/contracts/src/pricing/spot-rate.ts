import { z } from 'zod';
import { isCalendarDate } from '../shared/dates';
import { id, idInput, wholeNumberInput } from '../shared/inputs';
import { currencyCode } from '../shared/money';
import { readLaterAs } from '../shared/read-later';
import { MAX_STAY_NIGHTS, priceInput } from './rates';

export const spotRate = z
  .object({
    property_id: id.describe('Id of the property.'),
    date: z
      .string()
      .meta({ format: 'date', example: '2026-07-01' })
      .describe('The night from this date to the following morning.'),
    amount: z
      .number()
      .nullable()
      .describe(
        'Price of the night before rate adjusters, fees and taxes. Null if the record sets no price. The currency is the one in which the price was set. If the property has another currency now, the price has no effect.',
      ),
    min_nights: z
      .int()
      .optional()
      .describe('The shortest stay that may arrive on this date, in nights. Absent if it is not set here.'),
    is_arrival_disallowed: z
      .boolean()
      .optional()
      .describe(
        'Whether stays may not arrive on this date; false allows it against the season. Absent if it is not set here.',
      ),
    is_departure_disallowed: z
      .boolean()
      .optional()
      .describe(
        'Whether stays may not depart on this date; false allows it against the season. Absent if it is not set here.',
      ),
  })
  .meta({
    id: 'SpotRate',
    description:
      'What is set for one night of a property. It takes precedence over seasons and the property. The effective price is in the calendar.',
  });
export type SpotRate = z.infer<typeof spotRate>;

/** The maximum number of rates of one request. */
export const MAX_RATES = 5000;

const zeroTime = /[T ]00:00(:00(\.0{1,9})?)?(Z|z|[+-]00:?00)?$/;

/** The date of a night. Clients may send it with the time 00:00. */
const nightDate = z
  .string({ error: 'expected a calendar date, yyyy-mm-dd' })
  .transform((text) => text.replace(zeroTime, ''))
  .refine(isCalendarDate, {
    error: 'expected a calendar date that exists, yyyy-mm-dd, without a time or with 00:00:00',
  })
  .meta({ format: 'date', example: '2026-07-01' })
  .describe(
    'The night from this date to the following morning; also accepted with the time 00:00. Each night at most once in a request. Past dates and dates beyond the booking window are accepted.',
  );

/**
 * The fields of a spot rate that clients set. Each is independent: a field that is not sent keeps
 * its value, and null clears it.
 */
const settable = z.object({
  amount: priceInput
    .nullable()
    .optional()
    .describe(
      'Price of the night in `currency`: greater than 0, with no more decimals than the currency has. Null clears only the price.',
    ),
  min_nights: wholeNumberInput(1, MAX_STAY_NIGHTS)
    .nullable()
    .optional()
    .describe(`The shortest stay that may arrive on this date: 1 to ${MAX_STAY_NIGHTS} nights. Null clears it.`),
  is_arrival_disallowed: z
    .boolean()
    .nullable()
    .optional()
    .describe('Whether stays may not arrive on this date; false allows it against the season. Null clears it.'),
  is_departure_disallowed: z
    .boolean()
    .nullable()
    .optional()
    .describe('Whether stays may not depart on this date; false allows it against the season. Null clears it.'),
});
const settableFields = Object.keys(settable.shape);

/** A rate that sets none of `settableFields` is refused, because it probably contains a misspelled field. */
const rateInput = z
  .object({
    property_id: idInput.describe('Id of the property, active or not.'),
    date: nightDate,
    currency: currencyCode.describe(
      'Currency of the property (ISO 4217); any other is refused. Required even without an `amount`.',
    ),
    ...settable.shape,
  })
  .refine((rate) => settableFields.some((field) => rate[field as keyof typeof rate] !== undefined), {
    error: `expected at least one of ${settableFields.join(', ')}`,
  })
  .meta({
    id: 'SpotRateInput',
    description: `What to set for one night: at least one of ${settableFields.map((field) => `\`${field}\``).join(', ')}. A field that is not sent keeps its value, and null clears it. If all are clear, the night has no spot rate any more.`,
  });
export type SpotRateInput = z.output<typeof rateInput>;

const ratesInput = z
  .array(z.unknown(), { error: 'expected an array of rates' })
  .min(1, { error: 'expected at least one rate' })
  .max(MAX_RATES, { error: `expected at most ${MAX_RATES} rates` });

/** The parsed body: the valid rates, and the errors of the invalid rates. */
export interface SpotRatesPatch {
  /** `index` is the position of the rate in the request, from 0. */
  rates: { index: number; rate: SpotRateInput }[];
  /** `path` is the path in the sent body. It begins with `rates`, or with `index` if the body is an array. */
  faults: { index: number; path: readonly PropertyKey[]; message: string }[];
  sent: unknown;
  isBare: boolean;
}

/**
 * The body: `{rates: […]}` or an array of rates. Rates are parsed one by one, so that one response can report all
 * errors: invalid values and conflicts with stored data.
 */
export const spotRatesPatch = z
  .union(
    [
      z.object({ rates: readLaterAs(z.array(rateInput).describe(`What to set, for 1 to ${MAX_RATES} nights.`)) }),
      z.array(readLaterAs(rateInput)),
    ],
    {
      error: 'expected an array of rates, or an object with rates',
    },
  )
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
  })
  .describe(`1 to ${MAX_RATES} nights: an object with the array \`rates\`, or only the array.`);
