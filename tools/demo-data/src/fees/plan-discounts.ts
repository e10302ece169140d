import type { PlannedDiscount } from '../demo-plan';

/** Discounts of every type: tiered, with and without a code, one that is combined with others. */
export function planDiscounts(firstDay: string): PlannedDiscount[] {
  const year = Number(firstDay.slice(0, 4));
  const winters = [year - 1, year, year + 1].map((y) => ({ from: `${y}-11-01`, to: `${y + 1}-03-15` }));
  return [
    {
      key: 'long-stays',
      properties: [],
      listingSites: [],
      body: {
        type: 'length_of_stay',
        description: 'Longer stays',
        amounts: [
          { from: 7, to: 13, percent: 7.5 },
          { from: 14, to: 27, percent: 12 },
          { from: 28, percent: 25 },
        ],
      },
    },
    {
      key: 'last-minute',
      properties: [],
      listingSites: ['own-site'],
      body: {
        type: 'last_minute',
        description: 'Last minute',
        amounts: [
          { from: 0, to: 2, percent: 15 },
          { from: 3, to: 6, percent: 10 },
        ],
      },
    },
    {
      key: 'early-bird',
      properties: [],
      listingSites: [],
      body: {
        type: 'early_bird',
        description: 'Early bird',
        percent: 5,
        criteria: { days_before_arrival: { min: 120 }, nights: { min: 4 } },
      },
    },
    {
      key: 'returning-guests',
      properties: [],
      listingSites: ['own-site'],
      body: {
        type: 'promotion',
        description: 'Welcome back',
        percent: 5,
        is_combinable: true,
        criteria: { discount_code: 'WELCOMEBACK' },
      },
    },
    {
      key: 'lisbon-winter',
      properties: ['casa-das-andorinhas'],
      listingSites: [],
      body: {
        type: 'promotion',
        description: 'Winter in Lisbon',
        mode: 'per_stay',
        amount: 40,
        currency_code: 'EUR',
        criteria: { stay_dates: winters, nights: { min: 3 } },
      },
    },
  ];
}
