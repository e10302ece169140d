import { discount, nights, stayOf, surcharge, tax, type WorkedExample } from './example';

const managed = { owner_commission_percent: 20 };
const rent = { amount: 300, commission_amount: 60, owner_amount: 240, owner_commission_percent: 20 };

export const ownerAndManager: WorkedExample[] = [
  {
    name: 'the commission is a percentage of the rent, and the owner gets the remainder',
    settings: managed,
    // Commission: 20 % of 300 = 60.
    charges: [rent],
    total: 300,
  },
  {
    name: 'the commission is rounded before the owner gets the remainder',
    stay: stayOf({ nights: nights('2026-07-06', [99.99]) }),
    settings: { owner_commission_percent: 12.5 },
    // Commission: 99.99 × 0.125 = 12.49875, rounded 12.50. Owner: 99.99 - 12.50 = 87.49.
    charges: [{ amount: 99.99, commission_amount: 12.5, owner_amount: 87.49, owner_commission_percent: 12.5 }],
    total: 99.99,
  },
  {
    name: 'the commission is rounded to whole yen',
    stay: stayOf({ currency_code: 'JPY', nights: nights('2026-07-06', [1003]) }),
    settings: { owner_commission_percent: 15 },
    // Commission: 15 % of 1003 = 150.45, rounded 150. Owner: 1003 - 150 = 853.
    charges: [{ commission_amount: 150, owner_amount: 853 }],
    total: 1003,
  },
  {
    name: 'without a percentage, only surcharges with is_commission_all are commission',
    surcharges: [surcharge('cleaning', { id: 1, amount: 50, is_commission_all: true })],
    charges: [
      { amount: 300, commission_amount: 0, owner_amount: 300, owner_commission_percent: 0 },
      { commission_amount: 50, owner_amount: 0, owner_commission_percent: 100 },
    ],
    total: 350,
  },
  {
    name: 'without a manager there is no commission, and expenses are still passed through',
    surcharges: [
      surcharge('cleaning', { id: 1, amount: 50, is_commission_all: true }),
      surcharge('other', { id: 2, amount: 30, is_expense_all: true }),
      surcharge('linen', { id: 3, mode: 'per_stay', amount: 45, owner_commission_percent: 50 }),
    ],
    discounts: [discount('promotion', { id: 1, percent: 10, is_commission_all: true })],
    taxes: [tax({ id: 1, percent: 10, applies_to: ['rent'] })],
    settings: { ...managed, has_manager: false },
    // The tax is 10 % of 270, because the discount of 30 reduces the taxed rent of 300.
    charges: [
      { amount: 300, commission_amount: 0, owner_amount: 300, owner_commission_percent: 0 },
      { commission_amount: 0, owner_amount: 50, owner_commission_percent: 0, is_commission_all: true },
      { commission_amount: 0, owner_amount: 0 },
      { commission_amount: 0, owner_amount: 45, owner_commission_percent: 0 },
      { amount: -30, commission_amount: 0, owner_amount: -30 },
      { amount: 27, commission_amount: 0, owner_amount: 0 },
    ],
    total: 422,
  },
  {
    name: 'surcharges can be all commission, all expense, or have their own percentage',
    surcharges: [
      surcharge('cleaning', { id: 1, amount: 50, is_commission_all: true }),
      surcharge('other', { id: 2, amount: 30, is_expense_all: true }),
      surcharge('linen', { id: 3, mode: 'per_stay', amount: 45, owner_commission_percent: 50 }),
    ],
    settings: managed,
    charges: [
      rent,
      { commission_amount: 50, owner_amount: 0, owner_commission_percent: 100, is_commission_all: true },
      { commission_amount: 0, owner_amount: 0, owner_commission_percent: 0, is_expense_all: true },
      { commission_amount: 22.5, owner_amount: 22.5, owner_commission_percent: 50 },
    ],
    total: 425,
  },
  {
    name: 'a discount is split like the rent, as negative amounts',
    discounts: [discount('promotion', { id: 1, percent: 10, owner_commission_percent: 50 })],
    settings: managed,
    // Commission: 20 % of -30 = -6. Owner: -30 + 6 = -24.
    charges: [rent, { amount: -30, commission_amount: -6, owner_amount: -24, owner_commission_percent: 20 }],
    total: 270,
  },
  {
    name: 'half a cent of a discount is rounded away from zero',
    discounts: [discount('promotion', { id: 1, mode: 'per_stay', amount: 0.2 })],
    settings: { owner_commission_percent: 12.5 },
    // Rent: 12.5 % of 300 = 37.50. Discount: 12.5 % of -0.20 = -0.025, rounded -0.03; owner: -0.20
    // + 0.03 = -0.17.
    charges: [
      { commission_amount: 37.5, owner_amount: 262.5 },
      { commission_amount: -0.03, owner_amount: -0.17 },
    ],
    total: 299.8,
  },
  {
    name: 'the manager bears a discount with is_commission_all',
    discounts: [discount('promotion', { id: 1, percent: 10, is_commission_all: true })],
    settings: managed,
    charges: [rent, { amount: -30, commission_amount: -30, owner_amount: 0 }],
    total: 270,
  },
  {
    name: 'taxes that the manager remits belong neither to owner nor manager',
    taxes: [tax({ id: 1, percent: 10 })],
    settings: managed,
    charges: [rent, { amount: 30, commission_amount: 0, owner_amount: 0, owner_commission_percent: 0 }],
    total: 330,
  },
  {
    name: 'an owner who remits taxes does not get those that the channel remits',
    stay: stayOf({ listing_site_id: 5 }),
    taxes: [tax({ id: 1, percent: 10 }), tax({ id: 2, percent: 5, remitted_by_listing_site_ids: [5] })],
    settings: { ...managed, taxes_remitted_by: 'owner' },
    charges: [
      rent,
      { amount: 30, commission_amount: 0, owner_amount: 30 },
      { amount: 15, commission_amount: 0, owner_amount: 0, is_channel_managed: true },
    ],
    total: 345,
  },
];
