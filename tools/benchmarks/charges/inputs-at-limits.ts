import { addDays } from '@keyhaven/stays/calendar-date';
import {
  CHARGE_CATEGORIES,
  WEEKDAYS,
  type ChargeInputs,
  type DiscountDefinition,
  type SurchargeDefinition,
  type TaxDefinition,
} from '@keyhaven/stays/charges/charge-types';
import { discount, stayOf, surcharge, tax } from '@keyhaven/stays/charges/worked-examples/example';
import { MAX_NIGHTS } from '@keyhaven/stays/nights';

/**
 * The maximum number of surcharges that an account can have in the fees service. The maximum number of discounts is
 * the same.
 */
const DEFINITIONS = 2000;
/** The maximum number of taxes of a property in the fees service. */
const TAXES = 50;
/** The maximum number of date ranges in a definition. */
const RANGES = 50;
/** The maximum number of seasons in a definition. */
const SEASONS = 200;
const ARRIVAL = '2030-01-01';

const DESCRIPTION_LENGTH = 200;
/** The lowest id of the definitions. On a platform with many accounts, ids have this many digits. */
const FIRST_ID = 1_000_000;

/**
 * The name of a scenario, and a function that makes the inputs of the scenario. `part` is the
 * number of definitions divided by the maximum number of definitions, from 0 to 1.
 */
export type Scenario = [name: string, at: (part: number) => ChargeInputs];

/** The slowest case of each rule for charges. */
export const scenarios: Scenario[] = [
  ['discounts of which one applies', (part) => inputs(part, { surcharges: onSubtotal, discounts: rivals })],
  ['rate adjusters of every night', (part) => inputs(part, { surcharges: adjusters })],
  ['surcharges of many dates and seasons', (part) => inputs(part, { surcharges: ofDates })],
  ['taxes of many lines', (part) => inputs(part, { surcharges: flat, taxes: added })],
  ['inclusive taxes, each of other nights', (part) => inputs(part, { surcharges: flat, taxes: inclusive })],
  ['surcharges left out for their seasons', (part) => inputs(part, { surcharges: ofOtherSeasons })],
];

interface Makers {
  surcharges: (id: number) => SurchargeDefinition;
  discounts?: (id: number) => DiscountDefinition;
  taxes?: (id: number) => TaxDefinition;
}

function inputs(part: number, { surcharges, discounts, taxes }: Makers): ChargeInputs {
  const make = <Made>(count: number, maker: (id: number) => Made) =>
    Array.from({ length: Math.round(count * part) }, (_, index) => maker(FIRST_ID + index));
  return {
    stay: stayOf({
      nights: Array.from({ length: MAX_NIGHTS }, (_, day) => ({
        date: addDays(ARRIVAL, day),
        rent: 100 + (day % 7),
        season_id: FIRST_ID + (day % SEASONS),
      })),
      booked_date: '2029-06-01',
    }),
    surcharges: make(DEFINITIONS, surcharges),
    discounts: discounts ? make(DEFINITIONS, discounts) : [],
    taxes: taxes ? make(TAXES, taxes) : [],
    settings: { has_manager: true, owner_commission_percent: 20, taxes_remitted_by: 'manager' },
  };
}

const described = (id: number) => `Definition ${id} `.padEnd(DESCRIPTION_LENGTH, '.');
const seasonsFrom = (first: number) => Array.from({ length: SEASONS }, (_, index) => first + index);

const other = (id: number, fields: Omit<Parameters<typeof surcharge>[1], 'id'>) =>
  surcharge('other', { description: described(id), ...fields, id });
const onSubtotal = (id: number) => other(id, { mode: 'percent_of_subtotal', percent: 0.001 });
const flat = (id: number) =>
  other(id, { amount: 1, category: CHARGE_CATEGORIES[id % CHARGE_CATEGORIES.length] ?? 'other' });
const adjusters = (id: number) =>
  surcharge('rate_adjuster', { id, description: described(id), percent: (id % 100) / 1000 });

const ofOtherSeasons = (id: number) => other(id, { amount: 1, season_ids: seasonsFrom(FIRST_ID + SEASONS) });

/**
 * Returns a surcharge with many date ranges, all weekdays and all seasons. Each night must be compared with all of
 * them.
 */
function ofDates(id: number): SurchargeDefinition {
  const length = Math.floor(MAX_NIGHTS / RANGES);
  const day = (index: number, more: number) => addDays(ARRIVAL, index * length + more);
  return other(id, {
    mode: 'per_night',
    amount: 1,
    season_ids: seasonsFrom(FIRST_ID),
    criteria: {
      stay_dates: Array.from({ length: RANGES }, (_, index) => ({
        from: day(index, id % 7),
        to: day(index, length - 2),
      })),
      weekdays: [...WEEKDAYS],
    },
  });
}

const rivals = (id: number) =>
  discount('promotion', {
    id,
    description: described(id),
    mode: 'percent_of_subtotal',
    percent: (1 + (id % DEFINITIONS)) / 1000,
    is_combinable: id % 2 === 0,
  });

const added = (id: number) => tax({ id, description: described(id), percent: 1 + (id % TAXES) * 0.012347 });

const inclusive = (id: number): TaxDefinition => ({
  ...added(id),
  applies_to: CHARGE_CATEGORIES.filter((_, index) => index !== id % CHARGE_CATEGORIES.length),
  valid_from: addDays(ARRIVAL, (id % TAXES) * 3),
  is_inclusive: true,
});
