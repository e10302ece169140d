import { nights, stayOf, surcharge, type WorkedExample } from './example';

export const rentAndAdjusters: WorkedExample[] = [
  {
    name: 'the rent is the sum of the nights, and its rate their average',
    stay: stayOf({ nights: nights('2026-07-06', [100, 110, 120.5]) }),
    // Rent: 100 + 110 + 120.50 = 330.50. Average: 330.50 / 3 = 110.1666…, rounded 110.17.
    charges: [
      { type: 'rent', description: 'Rent', amount: 330.5, rate: 110.17, rate_is_percent: false, is_taxable: true },
    ],
    total: 330.5,
  },
  {
    name: 'the rent has no decimals in JPY',
    stay: stayOf({ currency_code: 'JPY', nights: nights('2026-07-06', [10000, 10000, 12001]) }),
    // Rent: 10000 + 10000 + 12001 = 32001. Average: 32001 / 3 = 10667.
    charges: [{ type: 'rent', amount: 32001, rate: 10667 }],
    total: 32001,
  },
  {
    name: 'the rent has three decimals in KWD',
    stay: stayOf({ currency_code: 'KWD', nights: nights('2026-07-06', [25.125, 25.125, 30.25]) }),
    // Rent: 25.125 + 25.125 + 30.250 = 80.500. Average: 80.5 / 3 = 26.8333…, rounded 26.833.
    charges: [{ type: 'rent', amount: 80.5, rate: 26.833 }],
    total: 80.5,
  },
  {
    name: 'a rate adjuster raises each night and adds no line',
    surcharges: [surcharge('rate_adjuster', { id: 1, percent: 10 })],
    // 100 + 10 % = 110 for each night; 3 × 110 = 330
    charges: [{ type: 'rent', amount: 330, rate: 110 }],
    total: 330,
  },
  {
    name: 'percentages of several adjusters are added, not compounded',
    surcharges: [
      surcharge('rate_adjuster', { id: 1, percent: 10 }),
      surcharge('rate_adjuster', { id: 2, percent: 15 }),
    ],
    // 100 + (10 + 15) % = 125 for each night; 3 × 125 = 375
    charges: [{ type: 'rent', amount: 375 }],
    total: 375,
  },
  {
    name: 'amounts of adjusters are added after their percentages',
    surcharges: [
      surcharge('rate_adjuster', { id: 1, mode: 'per_night', amount: -5, currency_code: 'EUR' }),
      surcharge('rate_adjuster', { id: 2, percent: 10 }),
    ],
    // 100 + 10 % - 5 = 105 for each night, not (100 - 5) + 10 % = 104.50; 3 × 105 = 315
    charges: [{ type: 'rent', amount: 315 }],
    total: 315,
  },
  {
    name: 'each adjusted night is rounded separately',
    stay: stayOf({ nights: nights('2026-07-06', [33.33, 33.33, 33.33]) }),
    surcharges: [surcharge('rate_adjuster', { id: 1, percent: 12.5 })],
    // 33.33 × 1.125 = 37.49625, rounded 37.50 for each night; 3 × 37.50 = 112.50. If only the sum
    // were rounded, it would be 112.49.
    charges: [{ type: 'rent', amount: 112.5, rate: 37.5 }],
    total: 112.5,
  },
  {
    name: 'half a cent of an adjusted night is rounded away from zero',
    stay: stayOf({ nights: nights('2026-07-06', [0.2]) }),
    surcharges: [surcharge('rate_adjuster', { id: 1, percent: 12.5 })],
    // 0.20 × 1.125 = 0.225, rounded 0.23
    charges: [{ type: 'rent', amount: 0.23 }],
    total: 0.23,
  },
  {
    name: 'an adjuster with weekdays changes only these nights',
    stay: stayOf({ nights: nights('2026-07-10', [100, 100, 100]) }),
    surcharges: [surcharge('rate_adjuster', { id: 1, percent: 20, criteria: { weekdays: ['friday', 'saturday'] } })],
    // Friday 120 + Saturday 120 + Sunday 100 = 340
    charges: [{ type: 'rent', amount: 340, rate: 113.33 }],
    total: 340,
  },
  {
    name: 'an adjuster with seasons changes only the nights in these seasons',
    stay: stayOf({ nights: nights('2026-07-06', [100, 100, 100], [7, 7, 8]) }),
    surcharges: [surcharge('rate_adjuster', { id: 1, percent: -10, season_ids: [7] })],
    // 90 + 90 + 100 = 280
    charges: [{ type: 'rent', amount: 280 }],
    total: 280,
  },
  {
    name: 'the price of a night never falls below 0',
    stay: stayOf({ nights: nights('2026-07-06', [20, 50]) }),
    surcharges: [surcharge('rate_adjuster', { id: 1, mode: 'per_night', amount: -30, currency_code: 'EUR' })],
    // 20 - 30 would be -10, so the first night costs 0; the second costs 50 - 30 = 20.
    charges: [{ type: 'rent', amount: 20, rate: 10 }],
    total: 20,
  },
  {
    name: 'an adjuster for four guests does not apply to two guests',
    surcharges: [surcharge('rate_adjuster', { id: 1, percent: 10, criteria: { guests: { min: 4, max: null } } })],
    charges: [{ type: 'rent', amount: 300 }],
    total: 300,
    leftOut: [[{ surcharge_id: 1 }, 'criteria.guests']],
  },
  {
    name: 'the band for the length of the stay sets the percentage of an adjuster',
    surcharges: [
      surcharge('rate_adjuster', {
        id: 1,
        amounts: [
          { from: 1, to: 2, amount: null, percent: 0 },
          { from: 3, to: null, amount: null, percent: -5 },
        ],
      }),
    ],
    // The stay has three nights, so the adjuster is -5 %: 3 × 95 = 285.
    charges: [{ type: 'rent', amount: 285 }],
    total: 285,
  },
  {
    name: 'an adjuster of 8.875 % is rounded to whole yen',
    stay: stayOf({ currency_code: 'JPY', nights: nights('2026-07-06', [9999]) }),
    surcharges: [surcharge('rate_adjuster', { id: 1, percent: 8.875 })],
    // 9999 × 0.08875 = 887.41125; 9999 + 887.41125 = 10886.41125, rounded 10886
    charges: [{ type: 'rent', amount: 10886 }],
    total: 10886,
  },
  {
    name: 'an adjuster with an amount in another currency does not apply',
    surcharges: [surcharge('rate_adjuster', { id: 1, mode: 'per_night', amount: 10, currency_code: 'USD' })],
    charges: [{ type: 'rent', amount: 300 }],
    total: 300,
    leftOut: [[{ surcharge_id: 1 }, 'currency_code']],
  },
  {
    name: 'an adjuster with the mode per_stay does not apply',
    surcharges: [surcharge('rate_adjuster', { id: 1, mode: 'per_stay', amount: 10 })],
    charges: [{ type: 'rent', amount: 300 }],
    total: 300,
    leftOut: [[{ surcharge_id: 1 }, 'mode']],
  },
  {
    name: 'an owner booking pays no rent',
    stay: stayOf({ is_owner_booking: true }),
    surcharges: [surcharge('rate_adjuster', { id: 1, percent: 10 })],
    charges: [],
    total: 0,
    leftOut: [[{ surcharge_id: 1 }, 'type']],
  },
];
