import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../store/booking-store';
import type { LinkBody, NotedWithdrawal } from '../store/link.model';

/**
 * Notes in links that a stay is about to be withdrawn because of them. From then on, removing one of them first raises
 * the stay's revision: a delayed withdrawal then fails, because the stay may be answered once the link is gone.
 * @returns false if one of the links is no longer active: then the stay may remain.
 */
export async function noteWithdrawal(
  store: BookingStore,
  scope: AccountScope,
  links: readonly LinkBody[],
  withdrawal: NotedWithdrawal,
): Promise<boolean> {
  for (const { _id } of links) {
    const isNoted = await changeWithdrawals(store, scope, _id, (noted) =>
      noted.some((one) => isSame(one, withdrawal)) ? noted : [...noted, withdrawal],
    );
    if (!isNoted) return false;
  }
  return true;
}

function isSame(one: NotedWithdrawal, { stay_id, revision }: NotedWithdrawal): boolean {
  return one.stay_id === stay_id && one.revision === revision;
}

/**
 * Removes the note of a withdrawal, which several processes may share. Call it only when the stay has a later revision:
 * then no withdrawal of this revision or an earlier one can be stored. A note that is left costs a removal one write.
 */
export async function forgetWithdrawal(
  store: BookingStore,
  scope: AccountScope,
  links: readonly LinkBody[],
  { stay_id, revision }: NotedWithdrawal,
): Promise<void> {
  const isOther = (noted: NotedWithdrawal) => noted.stay_id !== stay_id || noted.revision > revision;
  for (const { _id } of links) await changeWithdrawals(store, scope, _id, (noted) => noted.filter(isOther));
}

/** Answers false when the link is not active. */
async function changeWithdrawals(
  store: BookingStore,
  scope: AccountScope,
  linkId: number,
  change: (noted: NotedWithdrawal[]) => NotedWithdrawal[],
): Promise<boolean> {
  try {
    await store.links.update(scope, { _id: linkId, state: 'active' }, (before) => {
      const present = before.withdrawals ?? [];
      const withdrawals = change(present);
      if (withdrawals.length === present.length) return Promise.resolve(undefined);
      const after = { ...before, withdrawals: withdrawals.length > 0 ? withdrawals : undefined };
      return Promise.resolve({ after, references: undefined });
    });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return false;
    throw error;
  }
}

/** Makes the withdrawals that are noted in a link fail, unless they are done. */
export async function stopWithdrawals(
  store: BookingStore,
  scope: AccountScope,
  { withdrawals = [] }: LinkBody,
): Promise<void> {
  for (const { stay_id } of withdrawals) await store.stays.raiseRevision(scope, stay_id);
}
