import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { job } from '../jobs';
import type { BookingStore } from '../store/booking-store';
import { finishLink } from './finish-link';

/** Removes a link: the properties can both be occupied again. @throws ApiError not_found. */
export async function removeLink(store: BookingStore, scope: AccountScope, id: number): Promise<void> {
  const link = await store.links.update(scope, { _id: id, pair: { $exists: true } }, (before) => {
    if (before.state === 'removing') return Promise.resolve(undefined);
    return Promise.resolve({
      after: { ...before, state: 'removing' },
      jobs: [job('finish_link', {})],
      // The request that made it was not answered: repeating it makes the link again.
      forgetsAnswer: before.state === 'pending',
    });
  });
  // The write's own job has removed it, unless the job failed.
  if ((await store.links.get(scope, { _id: link._id })).state === 'removed') return;
  await finishLink(store, { accountId: scope.accountId }, id);
}
