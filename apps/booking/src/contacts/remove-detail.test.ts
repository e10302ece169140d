import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

const lists = {
  addresses: [{ city: 'London' }, { city: 'Rome' }, { city: 'Oslo' }],
  email_addresses: [{ address: 'a@example.com' }, { address: 'b@example.com' }, { address: 'c@example.com' }],
  phones: [{ number: '555 0101' }, { number: '555 0102' }, { number: '555 0103' }],
};
const names = Object.keys(lists) as (keyof typeof lists)[];

async function aGuest() {
  const account = await booking.anAccount();
  const { body: guest } = await account.api.post('/v2/guests', { first_name: 'Ada', ...lists });
  return { ...account, guest, path: `/v2/guests/${guest.id}` };
}

describe.each(names)('DELETE v2/guests/{id}/%s/{detail_id}', (list) => {
  it('deletes the entry, keeps the ids of the other entries, and publishes the guest', async () => {
    const { api, guest, path, userId } = await aGuest();
    const [first, second, third] = guest[list];
    const deleted = await api.delete(`${path}/${list}/${second.id}`);
    expect([deleted.status, deleted.body]).toEqual([204, undefined]);
    const { body: left } = await api.get(path);
    expect(left).toEqual({ ...guest, [list]: [first, third], updated_utc: left.updated_utc });
    const [, event] = await booking.eventsOf(userId, 'guest', 2);
    expect(event).toMatchObject({ action: 'entity_update', version: 2, entity: left });
  });

  it('makes the first remaining entry the default when the default is deleted', async () => {
    const { api, guest, path } = await aGuest();
    for (const { id } of guest[list].slice(0, 2)) await api.delete(`${path}/${list}/${id}`);
    expect((await api.get(path)).body[list]).toEqual([{ ...guest[list][2], is_default: true }]);
  });

  it('returns a 404 for an id that is unknown or belongs to another list, guest or account', async () => {
    const { api, guest, path } = await aGuest();
    const others = await aGuest();
    const { body: sibling } = await api.post('/v2/guests', { first_name: 'Eva', ...lists });
    const elsewhere = guest[names.find((name) => name !== list)!][0].id as number;
    for (const id of [987_654_321, elsewhere, sibling[list][0].id, others.guest[list][0].id]) {
      const { status, body } = await api.delete(`${path}/${list}/${id}`);
      expect([status, body.messages[0]]).toEqual([404, expect.stringContaining(`with the id ${id}`)]);
    }
    expect((await others.api.delete(`${path}/${list}/${guest[list][0].id}`)).status).toBe(404);
    expect((await api.get(path)).body).toEqual(guest);
  });
});

describe('DELETE v2/guests/{id}/email_addresses/{detail_id}', () => {
  it('is refused if If-Match contains a different version; no search finds a deleted address', async () => {
    const { api, guest, path } = await aGuest();
    const address = `${path}/email_addresses/${guest.email_addresses[0].id}`;
    expect((await api.delete(address, { headers: { 'if-match': '"9"' } })).status).toBe(412);
    expect((await api.get('/v2/guests?q=a@example')).body.count).toBe(1);
    expect((await api.delete(address, { headers: { 'if-match': '"1"' } })).status).toBe(204);
    expect((await api.get('/v2/guests?q=a@example')).body.count).toBe(0);
  });
});
