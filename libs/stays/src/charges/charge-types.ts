/**
 * What goes into the calculation of charges and what comes out. Everything that came from JSON is as JSON has it:
 * amounts are in the currency's unit, percentages are numbers such as 12.5, dates are yyyy-mm-dd. Inside, the
 * calculation is in minor units and exact fractions.
 */

export const SURCHARGE_TYPES = ['cleaning', 'guest', 'pet', 'linen', 'other', 'rate_adjuster', 'custom'] as const;
export type SurchargeType = (typeof SURCHARGE_TYPES)[number];

export const DISCOUNT_TYPES = ['length_of_stay', 'last_minute', 'early_bird', 'promotion'] as const;
export type DiscountType = (typeof DISCOUNT_TYPES)[number];

/** What a line is for. A tax names the categories that it applies to; the rent line itself is of category rent. */
export const CHARGE_CATEGORIES = [
  'rent',
  'cleaning',
  'guest',
  'pet',
  'linen',
  'service',
  'utilities',
  'promotion',
  'other',
] as const;
export type ChargeCategory = (typeof CHARGE_CATEGORIES)[number];

/** How a definition is multiplied. The percentages use `percent`, all others `amount`. */
export const CHARGE_MODES = [
  'per_stay',
  'per_night',
  'per_guest',
  'per_guest_per_night',
  'per_pet',
  'per_pet_per_night',
  'percent_of_rent',
  'percent_of_subtotal',
] as const;
export type ChargeMode = (typeof CHARGE_MODES)[number];

/** What the bands of a tiered definition are measured by. Guests are adults and children. */
export const BAND_MEASURES = ['nights', 'guests', 'adults', 'children', 'pets', 'days_before_arrival'] as const;
export type BandMeasure = (typeof BAND_MEASURES)[number];

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Both ends are part of it; null is open. */
export interface DateRange {
  from: string | null;
  to: string | null;
}

/** Both ends are part of it; null is open. */
export interface CountRange {
  min: number | null;
  max: number | null;
}

/** One band of a tiered definition: it sets the value for all of what is measured. `to` null has no end. */
export interface Band {
  from: number;
  to: number | null;
  amount: number | null;
  percent: number | null;
}

/** Which stays, and which of their nights. All kinds that are set must hold; of the values of one kind any. */
export interface Criteria {
  /** Nights that lie in one of the ranges. */
  stay_dates: DateRange[];
  /** Nights on these days of the week. */
  weekdays: Weekday[];
  arrival_dates: DateRange[];
  /** The date at the property when the stay was booked or quoted. */
  booked_dates: DateRange[];
  days_before_arrival: CountRange | null;
  nights: CountRange | null;
  adults: CountRange | null;
  children: CountRange | null;
  /** Adults and children. */
  guests: CountRange | null;
  pets: CountRange | null;
  /** Compared without regard to case. */
  discount_code: string | null;
}

/** What surcharges and discounts have in common. An empty list of a scope means all. */
export interface DefinitionTerms {
  description: string;
  active: boolean;
  category: ChargeCategory;
  mode: ChargeMode;
  /** For every mode that is not a percentage, when there are no bands. Null charges nothing. */
  amount: number | null;
  /** For the modes that are percentages, when there are no bands. Null charges nothing. */
  percent: number | null;
  /** Bands that replace amount and percent; empty when the definition is not tiered. They do not overlap. */
  amounts: Band[];
  amounts_by: BandMeasure;
  /** How many guests or pets the per-guest and per-pet modes leave free. */
  included: number;
  /** Of amount and bands; a definition of another currency than the property's does not apply. Null: any currency. */
  currency_code: string | null;
  /** The order in which lines of one kind are shown: ascending, then by id. */
  position: number;
  property_ids: number[];
  listing_site_ids: number[];
  season_ids: number[];
  criteria: Criteria;
  /** On a surcharge: taxes apply to it. On a discount: it lowers what taxes are measured on. */
  is_taxable: boolean;
  /** Discounts only: applies beside the one that takes off most. */
  is_combinable: boolean;
  is_commission_all: boolean;
  /** Passed on: part of neither owner's nor manager's amount. Stronger than is_commission_all. */
  is_expense_all: boolean;
  /** Surcharges only: the manager's share of this line; null: that of the property. */
  owner_commission_percent: number | null;
}

export interface SurchargeDefinition extends DefinitionTerms {
  id: number;
  type: SurchargeType;
}

export interface DiscountDefinition extends DefinitionTerms {
  id: number;
  type: DiscountType;
}

export const TAX_MODES = ['percent', 'per_stay', 'per_night', 'per_guest_per_night'] as const;
export type TaxMode = (typeof TAX_MODES)[number];

/** A tax of a property; amounts are in the property's currency. */
export interface TaxDefinition {
  id: number;
  description: string;
  active: boolean;
  position: number;
  mode: TaxMode;
  amount: number | null;
  percent: number | null;
  /** Categories of the lines that it applies to; null: every line with is_taxable. */
  applies_to: ChargeCategory[] | null;
  /** Whom a tax per guest and night counts. */
  guests: 'adults' | 'adults_and_children';
  /** Nights of the stay after this many are free of it; null: none is. */
  max_nights: number | null;
  /** Stays of this many nights or more owe none; null: all owe it. */
  exempt_from_nights: number | null;
  /** The nights that it is owed for, both dates included; null is open. */
  valid_from: string | null;
  valid_to: string | null;
  /** Sites that collect and remit it: their bookings show it as channel-managed. */
  remitted_by_listing_site_ids: number[];
  /** Contained in the prices: makes no line, is part of the explanation. */
  is_inclusive: boolean;
}

/** A night with the price that pricing answered, before rate adjusters. */
export interface PricedNight {
  date: string;
  /** In the property's currency; ignored for owner bookings. */
  rent: number;
  season_id: number | null;
}

/** The stay whose charges are made. */
export interface ChargedStay {
  property_id: number;
  /** The property's currency. */
  currency_code: string;
  listing_site_id: number | null;
  /** All nights in order, at least one. */
  nights: readonly PricedNight[];
  adults: number;
  children: number;
  pets: number;
  /** The date at the property of booked_utc, for quotes of created_utc: also when charges are made again. */
  booked_date: string;
  discount_code: string | null;
  /** Owner bookings pay no rent; other charges may be present. */
  is_owner_booking: boolean;
}

export interface ChargeSettings {
  /** Whether a manager manages the property for its owner. Without one there is no commission, whatever else is set. */
  has_manager: boolean;
  /** The manager's share of each line; null: none is set. */
  owner_commission_percent: number | null;
  /** Who remits taxes: passed on by the manager, or part of the owner's amount. */
  taxes_remitted_by: 'manager' | 'owner';
}

/** A line of what a stay costs, with the fields and units of the public record. */
export interface StayCharge {
  type: 'rent' | 'surcharge' | 'discount' | 'tax';
  description: string;
  amount: number;
  rate: number;
  rate_is_percent: boolean;
  position: number;
  is_taxable: boolean;
  is_channel_managed: boolean;
  is_commission_all: boolean;
  is_expense_all: boolean;
  commission_amount: number;
  owner_amount: number;
  owner_commission_percent: number;
  surcharge_id?: number;
  discount_id?: number;
  tax_id?: number;
}

/** What a line or a reason is about. */
export type DefinitionReference = { surcharge_id: number } | { discount_id: number } | { tax_id: number };

/** Why a definition made no line: the field that decided, and the reason in words and numbers. */
export interface LeftOut {
  definition: DefinitionReference;
  description: string;
  field: string;
  reason: string;
}

/** A night's price: the rent that pricing answered, the adjusters, and what the rent line has for it. */
export interface AdjustedNight {
  date: string;
  rent: number;
  adjuster_ids: number[];
  amount: number;
}

/** A rate adjuster that changed the price of nights: it makes no line of its own. */
export interface AppliedAdjuster {
  surcharge_id: number;
  description: string;
  /** Such as "+12.5 %" or "-5.00 EUR". */
  change: string;
  nights: number;
}

/** A tax that the prices contain. */
export interface ContainedTax {
  tax_id: number;
  description: string;
  amount: number;
  is_channel_managed: boolean;
  /** In words and numbers. */
  computation: string;
}

export interface ChargeExplanation {
  /** Empty for owner bookings. */
  nights: AdjustedNight[];
  adjusters: AppliedAdjuster[];
  /** For each charge its computation in words and numbers. */
  charges: { position: number; computation: string }[];
  left_out: LeftOut[];
  contained_taxes: ContainedTax[];
}

export interface StayCharges {
  charges: StayCharge[];
  /** The sum of all charges. */
  total_amount: number;
  explanation: ChargeExplanation;
  /** Why the stay's discount code is refused, fit for a 400; null when it is accepted or there is none. */
  discount_code_refusal: string | null;
}

export interface ChargeInputs {
  stay: ChargedStay;
  surcharges: readonly SurchargeDefinition[];
  discounts: readonly DiscountDefinition[];
  taxes: readonly TaxDefinition[];
  settings: ChargeSettings;
}
