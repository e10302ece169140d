import { accountId } from '@keyhaven/persistence/account-scope';
import type { Relay } from '@keyhaven/persistence/outbox/relay';
import { computeBalance } from './balances/compute-balance';
import { settleDeposit } from './deposits/settle-deposit';
import { balanceArguments, CLOSE_MONTHS, COMPUTE_BALANCE, CONFIRM_REFUND, SETTLE_DEPOSIT } from './jobs';
import type { FinanceStore } from './store/finance-store';
import { confirmRefund } from './records/confirm-refund';
import { closeMonths } from './statements/close-months';

/** Registers what does each job. Jobs run before the request is answered or, after a crash, on any replica. */
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
