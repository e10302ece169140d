import { feeCreation, paymentCreation, refundCreation } from '@keyhaven/contracts/finance/record-input';
import { ownerEntryCreation } from '@keyhaven/contracts/finance/statement';
import { addDays } from '@keyhaven/stays/calendar-date';
import { fromMinor, toMinor } from '@keyhaven/stays/money';
import type { DemoPlan, PlannedBooking } from '../plan/demo-plan';
import { firstDays, isCanceled, isGuestBooking, planOf } from '../testing/plans';

/** The total amount of a payout, in minor units. */
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

describe.each(firstDays)('the finance records of the demo with the first day %s', (firstDay) => {
  const plan = planOf(firstDay);
  const { payments, refunds, bookingFees, deposits, ownerEntries, closedThrough } = plan.money;

  it('are accepted by the contracts, have valid decimals, and use each key once', () => {
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

  it('include refunds, a voided payment, and payments that are not paid out yet', () => {
    const kinds = new Set(payments.map(({ key }) => key.split('/').at(-1)));
    expect(kinds).toEqual(new Set(['first', 'balance', 'channel', 'twice', 'late']));
    expect(payments.some(({ isVoided }) => isVoided)).toBe(true);
    expect(refunds.length).toBeGreaterThan(0);
    const paidOut = new Set(
      deposits.flatMap(({ lines }) => lines.flatMap((line) => ('record' in line ? [line.record] : []))),
    );
    expect(payments.some(({ key, isVoided }) => !isVoided && !paidOut.has(key))).toBe(true);
  });

  it('are paid out at most once, and not if they are voided', () => {
    expect(deposits.filter(({ lines }) => lines.some(({ type }) => type === 'adjustment'))).toHaveLength(1);
    expect(deposits.some((deposit) => sumOf(plan, deposit) < 0)).toBe(true);
    const records = deposits.flatMap(({ lines }) =>
      lines.flatMap((line) => (line.type === 'adjustment' ? [] : [`${line.type}/${line.record}`])),
    );
    expect(new Set(records).size).toBe(records.length);
    for (const { key, isVoided } of payments) if (isVoided) expect(records).not.toContain(`payment/${key}`);
  });

  it('contain payments and refunds only before the first day, and owner entries only in the last closed month', () => {
    for (const { body } of payments) expect(body.collected_utc! < firstDay).toBe(true);
    for (const { body } of refunds) expect(body.paid_utc! < firstDay).toBe(true);
    expect(closedThrough < firstDay.slice(0, 7)).toBe(true);
    for (const { body } of ownerEntries) expect(body.date.startsWith(closedThrough)).toBe(true);
  });

  it('cover past stays in full, except for three without the balance payment and one without any payment', () => {
    const past = plan.bookings.filter(
      (booking) => isGuestBooking(booking) && booking.body.status === 'active' && booking.body.departure < firstDay,
    );
    expect(past.length).toBeGreaterThan(800);
    const owed = past.map((booking) => owedOf(plan, booking)).filter(({ minor }) => minor !== 0);
    expect(owed.map(({ minor, paid }) => [minor > 0, paid > 0]).sort()).toEqual([
      [true, false],
      [true, true],
      [true, true],
      [true, true],
    ]);
  });

  it('include all refunds that are due, except those for one late payment and for the latest cancellations', () => {
    const canceled = plan.bookings.filter((booking) => isGuestBooking(booking) && isCanceled(booking));
    const owed = canceled.filter((booking) => owedOf(plan, booking).minor !== 0);
    const late = owed.filter(({ key }) => payments.some((payment) => payment.key === `${key}/late`));
    expect(late).toHaveLength(1);
    for (const booking of owed) {
      expect(owedOf(plan, booking).minor).toBeLessThan(0);
      // Refunds are paid two days after the cancellation.
      if (!late.includes(booking)) expect(addDays(booking.body.canceled_utc!.slice(0, 10), 2) >= firstDay).toBe(true);
    }
  });
});

/**
 * Returns what the guest still owes for a booking (negative if the guest is owed money), and what
 * was paid. Both are in minor units and calculated as the platform does.
 */
function owedOf(plan: DemoPlan, { key, property, charges, body }: PlannedBooking): { minor: number; paid: number } {
  const currency = plan.properties.find((one) => one.key === property)!.body.currency_code!;
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + toMinor(amount, currency), 0);
  const { payments, refunds } = plan.money;
  const ofBooking = payments.filter(({ booking, isVoided }) => booking === key && !isVoided);
  const paid = sum(ofBooking.map((payment) => payment.body.amount));
  const refunded = sum(refunds.filter(({ booking }) => booking === key).map((refund) => refund.body.amount));
  const remitted = charges.filter(({ type, is_channel_managed }) => type === 'tax' && is_channel_managed);
  const due =
    body.status === 'canceled'
      ? toMinor(body.retained_amount ?? 0, currency)
      : sum(charges.map(({ amount }) => amount)) - sum(remitted.map(({ amount }) => amount));
  return { minor: due - paid + refunded, paid };
}
