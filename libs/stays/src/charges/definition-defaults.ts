import type { ChargeMode, Criteria, DefinitionTerms, DiscountType, SurchargeType } from './charge-types';

/** Criteria without restrictions, which every stay meets. */
export const NO_CRITERIA: Criteria = {
  stay_dates: [],
  weekdays: [],
  arrival_dates: [],
  booked_dates: [],
  days_before_arrival: null,
  nights: null,
  adults: null,
  children: null,
  guests: null,
  pets: null,
  discount_code: null,
};

/**
 * The default values of fields that a client may omit when it creates a definition. For the currency,
 * the fees service uses the account's currency instead of null. A definition without an amount or a
 * percentage charges nothing.
 */
export type DefinitionDefaults = Omit<DefinitionTerms, 'description'>;

const defaults: DefinitionDefaults = {
  active: true,
  category: 'other',
  mode: 'per_stay',
  amount: null,
  percent: null,
  amounts: [],
  amounts_by: 'nights',
  included: 0,
  currency_code: null,
  position: 0,
  property_ids: [],
  listing_site_ids: [],
  season_ids: [],
  criteria: NO_CRITERIA,
  is_taxable: true,
  is_combinable: false,
  is_commission_all: false,
  is_expense_all: false,
  owner_commission_percent: null,
};

export const SURCHARGE_DEFAULTS: Readonly<Record<SurchargeType, DefinitionDefaults>> = {
  cleaning: { ...defaults, category: 'cleaning' },
  guest: { ...defaults, category: 'guest', mode: 'per_guest_per_night', amounts_by: 'guests' },
  pet: { ...defaults, category: 'pet', mode: 'per_pet', amounts_by: 'pets' },
  linen: { ...defaults, category: 'linen', mode: 'per_guest' },
  other: defaults,
  rate_adjuster: { ...defaults, category: 'rent', mode: 'percent_of_rent' },
  custom: defaults,
};

const discountDefaults: DefinitionDefaults = { ...defaults, category: 'promotion', mode: 'percent_of_rent' };

export const DISCOUNT_DEFAULTS: Readonly<Record<DiscountType, DefinitionDefaults>> = {
  length_of_stay: discountDefaults,
  last_minute: { ...discountDefaults, amounts_by: 'days_before_arrival' },
  early_bird: { ...discountDefaults, amounts_by: 'days_before_arrival' },
  promotion: discountDefaults,
};

/**
 * The modes that a rate adjuster may have. (A rate adjuster changes the prices of nights and adds
 * no line.) Definitions of other types may have any mode.
 */
export const RATE_ADJUSTER_MODES = ['per_night', 'percent_of_rent'] as const satisfies readonly ChargeMode[];
