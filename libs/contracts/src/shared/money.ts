import { z } from 'zod';

/** A currency code of ISO 4217. */
const currencies = new Set(Intl.supportedValuesOf('currency'));
export const currencyCode = z
  .string({ error: 'expected a currency code of three letters' })
  .transform((code) => code.toUpperCase())
  .refine((code) => currencies.has(code), { error: 'expected a currency code of ISO 4217, such as EUR' })
  .meta({ example: 'EUR' });

/** The largest amount that is accepted, in the currency's unit. */
export const MAX_AMOUNT = 1_000_000_000;

/** An amount of money in JSON: a number in the currency's unit, not in cents. */
export const amount = z.number().min(-MAX_AMOUNT).max(MAX_AMOUNT);

/** A percentage from 0 to 100. */
export const percent = z.number({ error: 'expected a percentage from 0 to 100' }).min(0).max(100);
