import type { Contact } from '@keyhaven/contracts/booking/contact';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../store/booking-store';
import { liveContact } from '../store/contact.model';
import type { ContactKind } from './contact-kind';
import { keepContact } from './keep-contact';

/**
 * Deletes a contact that no record refers to. Keeps a tombstone, which is purged later.
 * @throws ApiError not_found; conflict that names the records that refer to the contact;
 *   precondition_failed.
 */
export async function deleteContact<Shown extends Contact>(
  kind: ContactKind<Shown>,
  store: BookingStore,
  scope: AccountScope,
  id: number,
): Promise<void> {
  await kind.records(store).update(scope, liveContact(id), async (before) => {
    assertUnreferenced(kind, id, await kind.findReferences(store, scope, id));
    const jobs = [kind.recheckDeletion({ back_to: before.version })];
    return { after: { ...before, is_deleted: true }, jobs };
  });
}

/**
 * The job of a deletion: restores the deleted contact if a record refers to it now.
 * @param answering whether the deletion request still waits for this job.
 * @throws ApiError conflict when the contact was restored and the request still waits.
 */
export async function recheckDeletion<Shown extends Contact>(
  kind: ContactKind<Shown>,
  store: BookingStore,
  scope: AccountScope,
  id: number,
  { back_to }: { back_to: number },
  answering: boolean,
): Promise<void> {
  await keepContact(kind, store, scope, id);
  const records = kind.records(store);
  // The job of a record that refers to the contact (`keep_guest` or `keep_owner`) may already have restored the
  // contact.
  const isBack = answering && (await records.findOne(scope, liveContact(id))) !== undefined;
  const references = isBack ? await kind.findReferences(store, scope, id) : [];
  if (references.length === 0) return;
  // Remove the stored response to the deletion, so that a repeated request is not answered as if the contact were
  // deleted.
  await records.update(scope, { _id: id }, (before) =>
    Promise.resolve({ after: before, forgetsChanges: { path: 'version', above: back_to } }),
  );
  assertUnreferenced(kind, id, references);
}

function assertUnreferenced({ noun }: Pick<ContactKind, 'noun'>, id: number, references: readonly string[]): void {
  if (references.length === 0) return;
  const verb = references.length === 1 ? 'refers' : 'refer';
  throw new ApiError('conflict', `${noun} ${id} cannot be deleted: ${references.join(', ')} ${verb} to this ${noun}`);
}
