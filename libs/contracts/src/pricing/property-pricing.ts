import { z } from 'zod';
import { calendarDate, timeOfDay } from '../shared/dates';
import { id, wholeNumberInput } from '../shared/inputs';
import { instant } from '../shared/instants';
import { currencyCode } from '../shared/money';
import { MAX_STAY_NIGHTS, nightlyRate, nightlyRateInput, stayRules, stayRulesInput } from './rates';

const words = {
  advance_notice_days: 'The number of days from today, at the property, to the earliest arrival.',
  same_day_until: 'Same-day arrivals are accepted until this local time at the property. Null means all day.',
  booking_window_days:
    'All nights of a stay must be within this many nights from today. Null means no limit, and 0 allows no stay.',
  required_gap_before:
    'How many nights must stay vacant before a stay. Between two stays the larger of both gaps applies.',
  required_gap_after:
    'How many nights must stay vacant after a stay. Between two stays the larger of both gaps applies.',
  min_nights_in_gap:
    'The shortest stay that may fill the vacant nights between two stays, even if `min_nights` is more. Null disables the rule.',
  history_from: 'The first night in the calendar. Null means the day when pricing received the property.',
};

export const propertyPricing = z
  .object({
    id: id.describe('Id of the property.'),
    property_id: id.describe('Id of the property, as `id`.'),
    currency_code: z
      .string()
      .nullable()
      .describe(
        'Currency of the default rate: that of the property when the rate or `currency_code` was last sent. Null without a rate.',
      ),
    default_rate: nightlyRate
      .nullable()
      .describe('If null, nights that have neither a spot rate nor a season with a rate cannot be sold.'),
    rules: stayRules.describe('Rules of the nights for which no spot rate and no season sets them.'),
    advance_notice_days: z.int().describe(words.advance_notice_days),
    same_day_until: timeOfDay.nullable().describe(words.same_day_until),
    booking_window_days: z.int().nullable().describe(words.booking_window_days),
    required_gap_before: z.int().describe(words.required_gap_before),
    required_gap_after: z.int().describe(words.required_gap_after),
    min_nights_in_gap: z.int().nullable().describe(words.min_nights_in_gap),
    history_from: calendarDate.nullable().describe(words.history_from),
    updated_utc: instant
      .or(z.literal(''))
      .describe('When the settings were last changed. Empty if they were never written.'),
  })
  .meta({
    id: 'PropertyPricing',
    description:
      'The default rate, rules and sale settings of a property. Rate and rules apply to nights for which no spot rate and no season sets them.',
  });
export type PropertyPricing = z.infer<typeof propertyPricing>;

export const propertyPricingPatch = z
  .object({
    currency_code: currencyCode.describe(
      'If sent, it must be the currency of the property (ISO 4217). A stored default rate then has this currency too, with the same amounts.',
    ),
    default_rate: nightlyRateInput.nullable().describe('Prices of nights without a spot rate or a season with a rate.'),
    rules: stayRulesInput.describe('Rules of nights for which no spot rate and no season sets them.'),
    advance_notice_days: wholeNumberInput(0, 730).describe(`${words.advance_notice_days} 0 to 730, by default 0.`),
    same_day_until: timeOfDay.nullable().describe(`${words.same_day_until} By default 18:00.`),
    booking_window_days: wholeNumberInput(0, 3650)
      .nullable()
      .describe(`${words.booking_window_days} 0 to 3,650, by default 730.`),
    required_gap_before: wholeNumberInput(0, 30).describe(`${words.required_gap_before} 0 (the default) to 30.`),
    required_gap_after: wholeNumberInput(0, 30).describe(`${words.required_gap_after} 0 (the default) to 30.`),
    min_nights_in_gap: wholeNumberInput(1, MAX_STAY_NIGHTS).nullable().describe(words.min_nights_in_gap),
    history_from: calendarDate.nullable().describe(`${words.history_from} At most 3,660 days ago.`),
  })
  .partial()
  .meta({
    id: 'PropertyPricingPatch',
    description: 'Only fields that are sent change, also within the rules.',
  });
export type PropertyPricingPatch = z.output<typeof propertyPricingPatch>;
