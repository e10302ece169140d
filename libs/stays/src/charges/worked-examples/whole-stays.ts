import { discount, nights, stayOf, surcharge, tax, type WorkedExample } from './example';

export const wholeStays: WorkedExample[] = [
  {
    name: 'lines are ordered as rent, surcharges, discounts and taxes, and within each by position and id',
    surcharges: [
      surcharge('other', { id: 7, amount: 7, position: 1 }),
      surcharge('other', { id: 9, amount: 9 }),
      surcharge('custom', { id: 3, mode: 'percent_of_subtotal', percent: 10 }),
    ],
    discounts: [
      discount('promotion', { id: 5, mode: 'percent_of_subtotal', percent: 1, position: -1, is_combinable: true }),
      discount('promotion', { id: 6, percent: 2, is_combinable: true }),
    ],
    taxes: [
      tax({ id: 2, mode: 'per_stay', amount: 2 }),
      tax({ id: 1, mode: 'per_stay', amount: 1 }),
      tax({ id: 3, mode: 'per_stay', amount: 3, position: -1 }),
    ],
    // Discount 6: 2 % of 300 = 6. Subtotal: 300 - 6 + 7 + 9 = 310. Surcharge 3: 10 % = 31. Discount
    // 5: 1 % = 3.10.
    charges: [
      { type: 'rent', position: 0, amount: 300 },
      { surcharge_id: 3, position: 1, amount: 31 },
      { surcharge_id: 9, position: 2, amount: 9 },
      { surcharge_id: 7, position: 3, amount: 7 },
      { discount_id: 5, position: 4, amount: -3.1 },
      { discount_id: 6, position: 5, amount: -6 },
      { tax_id: 3, position: 6, amount: 3 },
      { tax_id: 1, position: 7, amount: 1 },
      { tax_id: 2, position: 8, amount: 2 },
    ],
    total: 343.9,
  },
  {
    name: 'a family pays for a week by the sea',
    // From Friday to Friday: 2 weekend nights at 150 + 5 other nights at 120 = 900
    stay: stayOf({
      nights: nights('2026-07-10', [150, 150, 120, 120, 120, 120, 120]),
      adults: 2,
      children: 2,
      pets: 1,
      listing_site_id: 5,
    }),
    surcharges: [
      surcharge('rate_adjuster', { id: 1, percent: 10, criteria: { weekdays: ['friday', 'saturday'] } }),
      surcharge('cleaning', { id: 2, amount: 85, is_commission_all: true }),
      surcharge('guest', { id: 3, amount: 8, included: 3 }),
      surcharge('pet', { id: 4, amount: 25 }),
      surcharge('custom', { id: 5, mode: 'percent_of_subtotal', percent: 3, category: 'service' }),
    ],
    discounts: [
      discount('length_of_stay', { id: 1, percent: 10, criteria: { nights: { min: 7, max: null } } }),
      discount('promotion', { id: 2, mode: 'per_stay', amount: 20, is_combinable: true }),
    ],
    taxes: [
      tax({ id: 1, percent: 7 }),
      tax({ id: 2, mode: 'per_guest_per_night', amount: 1.8, remitted_by_listing_site_ids: [5] }),
    ],
    settings: { owner_commission_percent: 20 },
    // (1) Rent: 2 × 165 + 5 × 120 = 930
    // (2) Discounts: 10 % of 930 = 93, and 20; the discounted rent is 817
    // (3) Surcharges: 85, 8 × 1 guest × 7 nights = 56, and 25; in total 166
    // (4) Subtotal: 817 + 166 = 983; service: 3 % of 983 = 29.49
    // (5) Taxes: 7 % of (983 + 29.49) = 70.8743, rounded 70.87; 1.80 × 2 adults × 7 nights = 25.20
    charges: [
      { amount: 930, commission_amount: 186, owner_amount: 744 },
      { surcharge_id: 2, amount: 85, commission_amount: 85, owner_amount: 0 },
      { surcharge_id: 3, amount: 56, commission_amount: 11.2, owner_amount: 44.8 },
      { surcharge_id: 4, amount: 25, commission_amount: 5, owner_amount: 20 },
      // Commission: 29.49 × 0.2 = 5.898, rounded 5.90
      { surcharge_id: 5, amount: 29.49, commission_amount: 5.9, owner_amount: 23.59 },
      { discount_id: 1, amount: -93, commission_amount: -18.6, owner_amount: -74.4 },
      { discount_id: 2, amount: -20, commission_amount: -4, owner_amount: -16 },
      { tax_id: 1, amount: 70.87, is_channel_managed: false },
      { tax_id: 2, amount: 25.2, is_channel_managed: true },
    ],
    // Total: 930 + 85 + 56 + 25 + 29.49 - 93 - 20 + 70.87 + 25.20
    total: 1108.56,
  },
  {
    name: 'three guests pay for two nights in Kyoto',
    stay: stayOf({ currency_code: 'JPY', nights: nights('2026-11-21', [28000, 24500]), adults: 3 }),
    surcharges: [
      surcharge('cleaning', { id: 1, amount: 6500, currency_code: 'JPY' }),
      surcharge('guest', { id: 2, mode: 'per_guest', amount: 3300, included: 2, currency_code: 'JPY' }),
    ],
    discounts: [discount('promotion', { id: 1, mode: 'percent_of_subtotal', percent: 7.5 })],
    taxes: [tax({ id: 1, percent: 10 }), tax({ id: 2, mode: 'per_guest_per_night', amount: 200 })],
    // Rent: 52500. Surcharges: 6500, and 3300 × 1 guest who is not included. Subtotal: 62300.
    // Discount: 7.5 % of 62300 = 4672.5, rounded 4673.
    // Taxes: 10 % of (62300 - 4673) = 5762.7, rounded 5763; 200 × 3 adults × 2 nights = 1200.
    charges: [
      { amount: 52500 },
      { amount: 6500 },
      { amount: 3300 },
      { amount: -4673 },
      { amount: 5763 },
      { amount: 1200 },
    ],
    total: 64590,
  },
  {
    name: 'a couple pays for a weekend in Kuwait',
    stay: stayOf({ currency_code: 'KWD', nights: nights('2026-11-19', [45.5, 52.255]), booked_date: '2026-11-18' }),
    surcharges: [surcharge('cleaning', { id: 1, amount: 7.75, currency_code: 'KWD' })],
    discounts: [
      discount('last_minute', { id: 1, percent: 12.5, criteria: { days_before_arrival: { min: 0, max: 2 } } }),
    ],
    settings: { owner_commission_percent: 17.5 },
    // Rent: 97.755. Discount: 12.5 % = 12.219375, rounded 12.219.
    // Commission: 97.755 × 0.175 = 17.107125, rounded 17.107; 7.75 × 0.175 = 1.35625, rounded
    // 1.356; 12.219 × 0.175 = 2.138325, rounded 2.138.
    charges: [
      { amount: 97.755, commission_amount: 17.107, owner_amount: 80.648 },
      { amount: 7.75, commission_amount: 1.356, owner_amount: 6.394 },
      { amount: -12.219, commission_amount: -2.138, owner_amount: -10.081 },
    ],
    // Total: 97.755 + 7.750 - 12.219 = 93.286
    total: 93.286,
  },
  {
    name: 'an owner booking pays for cleaning, and a discount on the rent does not apply to it',
    stay: stayOf({ is_owner_booking: true }),
    surcharges: [
      surcharge('cleaning', { id: 1, amount: 50, is_commission_all: true }),
      surcharge('other', { id: 2, mode: 'percent_of_rent', percent: 10 }),
    ],
    discounts: [discount('promotion', { id: 1, percent: 10 })],
    taxes: [tax({ id: 1, percent: 20 })],
    settings: { owner_commission_percent: 20 },
    // Tax: 20 % of 50 = 10
    charges: [
      { type: 'surcharge', position: 0, amount: 50, commission_amount: 50 },
      { type: 'tax', position: 1, amount: 10 },
    ],
    total: 60,
    leftOut: [
      [{ surcharge_id: 2 }, 'amount'],
      [{ discount_id: 1 }, 'amount'],
    ],
  },
];
