import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../store/booking-store';
import { finishLink, finishJob } from './finish-link';
import { stopWithdrawals } from './note-withdrawals';

/** Removes a link: the properties can both be occupied again. @throws ApiError not_found. */
export async function removeLink(store: BookingStore, scope: AccountScope, id: number): Promise<void> {
  const link = await store.links.update(scope, { _id: id, pair: { $exists: true } }, async (before) => {
    if (before.state === 'removing') return undefined;
    // One that is noted after this raises the link's revision, and this is decided again.
    await stopWithdrawals(store, scope, before);
    return {
      after: { ...before, state: 'removing', withdrawals: undefined },
      references: undefined,
      jobs: [finishJob],
      // Its maker was not answered, and makes it again.
      forgetsAnswer: before.state === 'pending',
    };
  });
  // The link's own step has taken it back, unless it failed.
  if ((await store.links.get(scope, { _id: link._id })).state === 'removed') return;
  await finishLink(store, { accountId: scope.accountId }, id);
}
