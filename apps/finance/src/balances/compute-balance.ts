import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { isDuplicateKey } from '@keyhaven/persistence/duplicate-key';
import type { FinanceStore } from '../finance-store';
import type { FinancialBody } from '../records/financial-record.model';
import { readAll } from '../records/read-all';
import type { TotalsMinor } from './balance.model';

/** The step behind every write that changes what was paid for a booking. */
export const COMPUTE_BALANCE = 'compute_balance';

/**
 * Computes the balance of a booking anew from all its records. The records are read after the balance, and the balance
 * is written only if nobody else wrote it meanwhile: so what is written last has seen every record that was written
 * before its step began. Each computation raises a count, for one that changes no total must refuse others too.
 */
export async function computeBalance(store: FinanceStore, scope: AccountScope, bookingId: number): Promise<void> {
  const compute = () =>
    store.balances.update(scope, { _id: bookingId }, async (before) => {
      const after = { ...before, totals: await readTotals(store, scope, bookingId), computed: before.computed + 1 };
      return { after, references: undefined };
    });
  if (await store.balances.findOne(scope, { _id: bookingId })) return void (await compute());
  try {
    await store.balances.create({ accountId: scope.accountId }, async () => ({
      after: {
        _id: bookingId,
        user_id: scope.accountId,
        version: 0,
        totals: await readTotals(store, scope, bookingId),
        computed: 1,
        // Set by the write.
        created_utc: new Date(0),
        updated_utc: new Date(0),
      },
      references: undefined,
    }));
  } catch (error) {
    // Another step made it first, and may not have seen all.
    if (!isDuplicateKey(error)) throw error;
    await compute();
  }
}

async function readTotals(store: FinanceStore, scope: AccountScope, bookingId: number): Promise<TotalsMinor[]> {
  const completed = { booking_id: bookingId, status: 'completed' as const };
  const [payments, refunds, fees] = await Promise.all([
    readAll(store.payments.records, scope, completed),
    readAll(store.refunds.records, scope, completed),
    readAll(store.fees.records, scope, completed),
  ]);
  const totals = new Map<string, TotalsMinor>();
  const add = (field: 'paid' | 'refunded' | 'host_fees', { currency_code, amount_minor }: FinancialBody<unknown>) => {
    const total = totals.get(currency_code) ?? { currency_code, paid: 0, refunded: 0, host_fees: 0 };
    totals.set(currency_code, { ...total, [field]: total[field] + amount_minor });
  };
  for (const payment of payments) if (payment.details.kind === 'charge') add('paid', payment);
  for (const refund of refunds) if (refund.details.kind === 'charge') add('refunded', refund);
  for (const fee of fees) add('host_fees', fee);
  return [...totals.values()].sort((a, b) => (a.currency_code < b.currency_code ? -1 : 1));
}
