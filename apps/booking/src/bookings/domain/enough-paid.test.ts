import { isEnoughPaid } from './enough-paid';

/** @param remitted the taxes in the total that a channel remits, so the guest does not owe them. */
const isEnough = (total_paid: number, total_amount: number, percent: number, remitted = 0) =>
  isEnoughPaid(
    {
      total_amount,
      total_paid,
      total_refunded: 0,
      total_host_fees: 0,
      total_owed: total_amount - remitted - total_paid,
    },
    percent,
    'EUR',
  );

describe('isEnoughPaid', () => {
  it.each([
    [4.98, 60, 8.3],
    [25.83, 210, 12.3],
    [21.42, 60, 35.7],
    [30, 60, 50],
  ])('accepts %d, but not 0.01 less, for a total of %d of which %d percent must be paid', (paid, total, percent) => {
    expect(isEnough(paid, total, percent)).toBe(true);
    expect(isEnough(Math.round(paid * 100 - 1) / 100, total, percent)).toBe(false);
  });

  it('requires a payment above 0 even if the percentage that must be paid is 0', () => {
    expect(isEnough(0, 60, 0)).toBe(false);
    expect(isEnough(0.01, 60, 0)).toBe(true);
  });

  it('accepts a payment of everything that the guest owes, even if it is less than the required part of the total', () => {
    expect(isEnough(90, 100, 100, 10)).toBe(true);
    expect(isEnough(89.99, 100, 100, 10)).toBe(false);
    expect(isEnough(0, 10, 100, 10)).toBe(false);
  });
});
