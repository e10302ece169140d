import { feeCreation, paymentCreation, refundCreation } from '@keyhaven/contracts/finance/record-input';
import { ownerEntryCreation } from '@keyhaven/contracts/finance/statement';
import { fromMinor, toMinor } from '@keyhaven/stays/money';
import type { DemoPlan } from '../demo-plan';
import { firstDays, planOf } from '../testing/plans';

/** What a payout comes to, in minor units. */
function sumOf({ money }: DemoPlan, deposit: DemoPlan['money']['deposits'][number]): number {
  const amounts = new Map([
    ...money.payments.map(({ key, body }) => [`payment/${key}`, body.amount] as const),
    ...money.refunds.map(({ key, body }) => [`refund/${key}`, -body.amount] as const),
    ...money.bookingFees.map(({ key, body }) => [`fee/${key}`, -body.amount] as const),
  ]);
  const minor = (amount: number) => toMinor(amount, deposit.body.currency_code);
  return deposit.lines.reduce(
    (sum, line) => sum + minor(line.type === 'adjustment' ? line.amount : amounts.get(`${line.type}/${line.record}`)!),
    0,
  );
}

describe.each(firstDays)('the money of the demo plan of %s', (firstDay) => {
  const plan = planOf(firstDay);
  const { payments, refunds, bookingFees, deposits, ownerEntries, closedThrough } = plan.money;

  it('consists of what the contracts accept, to the decimals of each currency, under keys that are each used once', () => {
    for (const { body } of payments) paymentCreation.parse({ ...body, booking_id: 1 });
    for (const { body } of refunds) refundCreation.parse({ ...body, booking_id: 1, payment_id: 1 });
    for (const { body } of bookingFees) feeCreation.parse({ ...body, booking_id: 1, payment_id: 1 });
    for (const { body } of ownerEntries) ownerEntryCreation.parse({ ...body, owner_id: 1 });
    const currencyOf = new Map(
      plan.bookings.map(({ key, property }) => [
        key,
        plan.properties.find((one) => one.key === property)!.body.currency_code!,
      ]),
    );
    for (const { booking, body } of [...payments, ...refunds, ...bookingFees]) {
      const currency = currencyOf.get(booking)!;
      expect(fromMinor(toMinor(body.amount, currency), currency)).toBe(body.amount);
    }
    for (const records of [payments, refunds, bookingFees, deposits, ownerEntries]) {
      expect(new Set(records.map(({ key }) => key)).size).toBe(records.length);
    }
  });

  it('has first and balance payments, refunds, a voided payment, and payments that are not paid out yet', () => {
    const kinds = new Set(payments.map(({ key }) => key.split('/').at(-1)));
    expect(kinds).toEqual(new Set(['first', 'balance', 'channel', 'twice']));
    expect(payments.some(({ isVoided }) => isVoided)).toBe(true);
    expect(refunds.length).toBeGreaterThan(0);
    const paidOut = new Set(
      deposits.flatMap(({ lines }) => lines.flatMap((line) => ('record' in line ? [line.record] : []))),
    );
    expect(payments.some(({ key, isVoided }) => !isVoided && !paidOut.has(key))).toBe(true);
  });

  it('has payouts, one with an adjustment and one that is negative, which pay nothing out twice or voided', () => {
    expect(deposits.filter(({ lines }) => lines.some(({ type }) => type === 'adjustment'))).toHaveLength(1);
    expect(deposits.some((deposit) => sumOf(plan, deposit) < 0)).toBe(true);
    const records = deposits.flatMap(({ lines }) =>
      lines.flatMap((line) => (line.type === 'adjustment' ? [] : [`${line.type}/${line.record}`])),
    );
    expect(new Set(records).size).toBe(records.length);
    for (const { key, isVoided } of payments) if (isVoided) expect(records).not.toContain(`payment/${key}`);
  });

  it('lies before the first day, and closes months that are over', () => {
    for (const { body } of payments) expect(body.collected_utc! < firstDay).toBe(true);
    for (const { body } of refunds) expect(body.paid_utc! < firstDay).toBe(true);
    expect(closedThrough < firstDay.slice(0, 7)).toBe(true);
    for (const { body } of ownerEntries) expect(body.date.startsWith(closedThrough)).toBe(true);
  });
});
