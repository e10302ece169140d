import { isEnoughPaid } from './enough-paid';

const nothing = { total_refunded: 0, total_owed: 0, total_host_fees: 0 };
const isEnough = (total_paid: number, total_amount: number, percent: number, currencyCode = 'EUR') =>
  isEnoughPaid({ ...nothing, total_amount, total_paid }, percent, currencyCode);

describe('isEnoughPaid', () => {
  it.each([
    [4.98, 60, 8.3],
    [25.83, 210, 12.3],
    [21.42, 60, 35.7],
    [30, 60, 50],
  ])('accepts exactly the part that must be paid: %d of %d at %d %', (paid, total, percent) => {
    expect(isEnough(paid, total, percent)).toBe(true);
    expect(isEnough(Math.round(paid * 100 - 1) / 100, total, percent)).toBe(false);
  });

  it('requires a payment even if no part of the total must be paid', () => {
    expect(isEnough(0, 60, 0)).toBe(false);
    expect(isEnough(0.01, 60, 0)).toBe(true);
  });
});
