import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { isDuplicateKey } from '@keyhaven/persistence/duplicate-key';
import type { FinanceStore } from '../store/finance-store';
import type { FinancialBody } from '../store/financial-record.model';
import type { BalanceDocument, TotalsMinor } from '../store/balance.model';

/**
 * Computes the balance of a booking from all of its records. Reads the stored balance first, and
 * then the records. If another process writes the balance in between, the write of this process
 * fails, and this process computes the balance again. So the stored balance includes every record
 * that existed when the job began. Each computation increments a counter: the document always
 * changes, so the write of a concurrent computation fails.
 */
export async function computeBalance(store: FinanceStore, scope: AccountScope, bookingId: number): Promise<void> {
  const compute = () =>
    store.balances.update(scope, { _id: bookingId }, async (before) => {
      const after = { ...before, ...(await readTotals(store, scope, bookingId)), computed: before.computed + 1 };
      return { after };
    });
  if (await store.balances.findOne(scope, { _id: bookingId })) return void (await compute());
  try {
    await store.balances.create({ accountId: scope.accountId }, async () => ({
      after: {
        _id: bookingId,
        user_id: scope.accountId,
        version: 0,
        ...(await readTotals(store, scope, bookingId)),
        computed: 1,
        // The repository sets these times when it writes the document.
        created_utc: new Date(0),
        updated_utc: new Date(0),
      },
    }));
  } catch (error) {
    // Another job created the balance first, perhaps from fewer records, so compute it again.
    if (!isDuplicateKey(error)) throw error;
    return void (await compute());
  }
  // If the event of a cancellation arrived just before the balance was created, the consumer of the event found no
  // balance to recompute. So check the cancellation here.
  await recomputeWhenCanceled(store, scope, bookingId);
}

/**
 * Recomputes the balance of a booking if its cancellation has changed since the balance was computed. Bookings without
 * records have no balance.
 */
export async function recomputeWhenCanceled(
  store: FinanceStore,
  { accountId }: AccountScope,
  bookingId: number,
): Promise<void> {
  const scope = { accountId };
  const balance = await store.balances.findOne(scope, { _id: bookingId });
  if (!balance || balance.canceled_utc === (await readCancellation(store, scope, bookingId))) return;
  await computeBalance(store, scope, bookingId);
}

async function readCancellation(store: FinanceStore, scope: AccountScope, bookingId: number): Promise<string | null> {
  const booking = await store.bookings.findOne(scope, { _id: bookingId });
  return booking?.canceled_utc ?? null;
}

async function readTotals(
  store: FinanceStore,
  scope: AccountScope,
  bookingId: number,
): Promise<Pick<BalanceDocument, 'totals' | 'canceled_utc'>> {
  const [canceled_utc, payments, refunds, fees] = await Promise.all([
    readCancellation(store, scope, bookingId),
    store.payments.completedOf(scope, bookingId),
    store.refunds.completedOf(scope, bookingId),
    store.fees.completedOf(scope, bookingId),
  ]);
  const totals = new Map<string, TotalsMinor>();
  const add = (
    field: 'paid' | 'refunded' | 'host_fees' | 'paid_when_canceled',
    currency_code: string,
    amount: number,
  ) => {
    const nothing = { currency_code, paid: 0, refunded: 0, host_fees: 0, paid_when_canceled: 0 };
    const total = totals.get(currency_code) ?? nothing;
    totals.set(currency_code, { ...total, [field]: total[field] + amount });
  };
  const canceled = canceled_utc === null ? undefined : new Date(canceled_utc);
  const addMoney = (field: 'paid' | 'refunded', record: FinancialBody<unknown>) => {
    const { currency_code, amount_minor, effective_utc } = record;
    add(field, currency_code, amount_minor);
    if (!canceled || !effective_utc || effective_utc > canceled) return;
    add('paid_when_canceled', currency_code, field === 'paid' ? amount_minor : -amount_minor);
  };
  for (const payment of payments) if (payment.details.kind === 'charge') addMoney('paid', payment);
  for (const refund of refunds) if (refund.details.kind === 'charge') addMoney('refunded', refund);
  for (const { currency_code, amount_minor } of fees) add('host_fees', currency_code, amount_minor);
  return {
    canceled_utc,
    totals: [...totals.values()]
      .map((total) => ({ ...total, paid_when_canceled: Math.max(0, total.paid_when_canceled) }))
      .sort((a, b) => (a.currency_code < b.currency_code ? -1 : 1)),
  };
}
