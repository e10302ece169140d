import { nights, stayOf, surcharge, type WorkedExample } from './example';

const rent = { type: 'rent', amount: 300 } as const;
const cleaning = (fields: Partial<Parameters<typeof surcharge>[1]>) =>
  surcharge('cleaning', { id: 1, amount: 50, ...fields });

export const criteriaAndScope: WorkedExample[] = [
  {
    name: 'a surcharge applies only to its own properties',
    surcharges: [cleaning({ property_ids: [2, 3] }), cleaning({ id: 2, property_ids: [3, 1] })],
    charges: [rent, { surcharge_id: 2, amount: 50 }],
    total: 350,
    leftOut: [[{ surcharge_id: 1 }, 'property_ids']],
  },
  {
    name: 'a surcharge with listing sites applies only to stays from these sites',
    stay: stayOf({ listing_site_id: 5 }),
    surcharges: [cleaning({ listing_site_ids: [4] }), cleaning({ id: 2, listing_site_ids: [5] })],
    charges: [rent, { surcharge_id: 2 }],
    total: 350,
    leftOut: [[{ surcharge_id: 1 }, 'listing_site_ids']],
  },
  {
    name: 'a surcharge with listing sites does not apply to a direct stay',
    surcharges: [cleaning({ listing_site_ids: [4] })],
    charges: [rent],
    total: 300,
    leftOut: [[{ surcharge_id: 1 }, 'listing_site_ids']],
  },
  {
    name: 'a surcharge per night counts only the nights in its seasons',
    stay: stayOf({ nights: nights('2026-07-06', [100, 100, 100], [7, 8, 7]) }),
    surcharges: [surcharge('other', { id: 1, mode: 'per_night', amount: 20, season_ids: [7, 9] })],
    // 20 × 2 nights of season 7 = 40
    charges: [rent, { amount: 40 }],
    total: 340,
  },
  {
    name: 'a surcharge per stay applies in full if one night is in season',
    stay: stayOf({ nights: nights('2026-07-06', [100, 100, 100], [8, 8, 7]) }),
    surcharges: [cleaning({ season_ids: [7] })],
    charges: [rent, { amount: 50 }],
    total: 350,
  },
  {
    name: 'a surcharge with seasons does not apply if no night is in season',
    surcharges: [cleaning({ season_ids: [7] })],
    charges: [rent],
    total: 300,
    leftOut: [[{ surcharge_id: 1 }, 'season_ids']],
  },
  {
    name: 'a percentage of the rent with weekdays counts only the rent of these nights',
    stay: stayOf({ nights: nights('2026-07-10', [100, 140, 120]) }),
    surcharges: [
      surcharge('other', {
        id: 1,
        mode: 'percent_of_rent',
        percent: 10,
        criteria: { weekdays: ['friday', 'saturday'] },
      }),
    ],
    // 10 % of the rent of Friday and Saturday: 100 + 140 = 240, so 24
    charges: [{ amount: 360 }, { amount: 24 }],
    total: 384,
  },
  {
    name: 'a surcharge per guest and night counts only nights within its dates, including the first and last',
    surcharges: [
      surcharge('guest', {
        id: 1,
        amount: 10,
        criteria: { stay_dates: [{ from: '2026-07-07', to: '2026-07-08' }] },
      }),
    ],
    // 10 × 2 guests × 2 nights (7 and 8 July) = 40
    charges: [rent, { amount: 40 }],
    total: 340,
  },
  {
    name: 'dates and weekdays must both match the same night',
    // The nights are 6 July (a Monday) to 8 July. The 6th is not within the dates, and the 7th and
    // 8th are not Mondays.
    surcharges: [cleaning({ criteria: { stay_dates: [{ from: '2026-07-07', to: null }], weekdays: ['monday'] } })],
    charges: [rent],
    total: 300,
    leftOut: [[{ surcharge_id: 1 }, 'criteria.weekdays']],
  },
  {
    name: 'the arrival must be in at least one of several ranges',
    surcharges: [
      cleaning({
        criteria: {
          arrival_dates: [
            { from: null, to: '2026-06-30' },
            { from: '2026-07-06', to: '2026-07-06' },
          ],
        },
      }),
      cleaning({ id: 2, criteria: { arrival_dates: [{ from: '2026-07-07', to: null }] } }),
    ],
    charges: [rent, { surcharge_id: 1 }],
    total: 350,
    leftOut: [[{ surcharge_id: 2 }, 'criteria.arrival_dates']],
  },
  {
    name: 'a surcharge with booked dates applies only if the stay was booked on one of them',
    surcharges: [
      cleaning({ criteria: { booked_dates: [{ from: '2026-06-01', to: '2026-06-30' }] } }),
      cleaning({ id: 2, criteria: { booked_dates: [{ from: null, to: '2026-05-31' }] } }),
    ],
    charges: [rent, { surcharge_id: 1 }],
    total: 350,
    leftOut: [[{ surcharge_id: 2 }, 'criteria.booked_dates']],
  },
  {
    name: 'days before arrival are counted from the booked date: 1 June to 6 July are 35',
    surcharges: [
      cleaning({ criteria: { days_before_arrival: { min: 35, max: 35 } } }),
      cleaning({ id: 2, criteria: { days_before_arrival: { min: 36, max: null } } }),
      cleaning({ id: 3, criteria: { days_before_arrival: { min: null, max: 34 } } }),
    ],
    charges: [rent, { surcharge_id: 1 }],
    total: 350,
    leftOut: [
      [{ surcharge_id: 2 }, 'criteria.days_before_arrival'],
      [{ surcharge_id: 3 }, 'criteria.days_before_arrival'],
    ],
  },
  {
    name: 'a surcharge applies only if nights, adults, children, guests and pets are within its ranges',
    stay: stayOf({ adults: 2, children: 1, pets: 1 }),
    surcharges: [
      cleaning({ criteria: { nights: { min: 3, max: 3 }, guests: { min: 3, max: null } } }),
      cleaning({ id: 2, criteria: { nights: { min: 4, max: null } } }),
      cleaning({ id: 3, criteria: { adults: { min: 3, max: null } } }),
      cleaning({ id: 4, criteria: { children: { min: null, max: 0 } } }),
      cleaning({ id: 5, criteria: { guests: { min: 4, max: null } } }),
      cleaning({ id: 6, criteria: { pets: { min: 2, max: null } } }),
    ],
    charges: [rent, { surcharge_id: 1 }],
    total: 350,
    leftOut: [
      [{ surcharge_id: 2 }, 'criteria.nights'],
      [{ surcharge_id: 3 }, 'criteria.adults'],
      [{ surcharge_id: 4 }, 'criteria.children'],
      [{ surcharge_id: 5 }, 'criteria.guests'],
      [{ surcharge_id: 6 }, 'criteria.pets'],
    ],
  },
  {
    name: 'a flat amount in another currency does not apply, a percentage ignores its currency',
    surcharges: [
      cleaning({ currency_code: 'USD' }),
      surcharge('other', { id: 2, mode: 'percent_of_rent', percent: 10, currency_code: 'USD' }),
    ],
    // 10 % of the rent of 300 = 30
    charges: [rent, { surcharge_id: 2, amount: 30 }],
    total: 330,
    leftOut: [[{ surcharge_id: 1 }, 'currency_code']],
  },
];
