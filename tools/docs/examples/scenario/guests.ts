import type { Scenario } from '../scenario';
import { findStays, party, type Stay } from './stays';

export async function callGuests(scenario: Scenario): Promise<void> {
  const { call, prepare } = scenario;
  const made = await call('createGuest', 'Add a guest', {
    body: {
      first_name: 'Ada',
      last_name: 'Rossi',
      notes: 'Prefers e-mail',
      email_addresses: [{ address: 'ada.rossi@example.com', type: 'home' }],
      phones: [{ number: '+44 20 7946 0100', type: 'mobile' }],
      addresses: [{ street1: 'Via Roma 1', city: 'Rome', postal_code: '00184', country: 'Italy' }],
    },
  });
  await call(
    'createGuest',
    'An e-mail address that is none',
    { body: { first_name: 'Ada', email_addresses: [{ address: 'ada.rossi' }] } },
    { status: 400 },
  );
  const params = { id: made.id };
  await call('listGuests', 'Search by the beginnings of names, addresses and numbers', {
    query: { q: 'ada.rossi@', limit: 1 },
  });
  await call('getGuest', 'One guest', { params, query: { include_tags: true, include_fields: true } });
  await call('getGuest', 'A guest that does not exist', { params: { id: 987654321 } }, { status: 404 });
  const changed = await call('updateGuest', 'Replace the telephone numbers', {
    params,
    body: { phones: [{ number: '+44 20 7946 0100' }, { number: '+44 20 7946 0101', is_default: true }] },
  });
  await call(
    'updateGuest',
    'The guest changed since it was read',
    { params, headers: { 'if-match': '"1"' }, body: { notes: null } },
    { status: 412 },
  );
  await call('deleteGuestPhone', 'Delete a telephone number', {
    params: { ...params, detail_id: changed.phones[0]!.id },
  });
  await call('deleteGuestEmailAddress', 'Delete an e-mail address', {
    params: { ...params, detail_id: changed.email_addresses[0]!.id },
  });
  const address = { ...params, detail_id: changed.addresses[0]!.id };
  await call('deleteGuestAddress', 'Delete an address', { params: address });
  await call('deleteGuestAddress', 'An address that was deleted already', { params: address }, { status: 404 });

  const [stay] = (await findStays(scenario, 1)) as [Stay];
  const guest = await prepare('createGuest', { body: { first_name: 'Eva', last_name: 'Weber' } });
  const booking = await prepare('createBooking', { body: { ...stay, ...party, guest_id: guest.id } });
  await call('deleteGuest', 'A guest with a booking', { params: { id: guest.id } }, { status: 409 });
  await prepare('updateBooking', { params: { id: booking.id }, body: { status: 'canceled', guest_id: null } });
  await call('deleteGuest', 'Delete a guest', { params: { id: guest.id } });
  await prepare('deleteGuest', { params });
}

export async function callOwnersAndSites({ call }: Scenario): Promise<void> {
  const owners = await call('listOwners', 'Owners', { query: { limit: 2 } });
  await call('getOwner', 'One owner', { params: { id: owners.items[0]!.id } });
  await call('getOwner', 'An owner that does not exist', { params: { id: 987654321 } }, { status: 404 });
  const sites = await call('listListingSites', 'Active listing sites', { query: { limit: 3 } });
  await call('getListingSite', 'One listing site', { params: { id: sites.items[0]!.id } });
  await call('getListingSite', 'A listing site that does not exist', { params: { id: 987654321 } }, { status: 404 });
}
