import { initContract } from '../platform/ts-rest';
import { importRoute } from '../shared/import-contract';

/** The routes with which operators import many records of an account. */
export const messagingImportContract = initContract().router({
  importThreads: importRoute('threads'),
  importMessages: importRoute('messages'),
});
