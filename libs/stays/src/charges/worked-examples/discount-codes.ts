import { discount, stayOf, surcharge, type WorkedExample } from './example';

const rent = { type: 'rent', amount: 300 } as const;
const withCode = stayOf({ discount_code: ' summer26 ' });

export const discountCodes: WorkedExample[] = [
  {
    name: 'a discount code matches in any case and with surrounding spaces',
    stay: withCode,
    discounts: [
      discount('promotion', { id: 1, mode: 'per_stay', amount: 20, criteria: { discount_code: 'SUMMER26' } }),
    ],
    charges: [rent, { discount_id: 1, amount: -20 }],
    total: 280,
  },
  {
    name: 'a discount with a code does not apply to a stay without it',
    discounts: [
      discount('promotion', { id: 1, mode: 'per_stay', amount: 20, criteria: { discount_code: 'SUMMER26' } }),
    ],
    charges: [rent],
    total: 300,
    leftOut: [[{ discount_id: 1 }, 'criteria.discount_code']],
  },
  {
    name: 'an unknown code is refused',
    stay: withCode,
    discounts: [discount('promotion', { id: 1, percent: 10, criteria: { discount_code: 'WINTER' } })],
    charges: [rent],
    total: 300,
    leftOut: [[{ discount_id: 1 }, 'criteria.discount_code']],
    codeRefusal: 'discount code " summer26 " is unknown',
  },
  {
    name: 'a code whose discount does not match is refused with the reason',
    stay: withCode,
    discounts: [
      discount('promotion', {
        id: 1,
        percent: 10,
        criteria: { discount_code: 'summer26', nights: { min: 7, max: null } },
      }),
    ],
    charges: [rent],
    total: 300,
    leftOut: [[{ discount_id: 1 }, 'criteria.nights']],
    codeRefusal: 'discount code " summer26 " does not apply: it needs 7 or more nights; the stay has 3 nights',
  },
  {
    name: 'an expired code is refused with the dates',
    stay: withCode,
    discounts: [
      discount('promotion', {
        id: 1,
        percent: 10,
        criteria: { discount_code: 'summer26', booked_dates: [{ from: null, to: '2026-05-31' }] },
      }),
    ],
    charges: [rent],
    total: 300,
    leftOut: [[{ discount_id: 1 }, 'criteria.booked_dates']],
    codeRefusal:
      'discount code " summer26 " does not apply: it applies when booked until 2026-05-31; the stay was booked on 2026-06-01',
  },
  {
    name: 'a code is accepted if a better discount applies instead',
    stay: withCode,
    discounts: [
      discount('promotion', { id: 1, mode: 'per_stay', amount: 20, criteria: { discount_code: 'summer26' } }),
      discount('early_bird', { id: 2, percent: 10 }),
    ],
    // 10 % of the rent of 300 = 30, which is more than 20
    charges: [rent, { discount_id: 2, amount: -30 }],
    total: 270,
    leftOut: [[{ discount_id: 1 }, 'is_combinable']],
  },
  {
    name: 'a code is accepted if nothing is left to take off',
    stay: withCode,
    discounts: [
      discount('promotion', { id: 1, percent: 100, is_combinable: true }),
      discount('promotion', { id: 2, position: 1, percent: 10, criteria: { discount_code: 'summer26' } }),
      discount('promotion', {
        id: 3,
        position: 2,
        percent: 5,
        is_combinable: true,
        criteria: { discount_code: 'summer26' },
      }),
    ],
    charges: [rent, { discount_id: 1, amount: -300 }],
    total: 0,
    leftOut: [
      [{ discount_id: 2 }, 'amount'],
      [{ discount_id: 3 }, 'amount'],
    ],
  },
  {
    name: 'a code is refused with the reason if no band contains the length of the stay',
    stay: withCode,
    discounts: [
      discount('length_of_stay', {
        id: 1,
        amounts: [{ from: 7, to: null, amount: null, percent: 10 }],
        criteria: { discount_code: 'summer26' },
      }),
    ],
    charges: [rent],
    total: 300,
    leftOut: [[{ discount_id: 1 }, 'amounts']],
    codeRefusal: 'discount code " summer26 " does not apply: none of its bands holds 3 nights',
  },
  {
    name: 'the code of a surcharge is not accepted as a discount code',
    stay: withCode,
    surcharges: [surcharge('cleaning', { id: 1, amount: 30, criteria: { discount_code: 'summer26' } })],
    charges: [rent, { surcharge_id: 1, amount: 30 }],
    total: 330,
    codeRefusal: 'discount code " summer26 " is unknown',
  },
  {
    name: 'a code that a discount and a surcharge share is accepted only if the discount matches',
    stay: withCode,
    surcharges: [surcharge('cleaning', { id: 1, amount: 30, criteria: { discount_code: 'summer26' } })],
    discounts: [
      discount('promotion', {
        id: 2,
        percent: 10,
        criteria: { discount_code: 'summer26', nights: { min: 7, max: null } },
      }),
    ],
    charges: [rent, { surcharge_id: 1, amount: 30 }],
    total: 330,
    leftOut: [[{ discount_id: 2 }, 'criteria.nights']],
    codeRefusal: 'discount code " summer26 " does not apply: it needs 7 or more nights; the stay has 3 nights',
  },
];
