import type { financeImportContract } from '@keyhaven/contracts/finance/import-contract';
import { financeOperatorContract } from '@keyhaven/contracts/finance/operator-contract';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { importWith } from '@keyhaven/service/imports/import-records';
import { makeDeposit } from '../deposits/make-deposit';
import { recordFee, recordPayment, recordRefund } from '../records/record-money';
import { recordOwnerEntry } from '../statements/write-owner-entries';
import type { FinanceStore } from '../store/finance-store';

/** The import routes of operators. Each line of an import creates a record in the same way as a request to `route`. */
export function importRoutes(store: FinanceStore): RouteHandlers<typeof financeImportContract> {
  const api = 'operator';
  const contract = financeOperatorContract;
  return {
    importPayments: importWith({
      route: contract.recordPayment,
      api,
      create: (scope, body) => recordPayment(store, scope, body),
    }),
    importRefunds: importWith({
      route: contract.recordRefund,
      api,
      create: (scope, body) => recordRefund(store, scope, body),
    }),
    importFees: importWith({
      route: contract.recordFee,
      api,
      create: (scope, body) => recordFee(store, scope, body),
    }),
    importDeposits: importWith({
      route: contract.makeDeposit,
      api,
      create: (scope, body) => makeDeposit(store, scope, body),
    }),
    importOwnerEntries: importWith({
      route: contract.recordOwnerEntry,
      api,
      create: (scope, body) => recordOwnerEntry(store, scope, body),
    }),
  };
}
