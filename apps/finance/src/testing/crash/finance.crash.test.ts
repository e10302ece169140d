import { describeUnderFire } from '@keyhaven/testing/crash/describe-under-fire';
import { underKey } from '@keyhaven/testing/crash/under-key';
import type { Target } from '@keyhaven/testing/crash/service-under-fire';
import { financeContracts } from '../finance-under-test';
import { startStubBooking } from '../stub-booking';
import { recordPaths } from './record-paths';
import { statementPaths } from './statement-paths';

const financeTarget: Target = {
  name: 'finance',
  program: 'apps/finance/src/testing/crash/finance-process-under-fire.ts',
  contracts: financeContracts,
  records: [
    { collection: 'payments', type: 'payment' },
    { collection: 'refunds', type: 'refund' },
    { collection: 'fees', type: 'fee' },
    { collection: 'deposits', type: 'deposit' },
    { collection: 'booking_balances', type: 'booking_balance' },
    { collection: 'statement_accounts' },
  ],
  startPeers: async () => {
    const booking = await startStubBooking();
    return { url: booking.url, stop: () => booking.close() };
  },
};

describeUnderFire('the finance service, killed while it writes', financeTarget, [
  ...recordPaths,
  ...underKey(recordPaths, ['completing a payment', 'voiding a deposit']),
  ...statementPaths,
]);
