import { initContract } from '../platform/ts-rest';
import { importRoute } from '../shared/import-contract';

/** The routes with which operators import many records of an account. */
export const financeImportContract = initContract().router({
  importPayments: importRoute('payments'),
  importRefunds: importRoute('refunds'),
  importFees: importRoute('fees'),
  importDeposits: importRoute('deposits'),
  importOwnerEntries: importRoute('owner_entries'),
});
