import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../booking-store';
import { finishLink, finishStep } from './finish-link';

/** Removes a link: the properties can both be occupied again. @throws ApiError not_found. */
export async function removeLink(store: BookingStore, scope: AccountScope, id: number): Promise<void> {
  const link = await store.links.update(scope, { _id: id, pair: { $exists: true } }, (before) =>
    Promise.resolve(
      before.state === 'removing'
        ? undefined
        : {
            after: { ...before, state: 'removing' },
            references: undefined,
            steps: [finishStep],
            // Its maker was not answered, and makes it again.
            forgetsAnswer: before.state === 'pending',
          },
    ),
  );
  // The link's own step has taken it back, unless it failed.
  if ((await store.links.get(scope, { _id: link._id })).state === 'removed') return;
  await finishLink(store, { accountId: scope.accountId }, id);
}
