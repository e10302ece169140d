import { calculateCharges } from '@keyhaven/stays/charges/calculate-charges';
import {
  discount,
  inputsOf,
  nights,
  stayOf,
  surcharge,
  tax,
  type WorkedExample,
} from '@keyhaven/stays/charges/worked-examples/example';

type PriceExample = Omit<WorkedExample, 'name' | 'charges' | 'total'>;

/** The examples of docs/integrators/prices.md by their headings. */
export const priceExamples: Readonly<Record<string, PriceExample>> = {
  'A week with a discount, fees and two taxes': {
    stay: stayOf({ nights: nights('2026-07-06', [120, 120, 120, 120, 150, 150, 120]), adults: 3 }),
    discounts: [discount('length_of_stay', { id: 1, description: 'Weekly discount', percent: 10 })],
    surcharges: [
      surcharge('cleaning', { id: 1, description: 'Cleaning', amount: 75, position: 0 }),
      surcharge('guest', { id: 2, description: 'Additional guest', amount: 12.5, included: 2, position: 1 }),
      surcharge('other', { id: 3, description: 'Service', mode: 'percent_of_subtotal', percent: 4, position: 2 }),
    ],
    taxes: [
      tax({ id: 1, description: 'Value added tax', percent: 7, position: 0 }),
      tax({ id: 2, description: 'City tax', mode: 'per_guest_per_night', amount: 2.1, position: 1 }),
    ],
  },
  'Each night is rounded, not the sum': {
    stay: stayOf({ nights: nights('2026-07-06', [33.33, 33.33, 33.33]) }),
    surcharges: [surcharge('rate_adjuster', { id: 1, percent: 12.5 })],
  },
  'A half is rounded away from zero': {
    stay: stayOf({ nights: nights('2026-07-06', [100.5]) }),
    discounts: [discount('promotion', { id: 1, description: 'Promotion', percent: 5 })],
  },
  'A currency without decimals': {
    stay: stayOf({ currency_code: 'JPY', nights: nights('2026-07-06', [18500, 18500]) }),
    surcharges: [surcharge('other', { id: 1, description: 'Service', mode: 'percent_of_rent', percent: 3.3 })],
    taxes: [tax({ id: 1, description: 'Consumption tax', percent: 10 })],
  },
};

/** The charges of an example as the rows of a table: description, amount. The last row is the total. */
export function chargesOf(example: PriceExample): [description: string, amount: string][] {
  const inputs = inputsOf({ ...example, name: '', charges: [], total: 0 });
  const { charges, total_amount } = calculateCharges(inputs);
  const amountOf = (amount: number) =>
    new Intl.NumberFormat('en', { style: 'currency', currency: inputs.stay.currency_code, currencyDisplay: 'code' })
      .format(amount)
      .replace(/^(-?)([A-Z]{3})\s/, '$1')
      .replaceAll(',', '');
  return [
    ...charges.map(({ description, amount }): [string, string] => [description, amountOf(amount)]),
    ['Total', amountOf(total_amount)],
  ];
}
