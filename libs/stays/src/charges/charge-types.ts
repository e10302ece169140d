/**
 * The inputs and results of the calculation of charges. A definition is a surcharge, discount or
 * tax that an account has set up. A definition that applies to a stay adds a charge line, except
 * for rate adjusters and inclusive taxes. Values have the same form as in JSON: amounts in the unit
 * of the currency, percentages as numbers such as 12.5, dates as yyyy-mm-dd. The calculation itself
 * uses minor units and exact fractions.
 */

export const SURCHARGE_TYPES = ['cleaning', 'guest', 'pet', 'linen', 'other', 'rate_adjuster', 'custom'] as const;
export type SurchargeType = (typeof SURCHARGE_TYPES)[number];

export const DISCOUNT_TYPES = ['length_of_stay', 'last_minute', 'early_bird', 'promotion'] as const;
export type DiscountType = (typeof DISCOUNT_TYPES)[number];

/**
 * The category of a charge line. Each tax may list the categories that it applies to. The rent line
 * has the category rent.
 */
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

/**
 * How the amount of a definition is calculated. Percentage modes use the field `percent`, all
 * others `amount`.
 */
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

/** What is counted to select the band of a tiered definition. Guests are adults and children. */
export const BAND_MEASURES = ['nights', 'guests', 'adults', 'children', 'pets', 'days_before_arrival'] as const;
export type BandMeasure = (typeof BAND_MEASURES)[number];

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** A range of dates. Both ends are included; null means no limit. */
export interface DateRange {
  from: string | null;
  to: string | null;
}

/** A range of numbers. Both ends are included; null means no limit. */
export interface CountRange {
  min: number | null;
  max: number | null;
}

/**
 * One band of a tiered definition. Its value applies to the whole stay, not only to the part above
 * `from`. If `to` is null, the band has no upper limit.
 */
export interface Band {
  from: number;
  to: number | null;
  amount: number | null;
  percent: number | null;
}

/**
 * Restricts a definition to some stays, or to some of their nights. A stay must meet all criteria
 * that are set. If a criterion is a list, the stay must meet at least one of its entries.
 */
export interface Criteria {
  /** Only nights within one of these ranges are counted. */
  stay_dates: DateRange[];
  /** Only nights on these weekdays are counted. */
  weekdays: Weekday[];
  arrival_dates: DateRange[];
  /**
   * Ranges for the date on which the stay was booked or quoted, in the time zone of the property.
   */
  booked_dates: DateRange[];
  days_before_arrival: CountRange | null;
  nights: CountRange | null;
  adults: CountRange | null;
  children: CountRange | null;
  /** Adults and children together. */
  guests: CountRange | null;
  pets: CountRange | null;
  /** The discount code that the stay must have. It is not case-sensitive. */
  discount_code: string | null;
}

/**
 * The fields that surcharges and discounts have in common. An empty list of ids means no
 * restriction.
 */
export interface DefinitionTerms {
  description: string;
  active: boolean;
  category: ChargeCategory;
  mode: ChargeMode;
  /** The amount, if the mode is not a percentage and there are no bands. Null charges nothing. */
  amount: number | null;
  /** The percentage, if the mode is a percentage and there are no bands. Null charges nothing. */
  percent: number | null;
  /**
   * The bands of a tiered definition, used instead of `amount` and `percent`. Empty if it is not
   * tiered. Bands do not overlap.
   */
  amounts: Band[];
  amounts_by: BandMeasure;
  /** How many guests or pets are free of charge in the per-guest and per-pet modes. */
  included: number;
  /**
   * The currency of `amount` and of the amounts of bands. A definition in a different currency than
   * the property's does not apply. Null means any currency.
   */
  currency_code: string | null;
  /** The order of lines of one kind: ascending by position, then by id. */
  position: number;
  property_ids: number[];
  listing_site_ids: number[];
  season_ids: number[];
  criteria: Criteria;
  /** For a surcharge: whether it is taxed. For a discount: whether it reduces the taxed amount. */
  is_taxable: boolean;
  /**
   * Only for discounts: whether the discount applies in addition to the best of the non-combinable
   * discounts.
   */
  is_combinable: boolean;
  is_commission_all: boolean;
  /**
   * Whether the line is an expense, which belongs neither to the owner nor to the manager. Takes
   * precedence over is_commission_all.
   */
  is_expense_all: boolean;
  /**
   * Only for surcharges: the manager's percentage of this line. Null means the property's
   * percentage.
   */
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

/** A tax of a property. Amounts are in the property's currency. */
export interface TaxDefinition {
  id: number;
  description: string;
  active: boolean;
  position: number;
  mode: TaxMode;
  amount: number | null;
  percent: number | null;
  /** The categories of charges that are taxed. Null means all charges with is_taxable. */
  applies_to: ChargeCategory[] | null;
  /** Which guests are counted by the mode per_guest_per_night. */
  guests: 'adults' | 'adults_and_children';
  /**
   * Only this many nights of the stay are taxed, counted from the arrival. Null means all nights.
   */
  max_nights: number | null;
  /** Stays of this many nights or more are exempt. Null means no exemption. */
  exempt_from_nights: number | null;
  /** The first and the last taxed night. Null means no limit. */
  valid_from: string | null;
  valid_to: string | null;
  /**
   * Listing sites that collect and remit the tax themselves. For bookings from these sites, the tax
   * is marked as channel-managed.
   */
  remitted_by_listing_site_ids: number[];
  /**
   * Whether the prices already include the tax. An inclusive tax adds no line, but the explanation
   * contains it.
   */
  is_inclusive: boolean;
}

/** A night with its price from the pricing service. Rate adjusters are not applied yet. */
export interface PricedNight {
  date: string;
  /** The rent in the property's currency. Ignored for owner bookings. */
  rent: number;
  season_id: number | null;
}

/** The stay for which charges are calculated. */
export interface ChargedStay {
  property_id: number;
  /** The property's currency. */
  currency_code: string;
  listing_site_id: number | null;
  /** All nights of the stay, in order. At least one. */
  nights: readonly PricedNight[];
  adults: number;
  children: number;
  pets: number;
  /**
   * The date on which the stay was booked (booked_utc) or the quote was created (created_utc), in
   * the property's time zone. It does not change when charges are calculated again.
   */
  booked_date: string;
  discount_code: string | null;
  /** Owner bookings pay no rent, but may have other charges. */
  is_owner_booking: boolean;
}

export interface ChargeSettings {
  /**
   * Whether a manager manages the property for its owner. Without a manager there is no commission,
   * regardless of the other settings.
   */
  has_manager: boolean;
  /** The manager's percentage of each line. Null means no commission. */
  owner_commission_percent: number | null;
  /** Who remits the taxes. If the owner does, taxes are part of the owner's amount. */
  taxes_remitted_by: 'manager' | 'owner';
}

/** One charge line of a stay, with the fields and units of the public record. */
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

/** The definition to which a line or a reason belongs. */
export type DefinitionReference = { surcharge_id: number } | { discount_id: number } | { tax_id: number };

/** Why a definition added no line: the field that was decisive, and a reason with numbers. */
export interface LeftOut {
  definition: DefinitionReference;
  description: string;
  field: string;
  reason: string;
}

/**
 * The price of a night: its rent from the pricing service, the rate adjusters that changed it, and
 * the result.
 */
export interface AdjustedNight {
  date: string;
  rent: number;
  adjuster_ids: number[];
  amount: number;
}

/** A rate adjuster that changed the price of nights. It adds no line of its own. */
export interface AppliedAdjuster {
  surcharge_id: number;
  description: string;
  /** The change as text, such as "+12.5 %" or "-5.00 EUR". */
  change: string;
  nights: number;
}

/** A tax that the prices include. */
export interface ContainedTax {
  tax_id: number;
  description: string;
  amount: number;
  is_channel_managed: boolean;
  computation: string;
}

export interface ChargeExplanation {
  /** Empty for owner bookings. */
  nights: AdjustedNight[];
  adjusters: AppliedAdjuster[];
  /** How each charge was calculated, as text with numbers. */
  charges: { position: number; computation: string }[];
  left_out: LeftOut[];
  contained_taxes: ContainedTax[];
}

export interface StayCharges {
  charges: StayCharge[];
  /** The sum of all charges. */
  total_amount: number;
  explanation: ChargeExplanation;
  /**
   * Why the discount code of the stay is refused, as a message for a 400. Null if the code is
   * accepted, or if there is none.
   */
  discount_code_refusal: string | null;
}

export interface ChargeInputs {
  stay: ChargedStay;
  surcharges: readonly SurchargeDefinition[];
  discounts: readonly DiscountDefinition[];
  taxes: readonly TaxDefinition[];
  settings: ChargeSettings;
}
