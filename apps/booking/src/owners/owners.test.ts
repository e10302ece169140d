import { type AccountScope, accountId } from '@keyhaven/persistence/account-scope';
import type { Answer } from '@keyhaven/testing/checked-client';
import { deleteContact } from '../contacts/delete-contact';
import { updateProperty } from '../properties/write-properties';
import { type BookingUnderTest, startBookingUnderTest, type TestAccount } from '../testing/booking-under-test';
import { type SlowProcess, startSlowProcess } from '../testing/slow-process';
import { owners } from './owner-kind';

let booking: BookingUnderTest;
let slow: SlowProcess;
beforeAll(async () => {
  booking = await startBookingUnderTest();
  slow = await startSlowProcess(booking);
});
afterAll(async () => {
  await slow.stop();
  await booking.stop();
});

const olga = {
  first_name: 'Olga',
  last_name: 'Rossi',
  email_addresses: [{ address: 'olga@example.com' }],
  phones: [{ number: '+44 20 7946 0123', type: 'mobile' }],
  addresses: [{ city: 'Rome', country: 'IT' }],
};
const unknownOwner = (id: number) => [400, [`owner_id: the owner id ${id} was not found or is not available`]];
const statusAndMessages = ({ status, body }: Answer) => [status, body?.messages];

/** The response to a deletion that is refused because records refer to the owner. */
const refusal = (id: number, by: string, verb = 'refers') => [
  409,
  [`owner ${id} cannot be deleted: ${by} ${verb} to this owner`],
];

describe('owners', () => {
  it('are written by the operator, and read by integrations with names and contact details', async () => {
    const { api, operator, userId } = await booking.anAccount();
    const made = await operator.post('/owners', olga);
    expect([made.status, made.body]).toMatchObject([
      200,
      {
        name: 'Olga Rossi',
        ...olga,
        notes: null,
        addresses: [{ id: expect.any(Number), is_default: true, city: 'Rome' }],
        phones: [{ id: expect.any(Number), number: '+44 20 7946 0123', extension: null, is_default: true }],
      },
    ]);
    expect((await api.get(`/v2/owners/${made.body.id}?include_fields=true`)).body).toEqual(made.body);
    const changed = await operator.patch(`/owners/${made.body.id}`, { name: 'Rossi Ltd', notes: 'Calls on Mondays' });
    expect(changed.body).toMatchObject({ name: 'Rossi Ltd', first_name: 'Olga', notes: 'Calls on Mondays' });
    expect((await operator.patch(`/owners/${made.body.id}`, { name: null })).body.name).toBe('Olga Rossi');
    const events = await booking.eventsOf(userId, 'owner', 3);
    expect(events.map(({ action, version, entity }) => [action, version, entity.name])).toEqual([
      ['entity_create', 1, 'Olga Rossi'],
      ['entity_update', 2, 'Rossi Ltd'],
      ['entity_update', 3, 'Olga Rossi'],
    ]);
  });

  it('require a name, a first name or a last name', async () => {
    const { operator } = await booking.anAccount();
    expect(statusAndMessages(await operator.post('/owners', { notes: 'x' }))).toEqual([
      400,
      ['name: is required; expected a name, a first_name or a last_name'],
    ]);
    const { body } = await operator.post('/owners', { name: 'Rossi Ltd' });
    expect(body).toMatchObject({ name: 'Rossi Ltd', first_name: '', last_name: '' });
    const nameless = await operator.patch(`/owners/${body.id}`, { name: null });
    expect(statusAndMessages(nameless)).toEqual([
      400,
      ['name: is required; expected a name, a first_name or a last_name'],
    ]);
  });

  it('are listed in pages, filtered by since_utc and by the beginnings of names, only in their own account', async () => {
    const { api, operator } = await booking.anAccount();
    const ids = [await operator.owner(), await operator.owner({ name: 'Costa Ltd' }), await operator.owner()];
    const idsOf = async (query: string) =>
      (await api.get(`/v2/owners${query}`)).body.items.map(({ id }: { id: number }) => id);
    expect(await idsOf('')).toEqual(ids);
    const first = (await api.get('/v2/owners?limit=2')).body;
    expect([first.count, first.next_page_url]).toEqual([2, expect.stringMatching('^/v2/owners.limit=2&offset=2&')]);
    expect((await api.get(first.next_page_url)).body).toMatchObject({ items: [{ id: ids[2] }], next_page_url: null });
    expect(await idsOf('?q=costa')).toEqual([ids[1]]);
    expect(await idsOf('?since_utc=2100-01-01')).toEqual([]);
    const { api: others } = await booking.anAccount();
    expect((await others.get('/v2/owners')).body.items).toEqual([]);
    expect((await others.get(`/v2/owners/${ids[0]}`)).status).toBe(404);
  });

  it('can be imported; a line without a name is refused', async () => {
    const { api, operator } = await booking.anAccount();
    const { body } = await operator.import('owners', [{ import_key: 'o1', ...olga }, { import_key: 'o2' }]);
    expect([body.created, body.refused, body.items[1].error.messages]).toEqual([
      1,
      1,
      ['name: is required; expected a name, a first_name or a last_name'],
    ]);
    expect((await api.get(`/v2/owners/${body.items[0].id}`)).body.name).toBe('Olga Rossi');
  });
});

describe('owner_id of a property', () => {
  it('must be the id of an owner of the same account; otherwise the request is refused without effect', async () => {
    const [{ operator, api }, others] = [await booking.anAccount(), await booking.anAccount()];
    const property_id = await operator.property();
    for (const id of [await others.operator.owner(), 987_654_321]) {
      expect(statusAndMessages(await operator.post('/properties', { name: 'Casa', owner_id: id }))).toEqual(
        unknownOwner(id),
      );
      const changed = await operator.patch(`/properties/${property_id}`, { name: 'Villa', owner_id: id });
      expect(statusAndMessages(changed)).toEqual(unknownOwner(id));
    }
    expect((await api.get('/v2/properties')).body.items).toMatchObject([{ name: 'Casa Aurora', owner_id: null }]);
    const owner_id = await operator.owner();
    expect((await operator.patch(`/properties/${property_id}`, { owner_id })).body.owner_id).toBe(owner_id);
  });

  it('is also checked in an import', async () => {
    const { operator } = await booking.anAccount();
    const owner_id = await operator.owner();
    const line = (key: string, id: number) => ({ import_key: key, name: key, owner_id: id });
    const { body } = await operator.import('properties', [line('a', owner_id), line('b', owner_id + 1_000_000)]);
    expect(body.items.map(({ result }: { result: string }) => result)).toEqual(['created', 'refused']);
  });
});

/** An owner with a property, in an account that manages properties for owners. */
async function anOwner(): Promise<TestAccount & { owner_id: number; property_id: number; path: string }> {
  const account = await booking.anAccount({ is_property_management: true });
  const owner_id = await account.operator.owner();
  const property_id = await account.operator.property({ owner_id });
  return { ...account, owner_id, property_id, path: `/owners/${owner_id}` };
}

describe('the deletion of an owner', () => {
  it('removes the owner from reads and publishes the deletion', async () => {
    const { api, operator, owner_id, property_id, path, userId } = await anOwner();
    await operator.patch(`/properties/${property_id}`, { owner_id: null });
    const deleted = await operator.delete(path);
    expect([deleted.status, deleted.body]).toEqual([204, undefined]);
    expect((await api.get(`/v2${path}`)).status).toBe(404);
    expect((await api.get('/v2/owners')).body.items).toEqual([]);
    expect((await operator.delete(path)).status).toBe(404);
    expect(statusAndMessages(await operator.post('/properties', { name: 'Casa', owner_id }))).toEqual(
      unknownOwner(owner_id),
    );
    const events = await booking.eventsOf(userId, 'owner', 2);
    expect(events[1]).toMatchObject({ action: 'entity_delete', entity_id: owner_id, version: 2 });
  });

  it('is refused while a property, a booking or a record of the finance service refers to the owner', async () => {
    const { api, operator, owner_id, property_id, path } = await anOwner();
    const dates = { arrival: '2030-07-01', departure: '2030-07-04' };
    expect(statusAndMessages(await operator.delete(path))).toEqual(refusal(owner_id, `property ${property_id}`));
    const { body: booked } = await api.post('/v2/bookings', { property_id, ...dates });
    await api.patch(`/v2/bookings/${booked.id}`, { status: 'canceled' });
    await operator.patch(`/properties/${property_id}`, { owner_id: null });
    expect(statusAndMessages(await operator.delete(path))).toEqual(refusal(owner_id, `booking ${booked.id}`));
    booking.peers.recordedFor(owner_id, ['owner entry 17']);
    const both = `booking ${booked.id}, owner entry 17`;
    expect(statusAndMessages(await operator.delete(path))).toEqual(refusal(owner_id, both, 'refer'));
    expect((await api.get(`/v2${path}`)).status).toBe(200);
  });

  it('returns a 404 for the owner of another account', async () => {
    const { operator } = await booking.anAccount();
    expect((await operator.delete(`/owners/${(await anOwner()).owner_id}`)).status).toBe(404);
  });

  it('is undone if a property gets the owner between the search for references and the deletion', async () => {
    const { api, operator, path, property_id, owner_id, userId } = await anOwner();
    await operator.patch(`/properties/${property_id}`, { owner_id: null });
    const scope: AccountScope = { accountId: accountId(userId) };
    const { findReferences } = owners;
    const late = {
      ...owners,
      findReferences: async (...request: Parameters<typeof findReferences>) => {
        const found = await findReferences(...request);
        if (found.length === 0) await operator.patch(`/properties/${property_id}`, { owner_id });
        return found;
      },
    };
    await expect(deleteContact(late, slow.store, scope, owner_id)).rejects.toMatchObject({ code: 'conflict' });
    expect((await api.get(`/v2${path}`)).status).toBe(200);
  });

  it('is undone if a property gets the owner in a request that read the owner before the deletion', async () => {
    const { api, operator, path, property_id, owner_id, userId } = await anOwner();
    await operator.patch(`/properties/${property_id}`, { owner_id: null });
    const scope: AccountScope = { accountId: accountId(userId) };
    const { owners: repository } = slow.store;
    const findOne = repository.findOne.bind(repository);
    repository.findOne = async (...request) => {
      const found = await findOne(...request);
      repository.findOne = findOne;
      expect((await operator.delete(path)).status).toBe(204);
      return found;
    };
    await updateProperty(slow.store, scope, property_id, { owner_id });
    expect((await api.get(`/v2${path}`)).status).toBe(200);
  });

  it('is undone if finance has recorded money for the owner and calls /internal/owners/{id}/keep', async () => {
    const { api, operator, path, property_id, owner_id, userId } = await anOwner();
    await operator.patch(`/properties/${property_id}`, { owner_id: null });
    expect((await operator.delete(path)).status).toBe(204);
    const keep = () => booking.asOperator().post(`/internal/owners/${owner_id}/keep`, { user_id: userId });
    await keep();
    expect((await api.get(`/v2${path}`)).status).toBe(404);
    booking.peers.recordedFor(owner_id, ['owner entry 17']);
    expect((await keep()).status).toBe(200);
    expect((await api.get(`/v2${path}`)).status).toBe(200);
  });
});
