import { discount, nights, stayOf, surcharge, tax, type WorkedExample } from './example';

const rent = { type: 'rent', amount: 300 } as const;

export const taxesAndDiscounts: WorkedExample[] = [
  {
    name: 'a discount on the rent reduces only the taxable rent',
    surcharges: [surcharge('cleaning', { id: 1, amount: 50 })],
    discounts: [discount('promotion', { id: 1, percent: 10 })],
    taxes: [tax({ id: 1, percent: 10, applies_to: ['rent'] }), tax({ id: 2, percent: 10, applies_to: ['cleaning'] })],
    // Tax 1: 10 % of the rent (300 - 30) = 27. Tax 2: 10 % of the cleaning fee of 50 = 5.
    charges: [rent, { amount: 50 }, { amount: -30 }, { amount: 27 }, { amount: 5 }],
    total: 352,
  },
  {
    name: 'a discount on the subtotal reduces the taxable amounts of its lines in proportion',
    surcharges: [surcharge('cleaning', { id: 1, amount: 100 })],
    discounts: [discount('promotion', { id: 1, mode: 'percent_of_subtotal', percent: 10 })],
    taxes: [tax({ id: 1, percent: 7, applies_to: ['rent'] }), tax({ id: 2, percent: 20, applies_to: ['cleaning'] })],
    // The discount of 40 reduces the rent by 30 and the cleaning fee by 10. Tax 1: 7 % of 270 =
    // 18.90. Tax 2: 20 % of 90 = 18.
    charges: [rent, { amount: 100 }, { amount: -40 }, { amount: 18.9 }, { amount: 18 }],
    total: 396.9,
  },
  {
    name: 'a discount is shared among lines in whole cents by largest remainder',
    stay: stayOf({ nights: nights('2026-07-06', [100]) }),
    surcharges: [
      surcharge('cleaning', { id: 1, amount: 50 }),
      surcharge('linen', { id: 2, mode: 'per_stay', amount: 50 }),
    ],
    discounts: [discount('promotion', { id: 1, mode: 'percent_of_subtotal', percent: 5.005 })],
    taxes: [
      tax({ id: 1, percent: 100, applies_to: ['rent'] }),
      tax({ id: 2, percent: 100, applies_to: ['cleaning'] }),
      tax({ id: 3, percent: 100, applies_to: ['linen'] }),
    ],
    // Discount: 5.005 % of 200 = 10.01. The exact share of the rent is 5.005, and that of each
    // surcharge 2.5025. Rounded down, these are 5.00 + 2.50 + 2.50. The missing 0.01 is added to
    // the share of the rent.
    charges: [
      { amount: 100 },
      { amount: 50 },
      { amount: 50 },
      { amount: -10.01 },
      { amount: 94.99 },
      { amount: 47.5 },
      { amount: 47.5 },
    ],
    total: 379.98,
  },
  {
    name: 'a discount that is not taxable does not reduce the tax base',
    discounts: [discount('promotion', { id: 1, percent: 10, is_taxable: false })],
    taxes: [tax({ id: 1, percent: 10 })],
    // The tax is 10 % of the rent of 300, although the discount reduces the price to 270.
    charges: [rent, { amount: -30, is_taxable: false }, { amount: 30 }],
    total: 300,
  },
  {
    name: 'a surcharge on the subtotal is taxed in full despite a discount on the subtotal',
    surcharges: [surcharge('custom', { id: 1, mode: 'percent_of_subtotal', percent: 10, category: 'service' })],
    discounts: [discount('promotion', { id: 1, mode: 'percent_of_subtotal', percent: 20 })],
    taxes: [tax({ id: 1, percent: 10, applies_to: ['service'] }), tax({ id: 2, percent: 10, applies_to: ['rent'] })],
    // The surcharge is 30. The discount of 60 reduces only the rent. Tax 1: 10 % of 30 = 3. Tax 2:
    // 10 % of 240 = 24.
    charges: [rent, { amount: 30 }, { amount: -60 }, { amount: 3 }, { amount: 24 }],
    total: 297,
  },
  {
    name: 'discounts that exceed the subtotal reduce the surcharges on the subtotal',
    stay: stayOf({ nights: nights('2026-07-06', [100]) }),
    surcharges: [surcharge('custom', { id: 1, mode: 'percent_of_subtotal', percent: 30, category: 'service' })],
    discounts: [
      discount('promotion', { id: 1, mode: 'percent_of_subtotal', percent: 60, is_combinable: true }),
      discount('promotion', { id: 2, mode: 'percent_of_subtotal', percent: 50, is_combinable: true }),
    ],
    taxes: [tax({ id: 1, percent: 10, applies_to: ['service'] }), tax({ id: 2, percent: 10, applies_to: ['rent'] })],
    // The discounts are 60 + 50 = 110. They reduce the rent by 100 and the surcharge of 30 by 10.
    // Tax 1 is 10 % of the remaining 20 = 2. Tax 2 is left out, because no rent remains.
    charges: [{ amount: 100 }, { amount: 30 }, { amount: -60 }, { amount: -50 }, { tax_id: 1, amount: 2 }],
    total: 22,
    leftOut: [[{ tax_id: 2 }, 'amount']],
  },
  {
    name: 'a discount on the rent reduces all nights in proportion',
    stay: stayOf({ nights: nights('2026-07-06', [100, 100, 200]) }),
    discounts: [discount('promotion', { id: 1, mode: 'per_stay', amount: 40 })],
    taxes: [tax({ id: 1, percent: 10, max_nights: 2 })],
    // Rent: 400 - 40 = 360. The two taxed nights are 200/400 of it: 180. Tax: 10 % of 180 = 18.
    charges: [{ amount: 400 }, { amount: -40 }, { amount: 18 }],
    total: 378,
  },
  {
    name: 'a flat tax is owed even if discounts reduce the rent to 0',
    discounts: [discount('promotion', { id: 1, percent: 100 })],
    taxes: [tax({ id: 1, mode: 'per_night', amount: 2, applies_to: ['rent'] }), tax({ id: 2, percent: 10 })],
    // Tax 1: 2 × 3 nights = 6. Tax 2: 10 % of 0 = 0.
    charges: [rent, { amount: -300 }, { tax_id: 1, amount: 6 }],
    total: 6,
    leftOut: [[{ tax_id: 2 }, 'amount']],
  },
];
