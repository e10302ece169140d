import { z } from 'zod';

/** The currency codes of ISO 4217. */
const currencies = new Set(Intl.supportedValuesOf('currency'));
export const currencyCode = z
  .string({ error: 'expected a currency code of three letters' })
  .transform((code) => code.toUpperCase())
  .refine((code) => currencies.has(code), { error: 'expected a currency code of ISO 4217, such as EUR' })
  .meta({ example: 'EUR', description: 'Currency code of ISO 4217.' });

/** The largest accepted amount, in the currency's unit. */
export const MAX_AMOUNT = 1_000_000_000;

/** An amount of money in JSON: a number in the currency's unit, not in cents. */
export const amount = z
  .number()
  .min(-MAX_AMOUNT)
  .max(MAX_AMOUNT)
  .describe("Amount of money in the currency's unit, such as 12.5 for 12.50 EUR.");

/** A percentage from 0 to 100. */
export const percent = z
  .number({ error: 'expected a percentage from 0 to 100' })
  .min(0)
  .max(100)
  .describe('Percentage from 0 to 100.');
