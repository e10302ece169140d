import { nights, stayOf, surcharge, tax, type WorkedExample } from './example';

export const inclusiveTaxes: WorkedExample[] = [
  {
    name: 'an inclusive tax adds no line, and is listed as contained',
    stay: stayOf({ nights: nights('2026-07-06', [110, 110, 110]) }),
    taxes: [tax({ id: 1, percent: 10, is_inclusive: true })],
    // Contained tax: 330 × 10/110 = 30.
    charges: [{ type: 'rent', amount: 330 }],
    total: 330,
    contained: [{ tax_id: 1, amount: 30, is_channel_managed: false }],
  },
  {
    name: 'two inclusive taxes are extracted from the price together',
    stay: stayOf({ nights: nights('2026-07-06', [115, 115, 115]) }),
    taxes: [tax({ id: 1, percent: 10, is_inclusive: true }), tax({ id: 2, percent: 5, is_inclusive: true })],
    // 345 / 1.15 = 300 net, so the taxes are 10 % = 30 and 5 % = 15.
    charges: [{ amount: 345 }],
    total: 345,
    contained: [
      { tax_id: 1, amount: 30 },
      { tax_id: 2, amount: 15 },
    ],
  },
  {
    name: 'an inclusive and an exclusive tax can apply to the same stay',
    stay: stayOf({ nights: nights('2026-07-06', [107, 107, 107]) }),
    taxes: [tax({ id: 1, percent: 7, is_inclusive: true }), tax({ id: 2, percent: 5 })],
    // Contained tax: 321 × 7/107 = 21. Added tax: 5 % of 321 = 16.05.
    charges: [{ amount: 321 }, { tax_id: 2, amount: 16.05 }],
    total: 337.05,
    contained: [{ tax_id: 1, amount: 21 }],
  },
  {
    name: 'each line contains only the inclusive taxes of its category',
    stay: stayOf({ nights: nights('2026-07-06', [107, 107, 107]) }),
    surcharges: [surcharge('cleaning', { id: 1, amount: 59.5 })],
    taxes: [
      tax({ id: 1, percent: 7, applies_to: ['rent'], is_inclusive: true }),
      tax({ id: 2, percent: 19, applies_to: ['cleaning'], is_inclusive: true }),
    ],
    // Rent: 321 × 7/107 = 21. Cleaning: 59.50 × 19/119 = 9.50.
    charges: [{ amount: 321 }, { amount: 59.5 }],
    total: 380.5,
    contained: [
      { tax_id: 1, amount: 21 },
      { tax_id: 2, amount: 9.5 },
    ],
  },
  {
    name: 'an inclusive tax rate that changes at New Year applies by night',
    stay: stayOf({ nights: nights('2026-12-31', [107, 108]) }),
    taxes: [
      tax({ id: 1, percent: 7, valid_to: '2026-12-31', is_inclusive: true }),
      tax({ id: 2, percent: 8, valid_from: '2027-01-01', is_inclusive: true }),
    ],
    // Night in 2026: 107 × 7/107 = 7. Night in 2027: 108 × 8/108 = 8.
    charges: [{ amount: 215 }],
    total: 215,
    contained: [
      { tax_id: 1, amount: 7 },
      { tax_id: 2, amount: 8 },
    ],
  },
  {
    name: 'an inclusive tax per guest and night is listed as contained',
    stay: stayOf({ listing_site_id: 5 }),
    taxes: [
      tax({
        id: 1,
        mode: 'per_guest_per_night',
        amount: 2,
        is_inclusive: true,
        remitted_by_listing_site_ids: [5],
      }),
    ],
    // Contained tax: 2 × 2 adults × 3 nights = 12.
    charges: [{ amount: 300 }],
    total: 300,
    contained: [{ tax_id: 1, amount: 12, is_channel_managed: true }],
  },
];
