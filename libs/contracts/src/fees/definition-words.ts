/**
 * The enum values of surcharges, discounts and taxes. They are the same as in the calculation of charges
 * (`libs/stays`).
 */

export const surchargeTypes = ['cleaning', 'guest', 'pet', 'linen', 'other', 'rate_adjuster', 'custom'] as const;
export const discountTypes = ['length_of_stay', 'last_minute', 'early_bird', 'promotion'] as const;

/** The category of a charge line. A tax lists the categories that it applies to. */
export const chargeCategories = [
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

/** How a definition is charged. Percentage modes use `percent`, all others `amount`. */
export const chargeModes = [
  'per_stay',
  'per_night',
  'per_guest',
  'per_guest_per_night',
  'per_pet',
  'per_pet_per_night',
  'percent_of_rent',
  'percent_of_subtotal',
] as const;

/** The number that selects the band of a tiered definition. Guests are adults and children. */
export const bandMeasures = ['nights', 'guests', 'adults', 'children', 'pets', 'days_before_arrival'] as const;

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

export const taxModes = ['percent', 'per_stay', 'per_night', 'per_guest_per_night'] as const;
export const taxedGuests = ['adults', 'adults_and_children'] as const;
