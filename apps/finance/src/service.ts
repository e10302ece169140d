import { bookingInternalContract } from '@keyhaven/contracts/booking/internal-contract';
import { financeInternalContract } from '@keyhaven/contracts/finance/internal-contract';
import { financeImportContract } from '@keyhaven/contracts/finance/import-contract';
import { financeOperatorContract } from '@keyhaven/contracts/finance/operator-contract';
import { financePublicContract } from '@keyhaven/contracts/finance/public-contract';
import { maxBodyBytes } from '@keyhaven/contracts/platform/body-limits';
import { services } from '@keyhaven/contracts/platform/services';
import type { ServiceDefinition } from '@keyhaven/service/service-definition';
import { mountContract } from '@keyhaven/service/http/mount-contract';
import { knownIn } from '@keyhaven/service/references/find-records-routes';
import { computeBalance, recomputeWhenCanceled } from './balances/compute-balance';
import { linkRecords } from './deposits/link-records';
import { type JobHandlers, registerJobs } from './jobs';
import { recheckRefund } from './records/recheck-refund';
import { keepOwner } from './statements/write-owner-entries';
import { closeMonths } from './statements/close-months';
import { consumeAccounts } from './store/account-copy';

import { consumeBookings } from './store/booking-copy';
import { notificationSweep } from './bookings/notify-again';
import { createWarnings } from './bookings/warnings';
import { createFinanceStore, type FinanceStore } from './store/finance-store';
import { importRoutes } from './routes/import-routes';
import { internalRoutes } from './routes/internal-routes';
import { operatorRoutes } from './routes/operator-routes';
import { consumeOwners } from './store/owner-copy';
import { consumeProperties } from './store/property-copy';
import { publicRoutes } from './routes/public-routes';
import { financeSettings } from './settings';

/** The finance service: payments, refunds, fees, deposits, balances and owner statements. */
export const financeService: ServiceDefinition<typeof financeSettings> = {
  name: 'finance',
  topic: services.finance.topic,
  peers: ['identity', 'booking'],
  settings: financeSettings,
  maxBodyBytes: maxBodyBytes.finance,
  build: ({ connection, ids, relay, verify, logger, metrics, peer, settings }) => {
    const warnings = createWarnings(logger, metrics);
    const notifyAgainMs = settings.NOTIFY_AGAIN_SECONDS * 1000;
    const store = createFinanceStore(connection, ids, relay, peer(bookingInternalContract), warnings, notifyAgainMs);
    registerJobs(relay, jobHandlers(store));
    return {
      routes: (app) => {
        mountContract(app, 'public', verify, financePublicContract, publicRoutes(store));
        mountContract(app, 'operator', verify, financeOperatorContract, operatorRoutes(store));
        mountContract(app, 'operator', verify, financeImportContract, importRoutes(store));
        mountContract(app, 'internal', verify, financeInternalContract, internalRoutes(store));
      },
      knownAccounts: knownIn(store.accounts),
      consumers: [
        ...consumeAccounts(store.accounts),
        ...consumeBookings(store.bookings, (scope, id) => recomputeWhenCanceled(store, scope, id)),
        ...consumeProperties(store.properties),
        ...consumeOwners(store.owners),
      ],
      workers: [notificationSweep(store, logger)],
    };
  },
};

/**
 * The handlers of the jobs. A job normally runs before the request that stored the job gets its response. After a
 * crash, any process may run the job.
 */
function jobHandlers(store: FinanceStore): JobHandlers {
  return {
    compute_balance: ({ booking_id }, { scope }) => computeBalance(store, scope, booking_id),
    // `answering` is the revision whose request waits for the job. Revision 1 is the creation of the deposit. Later
    // revisions with this job are changes of the deposit's status.
    link_deposit_records: (_none, { scope, id, answering }) => linkRecords(store, scope, id, answering === 1),
    recheck_refund: (_none, { scope, id, answering }) => recheckRefund(store, scope, id, answering !== undefined),
    close_months: (_none, { scope }) => closeMonths(store, scope),
    keep_owner: ({ owner_id }, { scope }) => keepOwner(store, scope, owner_id),
  };
}
