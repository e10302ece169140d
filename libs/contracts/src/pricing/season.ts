import { z } from 'zod';
import { id, text } from '../shared/inputs';
import { instant } from '../shared/instants';
import { currencyCode } from '../shared/money';
import { periodDay, propertyScopeInput } from './periods';
import { nightlyRate, nightlyRateInput, stayRules, stayRulesInput } from './rates';

/** A period with its own prices and rules: once, or every year. */
export const season = z.object({
  id,
  name: z.string(),
  /** First and last night: yyyy-mm-dd, or mm-dd for every year. */
  from: z.string(),
  to: z.string(),
  property_ids: z.array(id).nullable(),
  /** The currency of the rate, which applies only to properties with this currency. Null without a rate. */
  currency_code: z.string().nullable(),
  /** If null, the next season that covers the night and has a rate sets the price, else the property. */
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

/** The most seasons of an account. */
export const MAX_SEASONS = 5000;
