import fc from 'fast-check';
import { addDays } from '../../calendar-date';
import { fromMinor } from '../../money';
import {
  BAND_MEASURES,
  CHARGE_CATEGORIES,
  CHARGE_MODES,
  DISCOUNT_TYPES,
  SURCHARGE_TYPES,
  TAX_MODES,
  WEEKDAYS,
  type Band,
  type Criteria,
  type DateRange,
  type DefinitionTerms,
} from '../charge-types';
import { NO_CRITERIA, RATE_ADJUSTER_MODES } from '../definition-defaults';

const firstDay = '2026-12-20';
const currencies = fc.constantFrom('JPY', 'EUR', 'KWD');
const amountOf = (currency: string, max: number) =>
  fc.integer({ min: 0, max }).map((minor) => fromMinor(minor, currency));
const mostly = <Value, Other>(usual: Value, other: fc.Arbitrary<Other>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, other);
const percent = fc.integer({ min: 1, max: 120_000 }).map((thousandths) => thousandths / 1000);
const days = fc.integer({ min: -3, max: 14 }).map((day) => addDays(firstDay, day));
const dateRanges = fc.array(fc.record({ from: fc.option(days), to: fc.option(days) }), { maxLength: 2 });
const countRange = mostly(
  null,
  fc.record({ min: fc.option(fc.nat(3)), max: fc.option(fc.integer({ min: 2, max: 9 })) }),
);
const someOf = <Value>(values: readonly Value[]) => fc.oneof(fc.constant<Value[]>([]), fc.subarray([...values]));

const criteria: fc.Arbitrary<Criteria> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(NO_CRITERIA) },
  fc.record({
    stay_dates: fc.oneof(fc.constant<DateRange[]>([]), dateRanges),
    weekdays: someOf(WEEKDAYS),
    arrival_dates: fc.oneof(fc.constant<DateRange[]>([]), dateRanges),
    booked_dates: fc.oneof(fc.constant<DateRange[]>([]), dateRanges),
    days_before_arrival: countRange,
    nights: countRange,
    adults: countRange,
    children: countRange,
    guests: countRange,
    pets: countRange,
    discount_code: mostly(null, fc.constantFrom('SUMMER', 'winter')),
  }),
);

const terms = (currency: string): fc.Arbitrary<DefinitionTerms> =>
  fc.record({
    description: fc.constantFrom('Cleaning', 'Service', 'Sale'),
    active: mostly(true, fc.boolean()),
    category: fc.constantFrom(...CHARGE_CATEGORIES),
    mode: fc.constantFrom(...CHARGE_MODES),
    amount: fc.option(amountOf(currency, 20_000), { freq: 12 }),
    percent: fc.option(percent, { freq: 12 }),
    amounts: fc.oneof(
      { weight: 3, arbitrary: fc.constant<Band[]>([]) },
      fc
        .tuple(fc.nat(4), amountOf(currency, 9_000), percent)
        .map(([to, amount, bandPercent]) => [{ from: 0, to, amount, percent: bandPercent }]),
    ),
    amounts_by: fc.constantFrom(...BAND_MEASURES),
    included: fc.nat(2),
    currency_code: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(currency, null) }, fc.constant('USD')),
    position: fc.nat(2),
    property_ids: mostly<number[], number[]>([], fc.constantFrom([1], [1, 2], [2])),
    listing_site_ids: mostly<number[], number[]>([], fc.constant([5])),
    season_ids: mostly<number[], number[]>([], fc.constant([7])),
    criteria,
    is_taxable: fc.boolean(),
    is_combinable: fc.boolean(),
    is_commission_all: fc.boolean(),
    is_expense_all: fc.boolean(),
    owner_commission_percent: fc.option(percent),
  });

const withIds = <Definition extends object>(definition: fc.Arbitrary<Definition>, maxLength: number) =>
  fc
    .array(definition, { maxLength })
    .map((definitions) => definitions.map((each, index) => ({ ...each, id: 10 + ((index * 7) % 10) })));

const otherSurcharges = SURCHARGE_TYPES.filter((type) => type !== 'rate_adjuster');

const surchargesIn = (currency: string) =>
  withIds(
    fc.oneof(
      fc
        .tuple(terms(currency), fc.constantFrom(...otherSurcharges))
        .map(([definition, type]) => ({ ...definition, type })),
      fc
        .tuple(terms(currency), fc.constantFrom(...RATE_ADJUSTER_MODES), fc.constantFrom(1, -1))
        .map(([definition, mode, sign]) => ({
          ...definition,
          type: 'rate_adjuster' as const,
          mode,
          amount: definition.amount && sign * definition.amount,
          percent: definition.percent && sign * definition.percent,
        })),
    ),
    9,
  );

const discountsIn = (currency: string) =>
  withIds(
    fc
      .tuple(terms(currency), fc.constantFrom(...DISCOUNT_TYPES))
      .map(([definition, type]) => ({ ...definition, type })),
    5,
  );

const taxesIn = (currency: string) =>
  withIds(
    fc.record({
      description: fc.constant('Tax'),
      active: fc.constant(true),
      position: fc.nat(2),
      mode: fc.constantFrom(...TAX_MODES),
      amount: fc.option(amountOf(currency, 500)),
      percent: fc.option(percent),
      applies_to: mostly(null, fc.subarray([...CHARGE_CATEGORIES], { minLength: 1 })),
      guests: fc.constantFrom('adults' as const, 'adults_and_children' as const),
      max_nights: mostly(null, fc.nat(5)),
      exempt_from_nights: mostly(null, fc.integer({ min: 2, max: 9 })),
      valid_from: mostly(null, days),
      valid_to: mostly(null, days),
      remitted_by_listing_site_ids: fc.constantFrom<number[][]>([], [5]),
      is_inclusive: fc.boolean(),
    }),
    4,
  );

const stayIn = (currency: string) =>
  fc.record({
    property_id: fc.constant(1),
    currency_code: fc.constant(currency),
    listing_site_id: fc.constantFrom(null, 5, 6),
    nights: fc
      .array(fc.record({ rent: amountOf(currency, 50_000), season_id: fc.constantFrom(null, 7, 8) }), {
        minLength: 1,
        maxLength: 9,
      })
      .map((nights) => nights.map((night, index) => ({ ...night, date: addDays(firstDay, index) }))),
    adults: fc.integer({ min: 1, max: 6 }),
    children: fc.nat(3),
    pets: fc.nat(2),
    booked_date: fc.nat(9).map((before) => addDays(firstDay, -before)),
    discount_code: fc.constantFrom(null, null, 'summer', 'unheard'),
    is_owner_booking: mostly(false, fc.boolean()),
  });

const settings = fc.record({
  owner_commission_percent: fc.option(fc.integer({ min: 0, max: 100_000 }).map((thousandths) => thousandths / 1000)),
  has_manager: fc.boolean(),
  taxes_remitted_by: fc.constantFrom('manager' as const, 'owner' as const),
});

/** Generates stays with definitions of all kinds, in currencies with 0, 2 and 3 decimals. */
export const chargeInputs = currencies.chain((currency) =>
  fc.record({
    stay: stayIn(currency),
    surcharges: surchargesIn(currency),
    discounts: discountsIn(currency),
    taxes: taxesIn(currency),
    settings,
  }),
);
