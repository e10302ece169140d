import { type BookingUnderTest, startBookingUnderTest, type TestAccount } from '../testing/booking-under-test';
import { aHouse } from '../testing/house-and-rooms';
import { linkedRecords } from '../testing/linked-records';

let booking: BookingUnderTest;
beforeAll(async () => {
  booking = await startBookingUnderTest();
});
afterAll(() => booking.stop());

const july = { arrival: '2030-07-01', departure: '2030-07-04' };

async function bookAt(account: TestAccount, property_id: number, body: object = {}): Promise<Record<string, any>> {
  const answer = await account.api.post('/v2/bookings', { property_id, ...july, ...body });
  expect(answer.status).toBe(200);
  return answer.body as Record<string, any>;
}

describe('linked_availability records', () => {
  it('exist for each room of a house as soon as the request that books the house is answered', async () => {
    const account = await aHouse(booking);
    const source = await bookAt(account, account.house, { title: 'Reunion', notes: 'secret', adults: 4 });
    const records = await linkedRecords(account);
    expect(records.map(({ property_id }) => property_id).sort()).toEqual([...account.rooms].sort());
    for (const record of records) {
      expect(record).toMatchObject({ ...july, status: 'active', title: null, notes: null, adults: 0, guest_id: null });
      expect(record.id).not.toBe(source.id);
    }
  });

  it('are created for blocks and owner bookings, but never for linked_availability records', async () => {
    const account = await aHouse(booking);
    await bookAt(account, account.rooms[0], { is_block: true });
    const guest = await account.api.post('/v2/guests', { first_name: 'Ada', last_name: 'Owner' });
    await account.operator.booking({
      property_id: account.rooms[1],
      ...july,
      type: 'owner',
      guest_id: guest.body.id as number,
    });
    const records = await linkedRecords(account);
    expect(records.map(({ property_id }) => property_id)).toEqual([account.house, account.house]);
  });

  it('are updated when the source booking changes, replaced when it moves, and have their own events', async () => {
    const account = await aHouse(booking);
    const { house, rooms, api } = account;
    const source = await bookAt(account, rooms[0], { status: 'pending' });
    const [record] = await linkedRecords(account);
    expect(record).toMatchObject({ property_id: house, status: 'pending' });
    await api.patch(`/v2/bookings/${source.id}`, { departure: '2030-07-09', status: 'active' });
    const path = `/v2/bookings/${record!.id}`;
    expect((await api.get(path)).body).toMatchObject({ departure: '2030-07-09', status: 'active' });
    await api.patch(`/v2/bookings/${source.id}`, { property_id: house });
    expect((await api.get(path)).body).toMatchObject({ status: 'canceled', canceled_utc: expect.any(String) });
    const there = await linkedRecords(account, '&status=active');
    expect(there.map(({ property_id }) => property_id).sort()).toEqual([...rooms].sort());
    const published = (await booking.eventsOf(account.userId, 'booking', 8)).filter(
      ({ entity_id }) => entity_id === record!.id,
    );
    expect(published.map(({ version }) => version)).toEqual([1, 2, 3]);
    expect(published[0]!.private).toMatchObject({ source_booking_id: source.id, source_type: 'booking' });
    expect(published[2]!.categories).toEqual(expect.arrayContaining(['canceled', 'availability']));
  });

  it('become active and are published when their pending source booking becomes active', async () => {
    const account = await aHouse(booking);
    const source = await bookAt(account, account.rooms[0], { status: 'pending' });
    await account.api.patch(`/v2/bookings/${source.id}`, { status: 'active' });
    const [record] = await linkedRecords(account);
    expect(record).toMatchObject({ ...july, property_id: account.house, status: 'active' });
    const published = (await booking.eventsOf(account.userId, 'booking', 4)).filter(
      ({ entity_id }) => entity_id === record!.id,
    );
    expect(published.map(({ version, entity }) => [version, entity.status])).toEqual([
      [1, 'pending'],
      [2, 'active'],
    ]);
  });

  it('are canceled and reactivated together with their source booking, and keep their ids', async () => {
    const account = await aHouse(booking);
    const source = await bookAt(account, account.rooms[0]);
    const [record] = await linkedRecords(account);
    await account.api.patch(`/v2/bookings/${source.id}`, { status: 'canceled' });
    expect(await linkedRecords(account, '&status=active')).toEqual([]);
    await account.api.patch(`/v2/bookings/${source.id}`, { status: 'active' });
    const back = await linkedRecords(account, '&status=active');
    expect(back.map(({ id, canceled_utc }) => [id, canceled_utc])).toEqual([[record!.id, null]]);
  });

  it('have the canceled_utc of their canceled source booking, even if their link is removed later', async () => {
    const account = await aHouse(booking);
    const source = await bookAt(account, account.house);
    const canceled_utc = '2029-01-02T03:04:05Z';
    await account.operator.patch(`/bookings/${source.id}`, { status: 'canceled', canceled_utc });
    const times = async () => (await linkedRecords(account)).map((record) => record.canceled_utc as string | null);
    expect(await times()).toEqual([canceled_utc, canceled_utc]);
    await account.operator.delete(`/links/${account.links[0]}`);
    expect(await times()).toEqual([canceled_utc, canceled_utc]);
  });

  it('are published again when their source booking becomes a block', async () => {
    const account = await aHouse(booking);
    const source = await bookAt(account, account.rooms[0]);
    await account.api.patch(`/v2/bookings/${source.id}`, { is_block: true });
    const published = (await booking.eventsOf(account.userId, 'booking', 4)).filter(
      ({ entity }) => entity.type === 'linked_availability',
    );
    expect(published.map((event) => event.private.source_type)).toEqual(['booking', 'block']);
  });

  it('are created and canceled together with a link, but only for current and future bookings', async () => {
    const account = await booking.anAccount();
    const [a, b] = [await account.operator.property(), await account.operator.property()];
    await bookAt(account, a);
    await bookAt(account, a, { arrival: '2020-01-01', departure: '2020-01-05' });
    const link = await account.operator.link(a, b);
    expect((await linkedRecords(account)).map(({ property_id, arrival }) => [property_id, arrival])).toEqual([
      [b, '2030-07-01'],
    ]);
    await account.operator.delete(`/links/${link}`);
    expect(await linkedRecords(account, '&status=active')).toEqual([]);
  });

  it('cannot be changed by integrations or operators', async () => {
    const account = await aHouse(booking);
    await bookAt(account, account.rooms[0]);
    const [record] = await linkedRecords(account);
    const patched = await account.api.patch(`/v2/bookings/${record!.id}`, { title: 'Mine' });
    expect([patched.status, patched.body.messages]).toEqual([
      400,
      ['type: a linked_availability record is derived from a booking; change that booking'],
    ]);
    expect((await account.operator.patch(`/bookings/${record!.id}`, { status: 'canceled' })).status).toBe(400);
  });
});
