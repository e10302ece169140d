import type { Owner } from '@keyhaven/contracts/booking/owner';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { type ContactKind, MAX_NAMED } from '../contacts/contact-kind';
import { job } from '../jobs';
import type { BookingStore } from '../store/booking-store';
import { presentOwner } from '../store/owner.model';

export const owners: ContactKind<Owner> = {
  noun: 'owner',
  records: (store) => store.owners,
  present: presentOwner,
  nameless: 'name: is required; expected a name, a first_name or a last_name',
  findReferences,
  recheckDeletion: (args) => job('recheck_owner_deletion', args),
};

/**
 * Finds the records that refer to an owner: properties, bookings (also canceled ones), and money that finance recorded.
 */
async function findReferences(store: BookingStore, scope: AccountScope, ownerId: number): Promise<string[]> {
  const page = { limit: MAX_NAMED };
  const [properties, bookings, recorded] = await Promise.all([
    store.properties.find(scope, { owner_id: ownerId }, page),
    store.stays.find(scope, { 'booking.owner_id': ownerId }, { ...page, orderBy: 'booking.id' }),
    store.peers.referencesOfOwner(scope, ownerId),
  ]);
  return [
    ...properties.map(({ _id }) => `property ${_id}`),
    ...bookings.map(({ booking }) => `booking ${booking.id}`),
    ...recorded,
  ];
}
