import { financeOperatorContract } from '@keyhaven/contracts/finance/operator-contract';
import { BOOKING } from '../bookings/load-bookings';
import type { DemoPlan } from '../demo-plan';
import { GUEST } from '../guests/load-guests';
import type { LoadRun } from '../loading/load-run';
import { PROPERTY } from '../properties/load-properties';

const FINANCE = 'finance';
const PAYMENT = 'payment';
const operator = { face: 'operator' } as const;

/** After the bookings. Payouts come after what they pay out, and the closing of months last. */
export async function loadMoney({ money }: DemoPlan, run: LoadRun): Promise<void> {
  await run.create(FINANCE, money.payments, {
    ...operator,
    kind: PAYMENT,
    route: financeOperatorContract.recordPayment,
    body: ({ booking, body }) => ({ ...body, booking_id: run.idOf(BOOKING, booking) }),
  });
  const ofPayment = ({ booking, payment, body }: { booking: string; payment: string; body: object }) => ({
    ...body,
    booking_id: run.idOf(BOOKING, booking),
    payment_id: run.idOf(PAYMENT, payment),
  });
  await run.create(FINANCE, money.refunds, {
    ...operator,
    kind: 'refund',
    route: financeOperatorContract.recordRefund,
    body: ofPayment,
  });
  await run.create(FINANCE, money.bookingFees, {
    ...operator,
    kind: 'fee',
    route: financeOperatorContract.recordFee,
    body: ofPayment,
  });
  const voided = money.payments.filter(({ isVoided }) => isVoided);
  await run.create(FINANCE, voided, {
    ...operator,
    kind: 'voiding',
    route: financeOperatorContract.voidPayment,
    params: ({ key }) => ({ id: run.idOf(PAYMENT, key) }),
    body: () => ({}),
  });
  await run.create(FINANCE, money.deposits, {
    ...operator,
    kind: 'deposit',
    route: financeOperatorContract.makeDeposit,
    body: ({ body, lines }) => ({
      ...body,
      lines: lines.map((line) =>
        line.type === 'adjustment' ? line : { type: line.type, record_id: run.idOf(line.type, line.record) },
      ),
    }),
  });
  await run.create(FINANCE, money.ownerEntries, {
    ...operator,
    kind: 'owner_entry',
    route: financeOperatorContract.recordOwnerEntry,
    body: ({ owner, property, body }) => ({
      ...body,
      owner_id: run.idOf(GUEST, owner),
      property_id: property && run.idOf(PROPERTY, property),
    }),
  });
  await run.create(FINANCE, [{ key: money.closedThrough }], {
    ...operator,
    kind: 'closing',
    route: financeOperatorContract.closeStatements,
    body: ({ key }) => ({ month: key }),
  });
}
