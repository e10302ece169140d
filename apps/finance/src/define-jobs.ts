import { accountId } from '@keyhaven/persistence/account-scope';
import type { Relay } from '@keyhaven/persistence/outbox/relay';
import { z } from 'zod';
import { COMPUTE_BALANCE, computeBalance } from './balances/compute-balance';
import { SETTLE_DEPOSIT, settleDeposit } from './deposits/settle-deposit';
import type { FinanceStore } from './finance-store';
import { CONFIRM_REFUND, confirmRefund } from './records/confirm-refund';
import { CLOSE_MONTHS, closeMonths } from './statements/close-months';

const balanceArguments = z.object({ booking_id: z.int() });

/** What follows the writes of records, done before they are answered, or after a crash by any replica. */
export function defineJobs(store: FinanceStore, relay: Relay): void {
  relay.defineJob(COMPUTE_BALANCE, (args, { userId }) =>
    computeBalance(store, { accountId: accountId(userId) }, balanceArguments.parse(args).booking_id),
  );
  relay.defineJob(SETTLE_DEPOSIT, (_args, { userId, id }) =>
    settleDeposit(store, { accountId: accountId(userId) }, id),
  );
  relay.defineJob(CONFIRM_REFUND, (_args, { userId, id }) =>
    confirmRefund(store, { accountId: accountId(userId) }, id),
  );
  relay.defineJob(CLOSE_MONTHS, (_args, { userId }) => closeMonths(store, { accountId: accountId(userId) }));
}
