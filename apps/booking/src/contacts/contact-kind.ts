import type { Contact } from '@keyhaven/contracts/booking/contact';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { JobRequest } from '@keyhaven/persistence/plan-change';
import type { TenantRepository } from '@keyhaven/persistence/tenant-repository/tenant-repository';
import type { BookingStore } from '../store/booking-store';
import type { ContactBody, ContactDocument } from '../store/contact.model';

/** What differs between guests and owners. */
export interface ContactKind<Shown extends Contact = Contact> {
  noun: 'guest' | 'owner';
  records(store: BookingStore): TenantRepository<ContactDocument, Shown>;
  present: (body: ContactBody) => Shown;
  /** The error message for a change that leaves a contact without a name. */
  nameless: string;
  /** Describes the records that refer to a contact and so prevent its deletion, at most `MAX_NAMED` of each type. */
  findReferences: (store: BookingStore, scope: AccountScope, id: number) => Promise<string[]>;
  /** The job that searches for references again after the deletion is stored. */
  recheckDeletion(args: { back_to: number }): JobRequest;
}

/** When a deletion is refused, the error message lists at most this many records of each type. */
export const MAX_NAMED = 3;
