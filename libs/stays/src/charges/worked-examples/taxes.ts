import { nights, stayOf, surcharge, tax, type WorkedExample } from './example';

const rent = { type: 'rent', amount: 300 } as const;
const cleaning = surcharge('cleaning', { id: 1, amount: 50, description: 'Cleaning' });
const nightsOf100 = (count: number) => stayOf({ nights: nights('2026-07-06', Array<number>(count).fill(100)) });

export const taxes: WorkedExample[] = [
  {
    name: 'a percentage tax applies to every taxable charge',
    surcharges: [cleaning],
    taxes: [tax({ id: 9, percent: 10, description: 'VAT' })],
    // 10 % of (300 + 50) = 35
    charges: [
      rent,
      { amount: 50 },
      {
        type: 'tax',
        description: 'VAT',
        amount: 35,
        rate: 10,
        rate_is_percent: true,
        position: 2,
        is_taxable: false,
        is_channel_managed: false,
        tax_id: 9,
      },
    ],
    total: 385,
  },
  {
    name: 'a charge that is not taxable is not taxed, even if the tax lists its category',
    surcharges: [{ ...cleaning, is_taxable: false }],
    taxes: [tax({ id: 1, percent: 10 }), tax({ id: 2, percent: 10, applies_to: ['rent', 'cleaning'] })],
    // Both taxes: 10 % of the rent of 300 = 30
    charges: [rent, { amount: 50, is_taxable: false }, { amount: 30 }, { amount: 30 }],
    total: 410,
  },
  {
    name: 'a tax with categories applies only to charges in them',
    surcharges: [cleaning, surcharge('linen', { id: 2, amount: 10 })],
    taxes: [tax({ id: 1, percent: 7, applies_to: ['rent'] }), tax({ id: 2, percent: 20, applies_to: ['cleaning'] })],
    // The linen fee is 10 × 2 guests = 20 and not taxed. Tax 1: 7 % of 300 = 21. Tax 2: 20 % of 50
    // = 10.
    charges: [rent, { amount: 50 }, { amount: 20 }, { amount: 21 }, { amount: 10 }],
    total: 401,
  },
  {
    name: 'taxes per stay and per night do not depend on amounts',
    taxes: [tax({ id: 1, mode: 'per_stay', amount: 5 }), tax({ id: 2, mode: 'per_night', amount: 2 })],
    // Tax 1: 5. Tax 2: 2 × 3 nights = 6.
    charges: [rent, { amount: 5, rate: 5, rate_is_percent: false }, { amount: 6, rate: 2 }],
    total: 311,
  },
  {
    name: 'a tax per guest and night counts adults only, or also children',
    stay: stayOf({ children: 1 }),
    taxes: [
      tax({ id: 1, mode: 'per_guest_per_night', amount: 2.5 }),
      tax({ id: 2, mode: 'per_guest_per_night', amount: 2.5, guests: 'adults_and_children' }),
    ],
    // Tax 1: 2.50 × 2 adults × 3 nights = 15. Tax 2: 2.50 × 3 guests × 3 nights = 22.50.
    charges: [rent, { amount: 15, rate: 2.5 }, { amount: 22.5 }],
    total: 337.5,
  },
  {
    name: 'a tax per guest and night counts at most max_nights',
    stay: nightsOf100(10),
    taxes: [tax({ id: 1, mode: 'per_guest_per_night', amount: 2, max_nights: 7 })],
    // 2 × 2 adults × 7 of the 10 nights = 28
    charges: [{ amount: 1000 }, { amount: 28 }],
    total: 1028,
  },
  {
    name: 'a percentage tax with max_nights counts the rent of these nights and their share of other charges',
    stay: nightsOf100(10),
    surcharges: [cleaning],
    taxes: [tax({ id: 1, percent: 10, max_nights: 7 })],
    // Rent of 7 nights: 700. Cleaning: 7/10 of 50 = 35. Tax: 10 % of 735 = 73.50.
    charges: [{ amount: 1000 }, { amount: 50 }, { amount: 73.5 }],
    total: 1123.5,
  },
  {
    name: 'stays of exempt_from_nights or more are exempt',
    stay: nightsOf100(28),
    taxes: [
      tax({ id: 1, percent: 10, exempt_from_nights: 28 }),
      tax({ id: 2, mode: 'per_night', amount: 1, exempt_from_nights: 29 }),
    ],
    // Tax 1 exempts stays of 28 or more nights, tax 2 only those of 29 or more: 1 × 28 nights = 28.
    charges: [{ amount: 2800 }, { tax_id: 2, amount: 28 }],
    total: 2828,
    leftOut: [[{ tax_id: 1 }, 'exempt_from_nights']],
  },
  {
    name: 'tax rates that change at New Year apply by night',
    stay: stayOf({ nights: nights('2026-12-30', [100, 100, 120]) }),
    surcharges: [surcharge('cleaning', { id: 1, amount: 60 })],
    taxes: [
      tax({ id: 1, percent: 7, valid_to: '2026-12-31' }),
      tax({ id: 2, percent: 8, valid_from: '2027-01-01' }),
      tax({ id: 3, percent: 9, valid_from: '2027-01-02' }),
    ],
    // Tax 1, on two nights: 200 + 2/3 of 60 = 240; 7 % = 16.80. Tax 2, on one night: 120 + 1/3 of
    // 60 = 140; 8 % = 11.20.
    charges: [{ amount: 320 }, { amount: 60 }, { tax_id: 1, amount: 16.8 }, { tax_id: 2, amount: 11.2 }],
    total: 408,
    leftOut: [[{ tax_id: 3 }, 'valid_from']],
  },
  {
    name: 'a tax that the listing site remits is channel-managed',
    stay: stayOf({ listing_site_id: 5 }),
    taxes: [
      tax({ id: 1, percent: 10, remitted_by_listing_site_ids: [5] }),
      tax({ id: 2, percent: 1, remitted_by_listing_site_ids: [6] }),
    ],
    charges: [rent, { amount: 30, is_channel_managed: true }, { amount: 3, is_channel_managed: false }],
    total: 333,
  },
  {
    name: 'there is no tax on a tax',
    taxes: [tax({ id: 1, percent: 10 }), tax({ id: 2, percent: 5 })],
    // Both on the rent of 300: 10 % = 30 and 5 % = 15
    charges: [rent, { amount: 30 }, { amount: 15 }],
    total: 345,
  },
  {
    name: 'each tax is rounded once',
    stay: stayOf({ nights: nights('2026-07-06', [99.99]) }),
    taxes: [tax({ id: 1, percent: 8.875 }), tax({ id: 2, percent: 3.5 })],
    // Tax 1: 99.99 × 0.08875 = 8.8741125, rounded 8.87. Tax 2: 99.99 × 0.035 = 3.49965, rounded
    // 3.50.
    charges: [{ amount: 99.99 }, { amount: 8.87 }, { amount: 3.5 }],
    total: 112.36,
  },
  {
    name: 'half a yen of tax is rounded up',
    stay: stayOf({ currency_code: 'JPY', nights: nights('2026-07-06', [12345]) }),
    taxes: [tax({ id: 1, percent: 10 })],
    // Tax: 10 % of 12345 = 1234.5, rounded 1235.
    charges: [{ amount: 12345 }, { amount: 1235 }],
    total: 13580,
  },
  {
    name: 'an owner booking owes a flat tax, unless the tax lists the rent',
    stay: stayOf({ is_owner_booking: true }),
    taxes: [
      tax({ id: 1, mode: 'per_guest_per_night', amount: 2 }),
      tax({ id: 2, mode: 'per_guest_per_night', amount: 2, applies_to: ['rent'] }),
      tax({ id: 3, percent: 10 }),
    ],
    // 2 × 2 adults × 3 nights = 12
    charges: [{ type: 'tax', amount: 12, position: 0 }],
    total: 12,
    leftOut: [
      [{ tax_id: 2 }, 'applies_to'],
      [{ tax_id: 3 }, 'applies_to'],
    ],
  },
  {
    name: 'a tax that is not active or has no value is left out',
    taxes: [tax({ id: 1, percent: 10, active: false }), tax({ id: 2 }), tax({ id: 3, mode: 'per_night', percent: 10 })],
    charges: [rent],
    total: 300,
    leftOut: [
      [{ tax_id: 1 }, 'active'],
      [{ tax_id: 2 }, 'percent'],
      [{ tax_id: 3 }, 'amount'],
    ],
  },
];
