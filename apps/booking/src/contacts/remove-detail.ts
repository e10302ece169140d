import type { Contact, ContactList } from '@keyhaven/contracts/booking/contact';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../store/booking-store';
import { type ContactBody, liveContact } from '../store/contact.model';
import type { ContactKind } from './contact-kind';
import { searchTerms } from './domain/search-terms';

/**
 * Removes an address, an e-mail address or a telephone number from a contact. If the removed entry was the default, the
 * first remaining entry becomes the default.
 * @throws ApiError not_found when the contact or the entry does not exist; precondition_failed.
 */
export async function removeDetail<Shown extends Contact>(
  kind: ContactKind<Shown>,
  store: BookingStore,
  scope: AccountScope,
  list: ContactList,
  { id, detail_id }: { id: number; detail_id: number },
): Promise<void> {
  await kind.records(store).update(scope, liveContact(id), (before) => {
    const after = withoutDetail(before, list, detail_id);
    if (!after) throw new ApiError('not_found', `${kind.noun} ${id} has no ${nounOf[list]} with the id ${detail_id}`);
    return Promise.resolve({ after: { ...after, search_terms: searchTerms(after) } });
  });
}

const nounOf: Record<ContactList, string> = {
  addresses: 'address',
  email_addresses: 'e-mail address',
  phones: 'telephone number',
};

function withoutDetail(before: ContactBody, list: ContactList, detailId: number): ContactBody | undefined {
  const left = before[list].filter(({ id }) => id !== detailId);
  if (left.length === before[list].length) return undefined;
  const hasDefault = left.some(({ is_default }) => is_default);
  return { ...before, [list]: hasDefault ? left : left.map((one, index) => ({ ...one, is_default: index === 0 })) };
}
