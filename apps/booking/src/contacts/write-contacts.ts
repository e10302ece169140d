import type { Contact } from '@keyhaven/contracts/booking/contact';
import type { GuestCreation, GuestPatch } from '@keyhaven/contracts/booking/guest';
import type { OwnerCreation, OwnerPatch } from '@keyhaven/contracts/booking/owner';
import type { ContactParts } from '@keyhaven/contracts/booking/contact-routes';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { isDuplicateKey, isDuplicateOf } from '@keyhaven/persistence/duplicate-key';
import { unwritten } from '@keyhaven/persistence/tenant-document';
import { FIRST_VERSION } from '@keyhaven/service/http/versioned';
import { annotationJobs } from '../annotations/annotation-jobs';
import { resolveAnnotations, withoutSentAnnotations } from '../annotations/resolve-annotations';
import type { BookingStore } from '../store/booking-store';
import { type ContactDocument, liveContact, trimmedContact } from '../store/contact.model';
import { assertContactEchoes, withDetailIds } from './contact-details';
import type { ContactKind } from './contact-kind';
import { searchTerms } from './domain/search-terms';

/**
 * Creates a contact. Contacts with the same e-mail address are not merged.
 * @throws ApiError bad_request for values that only the server decides.
 */
export async function createContact<Shown extends Contact>(
  kind: ContactKind<Shown>,
  store: BookingStore,
  scope: AccountScope,
  input: GuestCreation | OwnerCreation,
  parts: ContactParts,
): Promise<{ record: Shown; version: number }> {
  const { record } = await kind
    .records(store)
    .create(scope, async () => newContact(kind, store, scope, await store.ids.next(kind.noun), input));
  return { record: trimmedContact(record, parts), version: FIRST_VERSION };
}

/** Creates a contact with a given id. Does nothing if the contact exists or was deleted, so repeated calls are safe. */
export async function addContactOnce<Shown extends Contact>(
  kind: ContactKind<Shown>,
  store: BookingStore,
  scope: AccountScope,
  id: number,
  input: GuestCreation | OwnerCreation,
): Promise<void> {
  const records = kind.records(store);
  if (await records.findOne(scope, { _id: id })) return;
  try {
    await records.create(scope, () => newContact(kind, store, scope, id, input));
  } catch (error) {
    // Ignore the duplicate id: another process created the contact after `findOne`.
    if (!isDuplicateKey(error) || !isDuplicateOf(error, '_id')) throw error;
  }
}

async function newContact(
  kind: Pick<ContactKind, 'noun' | 'present'>,
  store: BookingStore,
  scope: AccountScope,
  id: number,
  input: GuestCreation | OwnerCreation,
) {
  const empty = { first_name: '', last_name: '', notes: null, addresses: [], email_addresses: [], phones: [] };
  const annotations = await resolveAnnotations(store, scope, { type: kind.noun, sent: input });
  const fields = { ...empty, ...(await withDetailIds(store, withoutSentAnnotations(input))), ...annotations };
  const after = unwritten<ContactDocument>({
    ...fields,
    _id: id,
    user_id: scope.accountId,
    version: 0,
    is_deleted: false,
    search_terms: searchTerms(fields),
  });
  assertContactEchoes(input, [kind.present(after)]);
  return { after, jobs: annotationJobs(kind.noun, undefined, annotations) };
}

/**
 * Changes a contact. A list of contact details in the patch replaces the stored list.
 * @throws ApiError not_found, bad_request, precondition_failed.
 */
export async function updateContact<Shown extends Contact>(
  kind: ContactKind<Shown>,
  store: BookingStore,
  scope: AccountScope,
  id: number,
  patch: GuestPatch | OwnerPatch,
  parts: ContactParts,
): Promise<{ record: Shown; version: number }> {
  const body = await kind.records(store).update(scope, liveContact(id), async (before) => {
    const annotations = await resolveAnnotations(store, scope, { type: kind.noun, sent: patch, before });
    const details = await withDetailIds(store, withoutSentAnnotations(patch), before);
    const after = { ...before, ...details, ...annotations };
    assertContactEchoes(patch, [kind.present(before), kind.present(after)]);
    if (`${after.name ?? ''}${after.first_name}${after.last_name}`.trim() === '') {
      throw new ApiError('bad_request', kind.nameless);
    }
    const jobs = annotationJobs(kind.noun, before, after);
    return { after: { ...after, search_terms: searchTerms(after) }, jobs };
  });
  return { record: trimmedContact(kind.present(body), parts), version: body.version };
}
