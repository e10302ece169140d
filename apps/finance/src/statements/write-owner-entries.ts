import type { OwnerEntry, OwnerEntryCreation } from '@keyhaven/contracts/finance/statement';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { assertKnown } from '@keyhaven/service/references/record-directory';
import { FIRST_VERSION } from '@keyhaven/service/http/versioned';
import { knownBooking } from '../bookings/known-booking';
import type { FinanceStore } from '../store/finance-store';
import { job } from '../jobs';
import { assertProperty } from '../properties/known-property';
import { exactMinor } from '../records/amount-minor';
import { presentOwnerEntry } from '../store/owner-entry.model';

/**
 * Records an expense of an owner, or a payout to an owner.
 * @throws ApiError bad_request for an unknown owner, property or booking, and for an amount with too many decimals;
 *   unavailable if finance has no copy of one of these records and the booking service does not respond.
 */
export async function recordOwnerEntry(
  store: FinanceStore,
  scope: AccountScope,
  input: OwnerEntryCreation,
): Promise<{ record: OwnerEntry; version: number }> {
  const { record } = await store.ownerEntries.create(scope, async () => {
    const { amount, ...rest } = input;
    const named = { field: 'owner_id', noun: 'owner', directory: store.ownerDirectory };
    await assertKnown(scope, [{ ...named, ids: [input.owner_id] }]);
    if (input.property_id !== null) await assertProperty(store, scope, input.property_id);
    const booking = input.booking_id === null ? undefined : await knownBooking(store, scope, input.booking_id);
    const now = new Date();
    const after = {
      ...rest,
      _id: await store.ids.next('owner_entry'),
      user_id: scope.accountId,
      version: 0,
      created_utc: now,
      updated_utc: now,
      property_id: input.property_id ?? booking?.property_id ?? null,
      amount_minor: exactMinor(amount, input.currency_code, 'amount'),
      status: 'completed' as const,
      journal: [{ status: 'completed' as const, recorded_utc: now }],
    };
    return { after, jobs: [job('keep_owner', { owner_id: input.owner_id })] };
  });
  return { record, version: FIRST_VERSION };
}

/** Calls the booking service to restore an owner who was deleted while an entry was recorded. */
export async function keepOwner(store: FinanceStore, { accountId }: AccountScope, ownerId: number): Promise<void> {
  await store.booking.keepOwner({ params: { id: ownerId }, body: { user_id: accountId } });
}

/** Voids an entry. Voiding it again has no effect. */
export async function voidOwnerEntry(
  store: FinanceStore,
  scope: AccountScope,
  id: number,
): Promise<{ record: OwnerEntry; version: number }> {
  const body = await store.ownerEntries.update(scope, { _id: id }, async (before) => {
    if (before.status === 'voided') return Promise.resolve(undefined);
    const journal = [...before.journal, { status: 'voided' as const, recorded_utc: new Date() }];
    return Promise.resolve({ after: { ...before, status: 'voided' as const, journal } });
  });
  return { record: presentOwnerEntry(body), version: body.version };
}
