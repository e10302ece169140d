import { discount, nights, stayOf, surcharge, type WorkedExample } from './example';

const rent = { type: 'rent', amount: 300 } as const;
const amountBand = (from: number, to: number | null, amount: number) => ({ from, to, amount, percent: null });
const percentBand = (from: number, to: number | null, percent: number) => ({ from, to, amount: null, percent });

export const bands: WorkedExample[] = [
  {
    name: 'the band for the length of the stay sets the cleaning fee',
    surcharges: [surcharge('cleaning', { id: 1, amounts: [amountBand(1, 2, 40), amountBand(3, null, 60)] })],
    // The stay has 3 nights, so the band from 3 nights on applies: 60.
    charges: [rent, { amount: 60, rate: 60 }],
    total: 360,
  },
  {
    name: 'the band for the number of guests sets the amount per charged guest',
    stay: stayOf({ adults: 5 }),
    surcharges: [surcharge('guest', { id: 1, included: 2, amounts: [amountBand(1, 4, 10), amountBand(5, 8, 8)] })],
    // The stay has 5 guests, so each guest costs 8: 8 × (5 - 2 included) guests × 3 nights = 72.
    charges: [rent, { amount: 72, rate: 8 }],
    total: 372,
  },
  {
    name: 'the band for the number of pets sets the amount per pet',
    stay: stayOf({ pets: 2 }),
    surcharges: [surcharge('pet', { id: 1, amounts: [amountBand(1, 1, 20), amountBand(2, 2, 15)] })],
    // With 2 pets, each pet costs 15.
    charges: [rent, { amount: 30, rate: 15 }],
    total: 330,
  },
  {
    name: 'a surcharge does not apply if no band contains the length of the stay',
    surcharges: [surcharge('cleaning', { id: 1, amount: 99, amounts: [amountBand(1, 2, 40), amountBand(4, 7, 60)] })],
    charges: [rent],
    total: 300,
    leftOut: [[{ surcharge_id: 1 }, 'amounts']],
  },
  {
    name: 'a length-of-stay discount applies the percentage of its band to all nights',
    stay: stayOf({ nights: nights('2026-07-06', Array<number>(14).fill(100)) }),
    discounts: [discount('length_of_stay', { id: 1, amounts: [percentBand(7, 13, 10), percentBand(14, null, 20)] })],
    // Rent: 14 nights × 100 = 1400. Discount: 20 % of 1400 = 280.
    charges: [{ amount: 1400 }, { type: 'discount', amount: -280, rate: 20, rate_is_percent: true }],
    total: 1120,
  },
  {
    name: 'the band for the days before arrival sets a last-minute discount',
    stay: stayOf({ booked_date: '2026-07-04' }),
    discounts: [
      discount('last_minute', { id: 1, amounts: [percentBand(0, 1, 30), percentBand(2, 3, 15), percentBand(4, 7, 5)] }),
    ],
    // Booked two days before arrival: 15 % of the rent of 300 = 45.
    charges: [rent, { amount: -45, rate: 15 }],
    total: 255,
  },
  {
    name: 'a band without a value for the mode charges nothing',
    surcharges: [surcharge('cleaning', { id: 1, amounts: [percentBand(1, null, 10)] })],
    charges: [rent],
    total: 300,
    leftOut: [[{ surcharge_id: 1 }, 'amounts']],
  },
];
