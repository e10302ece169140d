import { z } from 'zod';
import { id, text } from '../shared/inputs';
import { instant } from '../shared/instants';
import { currencyCode } from '../shared/money';
import { periodDay, propertyScopeInput } from './periods';
import { nightlyRate, nightlyRateInput, stayRules, stayRulesInput } from './rates';

export const season = z
  .object({
    id: id.describe('Id of the season, which nights of the calendar name as `rate.season_id`.'),
    name: z.string().describe('Name of the season.'),
    from: z.string().describe('The first night: `yyyy-mm-dd` for a dated season, `mm-dd` for a yearly one.'),
    to: z
      .string()
      .describe('The last night, included, in the form of `from`. A yearly season may span the turn of the year.'),
    property_ids: z
      .array(id)
      .nullable()
      .describe('Ids of the properties that the season applies to. Null means all properties of the account.'),
    currency_code: z
      .string()
      .nullable()
      .describe(
        'Currency of `rate` (ISO 4217). The rate applies only to properties with this currency. Null without a rate.',
      ),
    rate: nightlyRate
      .nullable()
      .describe(
        'Prices of the nights. If null, the price comes from the next season that covers the night and has a rate, or else from the property.',
      ),
    rules: stayRules.describe(
      'Rules for stays. A rule that is null is taken from the next season, or else from the property.',
    ),
    created_utc: instant.describe('When the season was created.'),
    updated_utc: instant.describe('When it was last changed.'),
  })
  .meta({
    id: 'Season',
    description:
      'A period with its own prices and rules, once or every year. Where seasons overlap, a dated one precedes a yearly one, then the shorter one, then the one with the lower id.',
  });
export type Season = z.infer<typeof season>;

const writable = z.object({
  name: text(100).min(1).describe('Name, up to 100 characters.'),
  from: periodDay.describe('The first night: `yyyy-mm-dd`, or `mm-dd` for every year.'),
  to: periodDay.describe(
    'The last night, included, in the form of `from`. A dated season has at most 3,660 nights; a yearly one may span the turn of the year.',
  ),
  property_ids: propertyScopeInput.describe(
    'Ids of 1 to 1,000 properties, or null for all properties, the default on creation. With a rate, all of them must have its currency.',
  ),
  currency_code: currencyCode.describe(
    'Currency of `rate` (ISO 4217). On creation, the default is that of the listed properties, or of the account.',
  ),
  rate: nightlyRateInput
    .nullable()
    .describe('Prices of the nights, or null, the default on creation, for a season of rules only.'),
  rules: stayRulesInput.describe(
    'Rules for stays. Each is independent: a rule that is not sent keeps its value, null clears it.',
  ),
});
export const seasonCreation = writable
  .partial()
  .required({ name: true, from: true, to: true })
  .meta({ id: 'SeasonCreation', description: 'A new season.' });
export type SeasonCreation = z.output<typeof seasonCreation>;
export const seasonPatch = writable
  .partial()
  .meta({ id: 'SeasonPatch', description: 'Changes of a season. Fields that are not sent keep their values.' });
export type SeasonPatch = z.output<typeof seasonPatch>;

/** The maximum number of seasons of an account. */
export const MAX_SEASONS = 5000;
