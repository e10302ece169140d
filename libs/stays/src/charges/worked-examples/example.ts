import { addDays } from '../../calendar-date';
import type {
  ChargedStay,
  ChargeInputs,
  ContainedTax,
  Criteria,
  DefinitionReference,
  DiscountDefinition,
  PricedNight,
  StayCharge,
  SurchargeDefinition,
  TaxDefinition,
} from '../charge-types';
import { DISCOUNT_DEFAULTS, NO_CRITERIA, SURCHARGE_DEFAULTS } from '../definition-defaults';

/**
 * A stay, and its charges as calculated by hand from the rules. Comments in the examples show the
 * calculation.
 */
export interface WorkedExample {
  name: string;
  stay?: ChargedStay;
  surcharges?: SurchargeDefinition[];
  discounts?: DiscountDefinition[];
  taxes?: TaxDefinition[];
  settings?: Partial<ChargeInputs['settings']>;
  /** All charges in order. Only the given fields are compared. */
  charges: Partial<StayCharge>[];
  total: number;
  /**
   * The definitions that do not apply, each with the decisive field. All other definitions must
   * apply.
   */
  leftOut?: [DefinitionReference, field: string][];
  contained?: Partial<ContainedTax>[];
  codeRefusal?: string;
}

/** Makes consecutive nights with the given prices and seasons. */
export function nights(
  first: string,
  rents: readonly number[],
  seasons: readonly (number | null)[] = [],
): PricedNight[] {
  return rents.map((rent, index) => ({ date: addDays(first, index), rent, season_id: seasons[index] ?? null }));
}

/**
 * Makes a stay. By default it has three nights at 100.00 EUR from Monday 2026-07-06 and two adults,
 * and is booked 35 days in advance.
 */
export function stayOf(fields: Partial<ChargedStay> = {}): ChargedStay {
  return {
    property_id: 1,
    currency_code: 'EUR',
    listing_site_id: null,
    nights: nights('2026-07-06', [100, 100, 100]),
    adults: 2,
    children: 0,
    pets: 0,
    booked_date: '2026-06-01',
    discount_code: null,
    is_owner_booking: false,
    ...fields,
  };
}

type Given<Definition> = Partial<Omit<Definition, 'criteria' | 'id' | 'type'>> & {
  id: number;
  criteria?: Partial<Criteria>;
};

export function surcharge(
  type: SurchargeDefinition['type'],
  { criteria, ...fields }: Given<SurchargeDefinition>,
): SurchargeDefinition {
  return {
    ...SURCHARGE_DEFAULTS[type],
    description: `${type} ${fields.id}`,
    ...fields,
    type,
    criteria: { ...NO_CRITERIA, ...criteria },
  };
}

export function discount(
  type: DiscountDefinition['type'],
  { criteria, ...fields }: Given<DiscountDefinition>,
): DiscountDefinition {
  return {
    ...DISCOUNT_DEFAULTS[type],
    description: `${type} ${fields.id}`,
    ...fields,
    type,
    criteria: { ...NO_CRITERIA, ...criteria },
  };
}

export function tax(fields: Partial<TaxDefinition> & { id: number }): TaxDefinition {
  return {
    description: `tax ${fields.id}`,
    active: true,
    position: 0,
    mode: 'percent',
    amount: null,
    percent: null,
    applies_to: null,
    guests: 'adults',
    max_nights: null,
    exempt_from_nights: null,
    valid_from: null,
    valid_to: null,
    remitted_by_listing_site_ids: [],
    is_inclusive: false,
    ...fields,
  };
}

/**
 * Makes the inputs of the calculation for an example. By default, a manager remits the taxes and
 * gets no commission.
 */
export function inputsOf({
  stay = stayOf(),
  surcharges = [],
  discounts = [],
  taxes = [],
  settings,
}: WorkedExample): ChargeInputs {
  return {
    stay,
    surcharges,
    discounts,
    taxes,
    settings: { has_manager: true, owner_commission_percent: null, taxes_remitted_by: 'manager', ...settings },
  };
}
