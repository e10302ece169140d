import { nights, stayOf, surcharge, type WorkedExample } from './example';

export const rentAndAdjusters: WorkedExample[] = [
  {
    name: 'rent is the sum of the nights, its rate their average',
    stay: stayOf({ nights: nights('2026-07-06', [100, 110, 120.5]) }),
    // 100 + 110 + 120.50 = 330.50; 330.50 / 3 = 110.1666… = 110.17
    charges: [
      { type: 'rent', description: 'Rent', amount: 330.5, rate: 110.17, rate_is_percent: false, is_taxable: true },
    ],
    total: 330.5,
  },
  {
    name: 'rent in a currency without decimals',
    stay: stayOf({ currency_code: 'JPY', nights: nights('2026-07-06', [10000, 10000, 12001]) }),
    // 10000 + 10000 + 12001 = 32001; 32001 / 3 = 10667
    charges: [{ type: 'rent', amount: 32001, rate: 10667 }],
    total: 32001,
  },
  {
    name: 'rent in a currency of three decimals',
    stay: stayOf({ currency_code: 'KWD', nights: nights('2026-07-06', [25.125, 25.125, 30.25]) }),
    // 25.125 + 25.125 + 30.250 = 80.500; 80.5 / 3 = 26.8333… = 26.833
    charges: [{ type: 'rent', amount: 80.5, rate: 26.833 }],
    total: 80.5,
  },
  {
    name: 'a rate adjuster raises each night and makes no line',
    surcharges: [surcharge('rate_adjuster', { id: 1, percent: 10 })],
    // 100 + 10 % = 110; 3 × 110 = 330
    charges: [{ type: 'rent', amount: 330, rate: 110 }],
    total: 330,
  },
  {
    name: 'percentages of adjusters are added up, not compounded',
    surcharges: [
      surcharge('rate_adjuster', { id: 1, percent: 10 }),
      surcharge('rate_adjuster', { id: 2, percent: 15 }),
    ],
    // 100 + (10 + 15) % = 125; 3 × 125 = 375
    charges: [{ type: 'rent', amount: 375 }],
    total: 375,
  },
  {
    name: 'amounts of adjusters come after their percentages',
    surcharges: [
      surcharge('rate_adjuster', { id: 1, mode: 'per_night', amount: -5, currency_code: 'EUR' }),
      surcharge('rate_adjuster', { id: 2, percent: 10 }),
    ],
    // 100 + 10 % - 5 = 105 (not 95 + 10 % = 104.50); 3 × 105 = 315
    charges: [{ type: 'rent', amount: 315 }],
    total: 315,
  },
  {
    name: 'each night is rounded by itself',
    stay: stayOf({ nights: nights('2026-07-06', [33.33, 33.33, 33.33]) }),
    surcharges: [surcharge('rate_adjuster', { id: 1, percent: 12.5 })],
    // 33.33 × 1.125 = 37.49625 = 37.50 a night; 3 × 37.50 = 112.50 (the sum first would be 112.49)
    charges: [{ type: 'rent', amount: 112.5, rate: 37.5 }],
    total: 112.5,
  },
  {
    name: 'half a cent is rounded away from zero',
    stay: stayOf({ nights: nights('2026-07-06', [0.2]) }),
    surcharges: [surcharge('rate_adjuster', { id: 1, percent: 12.5 })],
    // 0.20 × 1.125 = 0.225 = 0.23
    charges: [{ type: 'rent', amount: 0.23 }],
    total: 0.23,
  },
  {
    name: 'an adjuster by weekday changes those nights alone',
    stay: stayOf({ nights: nights('2026-07-10', [100, 100, 100]) }),
    surcharges: [surcharge('rate_adjuster', { id: 1, percent: 20, criteria: { weekdays: ['friday', 'saturday'] } })],
    // Friday 120, Saturday 120, Sunday 100
    charges: [{ type: 'rent', amount: 340, rate: 113.33 }],
    total: 340,
  },
  {
    name: 'an adjuster by season changes the nights of that season alone',
    stay: stayOf({ nights: nights('2026-07-06', [100, 100, 100], [7, 7, 8]) }),
    surcharges: [surcharge('rate_adjuster', { id: 1, percent: -10, season_ids: [7] })],
    // 90 + 90 + 100
    charges: [{ type: 'rent', amount: 280 }],
    total: 280,
  },
  {
    name: 'the price of a night never falls below 0',
    stay: stayOf({ nights: nights('2026-07-06', [20, 50]) }),
    surcharges: [surcharge('rate_adjuster', { id: 1, mode: 'per_night', amount: -30, currency_code: 'EUR' })],
    // 20 - 30 = 0 and not -10; 50 - 30 = 20
    charges: [{ type: 'rent', amount: 20, rate: 10 }],
    total: 20,
  },
  {
    name: 'an adjuster for four guests leaves two alone',
    surcharges: [surcharge('rate_adjuster', { id: 1, percent: 10, criteria: { guests: { min: 4, max: null } } })],
    charges: [{ type: 'rent', amount: 300 }],
    total: 300,
    leftOut: [[{ surcharge_id: 1 }, 'criteria.guests']],
  },
  {
    name: 'an adjuster by bands of nights',
    surcharges: [
      surcharge('rate_adjuster', {
        id: 1,
        amounts: [
          { from: 1, to: 2, amount: null, percent: 0 },
          { from: 3, to: null, amount: null, percent: -5 },
        ],
      }),
    ],
    // Three nights: -5 %, 3 × 95
    charges: [{ type: 'rent', amount: 285 }],
    total: 285,
  },
  {
    name: 'a percentage with three decimals in a currency without any',
    stay: stayOf({ currency_code: 'JPY', nights: nights('2026-07-06', [9999]) }),
    surcharges: [surcharge('rate_adjuster', { id: 1, percent: 8.875 })],
    // 9999 × 0.08875 = 887.41125; 9999 + 887.41125 = 10886.41125 = 10886
    charges: [{ type: 'rent', amount: 10886 }],
    total: 10886,
  },
  {
    name: 'an amount in another currency does not adjust',
    surcharges: [surcharge('rate_adjuster', { id: 1, mode: 'per_night', amount: 10, currency_code: 'USD' })],
    charges: [{ type: 'rent', amount: 300 }],
    total: 300,
    leftOut: [[{ surcharge_id: 1 }, 'currency_code']],
  },
  {
    name: 'an adjuster per stay is none',
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
