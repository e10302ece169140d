import { discount, nights, stayOf, surcharge, type WorkedExample } from './example';

const rent = { type: 'rent', amount: 300 } as const;
const cleaning = (amount: number) => surcharge('cleaning', { id: 1, amount });

export const discounts: WorkedExample[] = [
  {
    name: 'a length-of-stay discount adds a negative line',
    stay: stayOf({ nights: nights('2026-07-06', Array<number>(7).fill(100)) }),
    discounts: [
      discount('length_of_stay', {
        id: 4,
        percent: 10,
        description: 'Week',
        criteria: { nights: { min: 7, max: null } },
      }),
    ],
    // 10 % of the rent of 700 = 70
    charges: [
      { type: 'rent', amount: 700 },
      {
        type: 'discount',
        description: 'Week',
        amount: -70,
        rate: 10,
        rate_is_percent: true,
        position: 1,
        is_taxable: true,
        discount_id: 4,
      },
    ],
    total: 630,
  },
  {
    name: 'a last-minute discount per night is multiplied by the nights',
    stay: stayOf({ booked_date: '2026-07-04' }),
    discounts: [
      discount('last_minute', {
        id: 1,
        mode: 'per_night',
        amount: 15,
        criteria: { days_before_arrival: { min: null, max: 3 } },
      }),
    ],
    // 15 × 3 nights = 45; booked two days before arrival
    charges: [rent, { amount: -45, rate: 15, rate_is_percent: false }],
    total: 255,
  },
  {
    name: 'an early-bird discount per stay applies once',
    discounts: [
      discount('early_bird', {
        id: 1,
        mode: 'per_stay',
        amount: 40,
        criteria: { days_before_arrival: { min: 30, max: null } },
      }),
    ],
    charges: [rent, { amount: -40 }],
    total: 260,
  },
  {
    name: 'a discount on the subtotal includes flat surcharges',
    surcharges: [cleaning(50)],
    discounts: [discount('promotion', { id: 1, mode: 'percent_of_subtotal', percent: 10 })],
    // 10 % of the subtotal (300 + 50) = 35
    charges: [rent, { amount: 50 }, { amount: -35 }],
    total: 315,
  },
  {
    name: 'a surcharge on the subtotal is calculated after discounts on the rent',
    surcharges: [cleaning(50), surcharge('custom', { id: 2, mode: 'percent_of_subtotal', percent: 10 })],
    discounts: [discount('promotion', { id: 1, percent: 20 })],
    // Discount: 20 % of 300 = 60. Subtotal: 300 - 60 + 50 = 290. Surcharge: 10 % of 290 = 29.
    charges: [rent, { amount: 50 }, { amount: 29 }, { amount: -60 }],
    total: 319,
  },
  {
    name: 'a surcharge on the rent is calculated before discounts',
    surcharges: [surcharge('other', { id: 1, mode: 'percent_of_rent', percent: 10 })],
    discounts: [discount('promotion', { id: 1, percent: 50 })],
    // Both are calculated on the rent of 300: 10 % = 30 and 50 % = 150.
    charges: [rent, { amount: 30 }, { amount: -150 }],
    total: 180,
  },
  {
    name: 'only the discount with the largest amount applies',
    discounts: [
      discount('promotion', { id: 1, mode: 'per_stay', amount: 25 }),
      discount('early_bird', { id: 2, percent: 10 }),
    ],
    // 10 % of the rent of 300 = 30, which is more than 25
    charges: [rent, { discount_id: 2, amount: -30 }],
    total: 270,
    leftOut: [[{ discount_id: 1 }, 'is_combinable']],
  },
  {
    name: 'of equal discounts, the one with the lowest id applies, whatever its position',
    discounts: [
      discount('promotion', { id: 3, percent: 10, position: 0 }),
      discount('promotion', { id: 2, mode: 'per_stay', amount: 30, position: 9 }),
    ],
    // 10 % of the rent of 300 = 30, the same as the other discount
    charges: [rent, { discount_id: 2, amount: -30 }],
    total: 270,
    leftOut: [[{ discount_id: 3 }, 'is_combinable']],
  },
  {
    name: 'combinable discounts apply in addition to the best one, calculated on the same amount',
    discounts: [
      discount('promotion', { id: 1, percent: 5 }),
      discount('promotion', { id: 2, percent: 10, is_combinable: true }),
      discount('promotion', { id: 3, percent: 1, is_combinable: true }),
    ],
    // All on the rent of 300: 5 % = 15, 10 % = 30 and 1 % = 3
    charges: [rent, { amount: -15 }, { amount: -30 }, { amount: -3 }],
    total: 252,
  },
  {
    name: 'a discount on the subtotal can take off more than one on the rent',
    surcharges: [cleaning(200)],
    discounts: [
      discount('promotion', { id: 1, percent: 15 }),
      discount('promotion', { id: 2, mode: 'percent_of_subtotal', percent: 10 }),
    ],
    // On the rent: 15 % of 300 = 45. On the subtotal: 10 % of 500 = 50.
    charges: [rent, { amount: 200 }, { discount_id: 2, amount: -50 }],
    total: 450,
    leftOut: [[{ discount_id: 1 }, 'is_combinable']],
  },
  {
    name: 'a discount is limited to the rent before discounts are compared',
    surcharges: [cleaning(700)],
    discounts: [
      discount('promotion', { id: 1, mode: 'per_stay', amount: 500 }),
      discount('promotion', { id: 2, mode: 'percent_of_subtotal', percent: 40 }),
    ],
    // On the rent: 500 is limited to 300. On the subtotal: 40 % of 1000 = 400.
    charges: [rent, { amount: 700 }, { discount_id: 2, amount: -400 }],
    total: 600,
    leftOut: [[{ discount_id: 1 }, 'is_combinable']],
  },
  {
    name: 'discounts are compared after the combinable ones are applied',
    surcharges: [cleaning(200)],
    discounts: [
      discount('promotion', { id: 1, mode: 'percent_of_subtotal', percent: 10 }),
      discount('promotion', { id: 2, percent: 15 }),
      discount('promotion', { id: 3, percent: 20, is_combinable: true }),
    ],
    // The combinable discount is 20 % of 300 = 60, so the subtotal is 440. 10 % of 440 = 44 is less
    // than 15 % of 300 = 45.
    charges: [rent, { amount: 200 }, { discount_id: 2, amount: -45 }, { discount_id: 3, amount: -60 }],
    total: 395,
    leftOut: [[{ discount_id: 1 }, 'is_combinable']],
  },
  {
    name: 'the first discount in order is limited last, also when discounts are compared',
    stay: stayOf({ nights: nights('2026-07-06', [100]) }),
    discounts: [
      discount('promotion', { id: 1, mode: 'per_stay', amount: 60, position: 9 }),
      discount('promotion', { id: 2, mode: 'per_stay', amount: 50, position: 0 }),
      discount('promotion', { id: 3, mode: 'per_stay', amount: 80, position: 5, is_combinable: true }),
    ],
    // The rent is 100. Discount 1 comes after discount 3 (80), so it could take only 20. Discount 2
    // comes before it and takes 50, which leaves 50 for discount 3.
    charges: [{ amount: 100 }, { discount_id: 2, amount: -50 }, { discount_id: 3, amount: -50 }],
    total: 0,
    leftOut: [[{ discount_id: 1 }, 'is_combinable']],
  },
  {
    name: 'discounts on the rent are limited to the rent, starting with the last',
    stay: stayOf({ nights: nights('2026-07-06', [100]) }),
    surcharges: [cleaning(30)],
    discounts: [
      discount('promotion', { id: 1, mode: 'per_stay', amount: 50, position: 2, is_combinable: true }),
      discount('promotion', { id: 2, mode: 'per_stay', amount: 80, position: 1, is_combinable: true }),
    ],
    // Discount 2 takes 80 of the rent of 100. Of the 50 of discount 1, 20 are left. The cleaning
    // fee remains.
    charges: [
      { amount: 100 },
      { amount: 30 },
      { discount_id: 2, amount: -80 },
      { discount_id: 1, amount: -20, rate: 50 },
    ],
    total: 30,
  },
  {
    name: 'a discount for which nothing is left adds no line',
    stay: stayOf({ nights: nights('2026-07-06', [100]) }),
    discounts: [
      discount('promotion', { id: 1, percent: 100, is_combinable: true }),
      discount('promotion', { id: 2, mode: 'per_stay', amount: 10, is_combinable: true }),
    ],
    charges: [{ amount: 100 }, { discount_id: 1, amount: -100 }],
    total: 0,
    leftOut: [[{ discount_id: 2 }, 'amount']],
  },
  {
    name: 'discounts on the subtotal are limited so that the total is 0',
    stay: stayOf({ nights: nights('2026-07-06', [100]) }),
    surcharges: [surcharge('custom', { id: 1, mode: 'percent_of_subtotal', percent: 10 })],
    discounts: [
      discount('promotion', { id: 1, mode: 'percent_of_subtotal', percent: 60, is_combinable: true }),
      discount('promotion', { id: 2, mode: 'percent_of_subtotal', percent: 60, is_combinable: true }),
    ],
    // 100 + 10 - 60 = 50 is left, so the second discount of 60 is limited to 50.
    charges: [{ amount: 100 }, { amount: 10 }, { amount: -60 }, { amount: -50 }],
    total: 0,
  },
  {
    name: 'a percentage of the rent with weekdays counts only these nights',
    stay: stayOf({ nights: nights('2026-07-10', [100, 140, 120]) }),
    discounts: [discount('promotion', { id: 1, percent: 25, criteria: { weekdays: ['saturday'] } })],
    // 25 % of Saturday's rent of 140 = 35
    charges: [{ amount: 360 }, { amount: -35 }],
    total: 325,
  },
  {
    name: 'a discount in another currency does not apply',
    discounts: [discount('promotion', { id: 1, mode: 'per_stay', amount: 20, currency_code: 'KWD' })],
    charges: [rent],
    total: 300,
    leftOut: [[{ discount_id: 1 }, 'currency_code']],
  },
];
