import { randomUUID } from 'node:crypto';
import type { Scenario } from '../scenario';
import { findStays, party, type Stay } from './stays';

export async function callBookings(scenario: Scenario): Promise<void> {
  const { call, prepare } = scenario;
  const [stay, later, blocked] = (await findStays(scenario, 3)) as [Stay, Stay, Stay];
  await call(
    'listBookings',
    'Active bookings with their guests and charges',
    { query: { status: 'active', limit: 2, include_guest: true, include_charges: true } },
    { varies: true },
  );
  await call(
    'listBookings',
    'Changes since an instant',
    { query: { since_utc: '2020-01-01T00:00:00Z', limit: 1 } },
    { varies: true },
  );
  await call('listBookings', 'A removed parameter', { query: { sinceUtc: '2020-01-01' } }, { status: 400 });
  await call('listBookings', 'Without credentials', { headers: { authorization: '' } }, { status: 401 });

  const { id: guest_id } = await prepare('createGuest', { body: { first_name: 'Ada', last_name: 'Rossi' } });
  const key = randomUUID();
  const body = { ...stay, guest_id, ...party, generate_charges: true, notes: 'Arrives by train' };
  const made = await call('createBooking', 'Book a stay with the charges of the property', {
    headers: { 'idempotency-key': key },
    body,
  });
  const taken = { ...stay, guest_id, ...party };
  await call('createBooking', 'Nights that are taken', { body: taken }, { status: 409 });
  const reversed = { ...stay, arrival: stay.departure, departure: stay.arrival, ...party };
  await call('createBooking', 'A departure before the arrival', { body: reversed }, { status: 400 });
  await call(
    'createBooking',
    'An Idempotency-Key that was used for another request',
    { headers: { 'idempotency-key': key }, body: { ...body, notes: 'Arrives by car' } },
    { status: 422 },
  );
  await call('createBooking', 'A dry run', {
    headers: { prefer: 'dry-run' },
    body: { ...later, ...party, generate_charges: true },
  });
  const block = await call('createBooking', 'Block nights', {
    body: { ...blocked, is_block: true, title: 'Painting the kitchen' },
  });

  const params = { id: made.id };
  await call('getBooking', 'One booking', { params });
  await call('getBooking', 'A booking that does not exist', { params: { id: 987654321 } }, { status: 404 });
  await call('updateBooking', 'Move the stay and calculate its charges again', {
    params,
    body: { arrival: later.arrival, departure: later.departure, generate_charges: true },
  });
  await call(
    'updateBooking',
    'The booking changed since it was read',
    { params, headers: { 'if-match': '"1"' }, body: { notes: 'Late arrival' } },
    { status: 412 },
  );
  await call(
    'updateBooking',
    'Nights that are taken',
    { params, body: { arrival: blocked.arrival, departure: blocked.departure } },
    { status: 409 },
  );
  await call('updateBooking', 'Cancel the booking', { params, body: { status: 'canceled' } });
  await prepare('updateBooking', { params: { id: block.id }, body: { status: 'canceled' } });
}
