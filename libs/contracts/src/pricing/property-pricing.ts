import { z } from 'zod';
import { calendarDate, timeOfDay } from '../shared/dates';
import { id, wholeNumberInput } from '../shared/inputs';
import { instant } from '../shared/instants';
import { currencyCode } from '../shared/money';
import { MAX_STAY_NIGHTS, nightlyRate, nightlyRateInput, stayRules, stayRulesInput } from './rates';

/** What decides the prices and the sale of a property's nights where no season or spot rate does. */
export const propertyPricing = z.object({
  id,
  property_id: id,
  /** The currency of the default rate: the property's when it was written. Null without a rate. */
  currency_code: z.string().nullable(),
  /** Null: nights that neither spot rate nor season prices cannot be sold. */
  default_rate: nightlyRate.nullable(),
  rules: stayRules,
  /** The earliest arrival is that many days from today at the property. */
  advance_notice_days: z.int(),
  /** Arrivals of today are accepted before this time at the property; null: all day. */
  same_day_until: timeOfDay.nullable(),
  /** All nights of a stay lie within so many from today on; null: no limit, 0: not one. */
  booking_window_days: z.int().nullable(),
  required_gap_before: z.int(),
  required_gap_after: z.int(),
  /** The shortest stay that may fill a vacant run between two occupied nights; null: off. */
  min_nights_in_gap: z.int().nullable(),
  /** The first night that the calendar answers; null: the day when the property became known. */
  history_from: calendarDate.nullable(),
  updated_utc: instant.or(z.literal('')),
});
export type PropertyPricing = z.infer<typeof propertyPricing>;

/** Only what is sent changes; of the rules likewise. `currency_code`, where sent, must be the property's. */
export const propertyPricingPatch = z
  .object({
    currency_code: currencyCode,
    default_rate: nightlyRateInput.nullable(),
    rules: stayRulesInput,
    advance_notice_days: wholeNumberInput(0, 730),
    same_day_until: timeOfDay.nullable(),
    booking_window_days: wholeNumberInput(0, 3650).nullable(),
    required_gap_before: wholeNumberInput(0, 30),
    required_gap_after: wholeNumberInput(0, 30),
    min_nights_in_gap: wholeNumberInput(1, MAX_STAY_NIGHTS).nullable(),
    history_from: calendarDate.nullable(),
  })
  .partial();
export type PropertyPricingPatch = z.output<typeof propertyPricingPatch>;
