import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { job } from '../jobs';
import type { BookingStore } from '../store/booking-store';
import { finishLink } from './finish-link';
import { stopWithdrawals } from './note-withdrawals';

/** Removes a link: the properties can both be occupied again. @throws ApiError not_found. */
export async function removeLink(store: BookingStore, scope: AccountScope, id: number): Promise<void> {
  const link = await store.links.update(scope, { _id: id, pair: { $exists: true } }, async (before) => {
    if (before.state === 'removing') return undefined;
    // A withdrawal that is noted after this raises the link's revision: then this write runs again.
    await stopWithdrawals(store, scope, before);
    return {
      after: { ...before, state: 'removing', withdrawals: undefined },
      references: undefined,
      jobs: [job('finish_link', {})],
      // The request that made it was not answered: repeating it makes the link again.
      forgetsAnswer: before.state === 'pending',
    };
  });
  // The write's own job has removed it, unless the job failed.
  if ((await store.links.get(scope, { _id: link._id })).state === 'removed') return;
  await finishLink(store, { accountId: scope.accountId }, id);
}
