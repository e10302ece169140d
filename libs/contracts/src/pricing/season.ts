import { z } from 'zod';
import { id, text } from '../shared/inputs';
import { instant } from '../shared/instants';
import { currencyCode } from '../shared/money';
import { periodDay, propertyScopeInput } from './periods';
import { nightlyRate, nightlyRateInput, stayRules, stayRulesInput } from './rates';

/** Nights with prices and rules of their own: of one time, or of every year. */
export const season = z.object({
  id,
  name: z.string(),
  /** First and last night: yyyy-mm-dd, or mm-dd for every year. */
  from: z.string(),
  to: z.string(),
  property_ids: z.array(id).nullable(),
  /** Of the rate: it prices the nights of properties of this currency alone. Null without a rate. */
  currency_code: z.string().nullable(),
  /** Null: the next season that covers the night and has a rate prices it, else the property. */
  rate: nightlyRate.nullable(),
  rules: stayRules,
  created_utc: instant,
  updated_utc: instant,
});
export type Season = z.infer<typeof season>;

const writable = z.object({
  name: text(100).min(1),
  from: periodDay,
  to: periodDay,
  property_ids: propertyScopeInput,
  currency_code: currencyCode,
  rate: nightlyRateInput.nullable(),
  rules: stayRulesInput,
});
export const seasonCreation = writable.partial().required({ name: true, from: true, to: true });
export type SeasonCreation = z.output<typeof seasonCreation>;
export const seasonPatch = writable.partial();
export type SeasonPatch = z.output<typeof seasonPatch>;

/** How many seasons an account may have. */
export const MAX_SEASONS = 5000;
