import { z } from 'zod';
import { calendarDate, timeOfDay } from '../shared/dates';
import { id, wholeNumberInput } from '../shared/inputs';
import { instant } from '../shared/instants';
import { currencyCode } from '../shared/money';
import { MAX_STAY_NIGHTS, nightlyRate, nightlyRateInput, stayRules, stayRulesInput } from './rates';

/** The prices and rules of a property's nights that no season or spot rate sets. */
export const propertyPricing = z.object({
  id,
  property_id: id,
  /** The currency of the default rate: the property's when the rate was written. Null without a rate. */
  currency_code: z.string().nullable(),
  /** If null, nights without a spot rate and a season price cannot be sold. */
  default_rate: nightlyRate.nullable(),
  rules: stayRules,
  /** The earliest arrival is that many days after today at the property. */
  advance_notice_days: z.int(),
  /** Arrivals today are accepted before this local time at the property; null means all day. */
  same_day_until: timeOfDay.nullable(),
  /** All nights of a stay must be within this many nights from today; null means no limit, 0 allows none. */
  booking_window_days: z.int().nullable(),
  required_gap_before: z.int(),
  required_gap_after: z.int(),
  /** The shortest stay that may fill a gap between two occupied nights; null disables the rule. */
  min_nights_in_gap: z.int().nullable(),
  /** The first night in the calendar; null means the day when the service received the property. */
  history_from: calendarDate.nullable(),
  updated_utc: instant.or(z.literal('')),
});
export type PropertyPricing = z.infer<typeof propertyPricing>;

/** Only fields that are sent change, also within the rules. `currency_code`, if sent, must be the property's. */
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
