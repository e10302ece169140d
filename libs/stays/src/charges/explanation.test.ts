import { calculateCharges } from './calculate-charges';
import { DISCOUNT_DEFAULTS, SURCHARGE_DEFAULTS } from './definition-defaults';
import { discount, inputsOf, nights, stayOf, surcharge, tax, type WorkedExample } from './worked-examples/example';

const explain = (example: Partial<WorkedExample>) =>
  calculateCharges(inputsOf({ name: '', charges: [], total: 0, ...example })).explanation;
const computations = (example: Partial<WorkedExample>) =>
  explain(example).charges.map(({ computation }) => computation);
const reasons = (example: Partial<WorkedExample>) => explain(example).left_out.map(({ reason }) => reason);

describe('the explanation of charges', () => {
  it('shows how every line was calculated', () => {
    const example = {
      stay: stayOf({ adults: 3, pets: 1, nights: nights('2026-07-10', [100, 100, 80]) }),
      surcharges: [
        surcharge('cleaning', { id: 1, amount: 50, description: 'Cleaning' }),
        surcharge('guest', { id: 2, amount: 10, included: 2, description: 'Guests' }),
        surcharge('pet', { id: 3, mode: 'per_pet_per_night', amount: 5, is_taxable: false }),
        surcharge('other', {
          id: 4,
          mode: 'percent_of_rent',
          amounts: [{ from: 3, to: 6, amount: null, percent: 2.5 }],
        }),
        surcharge('custom', { id: 5, mode: 'percent_of_subtotal', percent: 10, description: 'Service' }),
      ],
      discounts: [discount('promotion', { id: 1, mode: 'per_stay', amount: 300 })],
      taxes: [
        tax({ id: 1, percent: 7, applies_to: ['cleaning', 'guest'], max_nights: 2 }),
        tax({ id: 2, mode: 'per_guest_per_night', amount: 2 }),
        tax({ id: 3, mode: 'per_night', amount: 1, guests: 'adults_and_children' }),
      ],
    };
    expect(computations(example)).toEqual([
      '2 nights at 100.00 EUR + 1 night at 80.00 EUR = 280.00 EUR',
      '50.00 EUR',
      '10.00 EUR × 1 guest above 2 × 3 nights = 30.00 EUR',
      '5.00 EUR × 1 pet × 3 nights = 15.00 EUR',
      '2.5 % (band for 3 nights) of 280.00 EUR of rent = 7.00 EUR',
      // The discount reduces the rent to 0, so the subtotal is 50 + 30 + 15 + 7 = 102.
      '10 % of the subtotal 102.00 EUR = 10.20 EUR',
      '300.00 EUR, cut to 280.00 EUR: no more is left',
      // The tax counts 2 of the 3 nights: 2/3 of (50 + 30) = 53.33…
      '7 % of 53.33 EUR (Cleaning, Guests; 2 of 3 nights) = 3.73 EUR',
      '2.00 EUR × 3 adults × 3 nights = 18.00 EUR',
      '1.00 EUR × 3 nights = 3.00 EUR',
    ]);
  });

  it('shows the price of each night, and how much each rate adjuster changes this price', () => {
    const { nights: shown, adjusters } = explain({
      surcharges: [
        surcharge('rate_adjuster', {
          id: 1,
          percent: 12.5,
          criteria: { weekdays: ['monday'] },
          description: 'Mondays',
        }),
        surcharge('rate_adjuster', { id: 2, mode: 'per_night', amount: -5, description: 'Off' }),
      ],
    });
    expect(shown).toEqual([
      { date: '2026-07-06', rent: 100, adjuster_ids: [1, 2], amount: 107.5 },
      { date: '2026-07-07', rent: 100, adjuster_ids: [2], amount: 95 },
      { date: '2026-07-08', rent: 100, adjuster_ids: [2], amount: 95 },
    ]);
    expect(adjusters).toEqual([
      { surcharge_id: 1, description: 'Mondays', change: '+12.5 %', nights: 1 },
      { surcharge_id: 2, description: 'Off', change: '-5.00 EUR', nights: 3 },
    ]);
  });

  it('gives a reason for every definition that was left out', () => {
    const cleaning = (id: number, fields: Partial<Parameters<typeof surcharge>[1]>) =>
      surcharge('cleaning', { id, amount: 50, ...fields });
    expect(
      reasons({
        stay: stayOf({ listing_site_id: 5, children: 1, booked_date: '2026-07-05' }),
        surcharges: [
          cleaning(1, { active: false }),
          cleaning(2, { property_ids: [2] }),
          cleaning(3, { listing_site_ids: [4] }),
          cleaning(4, { currency_code: 'USD' }),
          cleaning(5, { season_ids: [7, 8] }),
          cleaning(6, { criteria: { children: { min: null, max: 0 } } }),
          cleaning(7, { criteria: { days_before_arrival: { min: 2, max: 5 } } }),
          cleaning(8, { criteria: { nights: { min: 1, max: 1 } } }),
          cleaning(9, { criteria: { arrival_dates: [{ from: '2026-08-01', to: null }] } }),
          cleaning(10, { criteria: { stay_dates: [{ from: '2026-08-01', to: '2026-08-31' }] } }),
          cleaning(11, { criteria: { stay_dates: [{ from: '2026-07-07', to: null }], weekdays: ['monday'] } }),
          surcharge('guest', { id: 12, amount: 10, included: 3 }),
          surcharge('pet', { id: 13, amount: 10 }),
          cleaning(14, { amounts: [{ from: 1, to: 2, amount: 5, percent: null }] }),
        ],
        discounts: [
          discount('promotion', { id: 1, percent: 10, description: 'Ten' }),
          discount('promotion', { id: 2, percent: 5 }),
          discount('promotion', { id: 3, percent: 5, criteria: { discount_code: 'SECRET' } }),
        ],
        taxes: [
          tax({ id: 1, percent: 5, exempt_from_nights: 3 }),
          tax({ id: 2, percent: 5, valid_to: '2025-12-31' }),
          tax({ id: 3, percent: 5, max_nights: 0 }),
        ],
      }),
    ).toEqual([
      'it is not active',
      'it does not apply to property 1',
      'it does not apply to listing site 5',
      "its amount is in USD, the property's currency is EUR",
      'the stay has no night of the seasons 7, 8',
      'it needs at most 0 children; the stay has 1 child',
      'it needs 2 to 5 days before arrival; the stay has 1 day before arrival',
      'it needs exactly 1 night; the stay has 3 nights',
      'it applies to arrivals from 2026-08-01 on; the arrival is 2026-07-06',
      'the stay has no night of the dates 2026-08-01 to 2026-08-31',
      'the stay has no such night on monday',
      '3 guests included; the stay has 3 guests',
      '0 pets included; the stay has 0 pets',
      'none of its bands holds 3 nights',
      'it takes off 15.00 EUR, "Ten" takes off 30.00 EUR',
      'it needs a discount code that the stay does not have',
      'stays of 3 nights or more owe none; the stay has 3',
      'it is owed for nights until 2025-12-31; the stay has none',
      'it is owed for the first 0 nights only',
    ]);
  });
});

describe('the defaults of surcharge and discount types', () => {
  it('match all stays, and charge nothing if no amount is set', () => {
    const surcharges = (['cleaning', 'guest', 'pet', 'linen', 'other', 'rate_adjuster', 'custom'] as const).map(
      (type, index) => surcharge(type, { id: index + 1 }),
    );
    expect(reasons({ surcharges })).toEqual(surcharges.map(() => 'it has no value for its mode'));
    const priced = surcharges.map((each) => ({ ...each, amount: 1, percent: 1 }));
    expect(explain({ stay: stayOf({ pets: 1 }), surcharges: priced }).left_out).toEqual([]);
  });

  it('set the usual mode, category and taxability for each type', () => {
    expect(SURCHARGE_DEFAULTS.guest).toMatchObject({ mode: 'per_guest_per_night', category: 'guest', included: 0 });
    expect(SURCHARGE_DEFAULTS.pet).toMatchObject({ mode: 'per_pet', category: 'pet', is_taxable: true });
    expect(DISCOUNT_DEFAULTS.last_minute).toMatchObject({ mode: 'percent_of_rent', amounts_by: 'days_before_arrival' });
    expect(DISCOUNT_DEFAULTS.promotion).toMatchObject({ is_combinable: false, is_taxable: true });
  });
});
