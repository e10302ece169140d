import { nights, stayOf, surcharge, type WorkedExample } from './example';

const rent = { type: 'rent', amount: 300 } as const;

export const surchargeModes: WorkedExample[] = [
  {
    name: 'a cleaning fee per stay is charged once',
    surcharges: [surcharge('cleaning', { id: 1, description: 'Final cleaning', amount: 50, currency_code: 'EUR' })],
    charges: [
      { ...rent, position: 0 },
      {
        type: 'surcharge',
        description: 'Final cleaning',
        amount: 50,
        rate: 50,
        rate_is_percent: false,
        position: 1,
        is_taxable: true,
        is_channel_managed: false,
        surcharge_id: 1,
      },
    ],
    total: 350,
  },
  {
    name: 'a fee per night is multiplied by the nights',
    surcharges: [surcharge('other', { id: 1, mode: 'per_night', amount: 12.5 })],
    // 12.50 × 3 nights = 37.50
    charges: [rent, { type: 'surcharge', amount: 37.5, rate: 12.5 }],
    total: 337.5,
  },
  {
    name: 'a fee per guest counts adults and children',
    stay: stayOf({ children: 1 }),
    surcharges: [surcharge('linen', { id: 1, amount: 15 })],
    // 15 × (2 adults + 1 child) = 45
    charges: [rent, { amount: 45, rate: 15 }],
    total: 345,
  },
  {
    name: 'a fee per guest and night counts only the guests that are not included',
    stay: stayOf({ adults: 3, children: 1 }),
    surcharges: [surcharge('guest', { id: 1, amount: 10, included: 2 })],
    // 10 × (4 - 2 included) guests × 3 nights = 60
    charges: [rent, { amount: 60, rate: 10 }],
    total: 360,
  },
  {
    name: 'a fee per guest does not apply if all guests are included',
    surcharges: [surcharge('guest', { id: 1, amount: 10, included: 2 })],
    charges: [rent],
    total: 300,
    leftOut: [[{ surcharge_id: 1 }, 'included']],
  },
  {
    name: 'a fee per guest does not count pets',
    stay: stayOf({ pets: 3 }),
    surcharges: [surcharge('linen', { id: 1, amount: 15 })],
    // 15 × 2 guests = 30
    charges: [rent, { amount: 30 }],
    total: 330,
  },
  {
    name: 'a fee per pet is multiplied by the pets',
    stay: stayOf({ pets: 2 }),
    surcharges: [surcharge('pet', { id: 1, amount: 30 })],
    // 30 × 2 pets = 60
    charges: [rent, { amount: 60 }],
    total: 360,
  },
  {
    name: 'a fee per pet and night counts only the pets that are not included',
    stay: stayOf({ pets: 2 }),
    surcharges: [surcharge('pet', { id: 1, mode: 'per_pet_per_night', amount: 5.25, included: 1 })],
    // 5.25 × (2 - 1 included) pets × 3 nights = 15.75
    charges: [rent, { amount: 15.75, rate: 5.25 }],
    total: 315.75,
  },
  {
    name: 'a percentage of the rent is rounded to cents',
    surcharges: [surcharge('other', { id: 1, mode: 'percent_of_rent', percent: 8.875 })],
    // 8.875 % of the rent of 300 = 26.625, rounded 26.63
    charges: [rent, { amount: 26.63, rate: 8.875, rate_is_percent: true }],
    total: 326.63,
  },
  {
    name: 'a percentage of the rent is calculated on the adjusted rent',
    surcharges: [
      surcharge('rate_adjuster', { id: 1, percent: 10 }),
      surcharge('other', { id: 2, mode: 'percent_of_rent', percent: 10 }),
    ],
    // Rent: 3 × 110 = 330. Surcharge: 10 % of 330 = 33.
    charges: [{ amount: 330 }, { amount: 33 }],
    total: 363,
  },
  {
    name: 'a percentage of the subtotal includes flat surcharges',
    surcharges: [
      surcharge('cleaning', { id: 1, amount: 50 }),
      surcharge('custom', { id: 2, mode: 'percent_of_subtotal', percent: 10 }),
    ],
    // Subtotal: 300 + 50 = 350. Surcharge: 10 % of 350 = 35.
    charges: [rent, { surcharge_id: 1, amount: 50 }, { surcharge_id: 2, amount: 35, rate: 10, rate_is_percent: true }],
    total: 385,
  },
  {
    name: 'percentages of the subtotal do not include each other',
    surcharges: [
      surcharge('cleaning', { id: 1, amount: 50 }),
      surcharge('custom', { id: 2, mode: 'percent_of_subtotal', percent: 10 }),
      surcharge('custom', { id: 3, mode: 'percent_of_subtotal', percent: 5 }),
    ],
    // Both on the subtotal of 350: 10 % = 35 and 5 % = 17.50
    charges: [rent, { amount: 50 }, { amount: 35 }, { amount: 17.5 }],
    total: 402.5,
  },
  {
    name: 'a fee per night can have three decimals in KWD',
    stay: stayOf({ currency_code: 'KWD', nights: nights('2026-07-06', [10, 10, 10]) }),
    surcharges: [surcharge('other', { id: 1, mode: 'per_night', amount: 1.125, currency_code: 'KWD' })],
    // 1.125 × 3 nights = 3.375
    charges: [{ amount: 30 }, { amount: 3.375 }],
    total: 33.375,
  },
  {
    name: 'half a yen of a surcharge is rounded up',
    stay: stayOf({ currency_code: 'JPY', nights: nights('2026-07-06', [30004]) }),
    surcharges: [surcharge('other', { id: 1, mode: 'percent_of_rent', percent: 12.5 })],
    // 12.5 % of the rent of 30004 = 3750.5, rounded 3751
    charges: [{ amount: 30004 }, { amount: 3751 }],
    total: 33755,
  },
  {
    name: 'a surcharge without an amount above 0 does not apply',
    surcharges: [
      surcharge('cleaning', { id: 1 }),
      surcharge('other', { id: 2, amount: 0 }),
      surcharge('other', { id: 3, mode: 'percent_of_rent', amount: 50 }),
      surcharge('other', { id: 4, mode: 'percent_of_rent', percent: 0 }),
      surcharge('other', { id: 5, amount: -5 }),
    ],
    charges: [rent],
    total: 300,
    leftOut: [
      [{ surcharge_id: 1 }, 'amount'],
      [{ surcharge_id: 2 }, 'amount'],
      [{ surcharge_id: 3 }, 'percent'],
      [{ surcharge_id: 4 }, 'percent'],
      [{ surcharge_id: 5 }, 'amount'],
    ],
  },
  {
    name: 'an inactive surcharge does not apply',
    surcharges: [surcharge('cleaning', { id: 1, amount: 50, active: false })],
    charges: [rent],
    total: 300,
    leftOut: [[{ surcharge_id: 1 }, 'active']],
  },
];
