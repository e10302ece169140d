import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { job } from '../jobs';
import type { BookingStore } from '../store/booking-store';
import { finishLink } from './finish-link';

/** Removes a link, so that both properties can be occupied on the same night again. @throws ApiError not_found. */
export async function removeLink(store: BookingStore, scope: AccountScope, id: number): Promise<void> {
  const link = await store.links.update(scope, { _id: id, pair: { $exists: true } }, (before) => {
    if (before.state === 'removing') return Promise.resolve(undefined);
    return Promise.resolve({
      after: { ...before, state: 'removing' },
      jobs: [job('finish_link', {})],
      // The request that creates a pending link has not been answered yet. Forget its response, so that a repetition of
      // that request creates a new link.
      forgetsAnswer: before.state === 'pending',
    });
  });
  // The job of the write has usually removed the link before `update` returned. If that job failed,
  // or if an earlier request began the removal, finish the removal here.
  if ((await store.links.get(scope, { _id: link._id })).state === 'removed') return;
  await finishLink(store, { accountId: scope.accountId }, id);
}
