import mongoose from 'mongoose';
import { letExpire } from '../testing/a-quote';
import { type BookingUnderTest, startBookingUnderTest, type TestAccount } from '../testing/booking-under-test';
import { aHouse } from '../testing/house-and-rooms';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

/** Lists the properties that are free in a period. */
async function freeFor({ api }: TestAccount, start: string, end: string): Promise<number[]> {
  const query = `availability_start_date=${start}&availability_end_date=${end}`;
  const { status, body } = await api.get(`/v2/properties?${query}`);
  expect(status).toBe(200);
  return body.items.map(({ id }: { id: number }) => id);
}
const stay = { arrival: '2030-07-05', departure: '2030-07-08' };

describe('GET v2/properties with availability_start_date and availability_end_date', () => {
  it('returns properties that are free on every night, and treats the end date as the departure', async () => {
    const account = await booking.anAccount();
    const [taken, free] = [await account.operator.property(), await account.operator.property()];
    await account.api.post('/v2/bookings', { property_id: taken, ...stay });
    expect(await freeFor(account, '2030-07-01', '2030-07-05')).toEqual([taken, free]);
    expect(await freeFor(account, '2030-07-01', '2030-07-06')).toEqual([free]);
    expect(await freeFor(account, '2030-07-07', '2030-07-10')).toEqual([free]);
    expect(await freeFor(account, '2030-07-08', '2030-07-10')).toEqual([taken, free]);
    expect(await freeFor(account, '2030-06-01', '2030-08-01')).toEqual([free]);
  });

  it('excludes properties with a block, a pending booking or a channel booking, and includes those with a canceled booking', async () => {
    const account = await booking.anAccount();
    const { api, operator } = account;
    const [blocked, pending, sold, canceled] = [
      await operator.property(),
      await operator.property(),
      await operator.property(),
      await operator.property(),
    ];
    await api.post('/v2/bookings', { property_id: blocked, ...stay, is_block: true });
    await api.post('/v2/bookings', { property_id: pending, ...stay, status: 'pending' });
    await operator.booking({
      property_id: sold,
      ...stay,
      channel: { name: 'Airbnb', platform_reservation_number: 'HM1' },
    });
    const { id } = (await api.post('/v2/bookings', { property_id: canceled, ...stay })).body;
    await api.patch(`/v2/bookings/${id}`, { status: 'canceled' });
    expect(await freeFor(account, '2030-07-05', '2030-07-06')).toEqual([canceled]);
  });

  it('excludes properties that are held for a quote, until the hold expires', async () => {
    const account = await booking.anAccount();
    const property_id = await account.operator.property();
    const quote = await account.api.post('/v2/quotes', { property_id, ...stay, adults: 1, hold_dates: true });
    expect(quote.status).toBe(200);
    expect(await freeFor(account, '2030-07-05', '2030-07-06')).toEqual([]);
    await letExpire(booking, quote.body.id);
    expect(await freeFor(account, '2030-07-05', '2030-07-06')).toEqual([property_id]);
  });

  it('excludes properties with a stay at a linked property', async () => {
    const account = await aHouse(booking);
    const { api, house, rooms } = account;
    await api.post('/v2/bookings', { property_id: rooms[0], ...stay });
    expect(await freeFor(account, '2030-07-05', '2030-07-06')).toEqual([rooms[1]]);
    await api.post('/v2/bookings', { property_id: house, arrival: '2030-08-01', departure: '2030-08-03' });
    expect(await freeFor(account, '2030-08-01', '2030-08-02')).toEqual([]);
  });

  it('returns pages, and reads the stays with one query that uses the index on nights', async () => {
    const account = await booking.anAccount();
    const { api, operator, userId } = account;
    const ids: number[] = [];
    for (let count = 0; count < 6; count++) ids.push(await operator.property());
    for (const property_id of [ids[1], ids[4]]) await api.post('/v2/bookings', { property_id, ...stay });
    await booking.connection.collection<{ _id: number }>('stays').insertMany(
      Array.from({ length: 400 }, (_, index) => ({
        _id: 700_000_000 + index,
        user_id: userId,
        booking: { id: 700_000_000 + index, property_id: ids[0], type: 'booking', status: 'active' },
        night_keys: [`2031-01-01/${900_000 + index}`],
      })),
    );
    const filters: Record<string, unknown>[] = [];
    mongoose.set('debug', (collection: string, method: string, filter: Record<string, unknown>) => {
      if (collection === 'stays' && method === 'find' && filter.user_id === userId) filters.push(filter);
    });
    const query = 'availability_start_date=2030-07-05&availability_end_date=2030-07-07&limit=2';
    const first = (await api.get(`/v2/properties?${query}`)).body;
    mongoose.set('debug', false);
    const second = (await api.get(first.next_page_url)).body;
    expect([...first.items, ...second.items].map(({ id }: { id: number }) => id)).toEqual([
      ids[0],
      ids[2],
      ids[3],
      ids[5],
    ]);
    expect(second.next_page_url).toBeNull();
    expect(filters).toHaveLength(1);
    const found = booking.connection.collection('stays').find(filters[0]!);
    const plan = (await found.explain('executionStats')) as { executionStats: { totalDocsExamined: number } };
    expect(plan.executionStats.totalDocsExamined).toBe(2);
  });

  it.each([
    ['availability_start_date=2030-07-01', 'query parameter availability_end_date: is required; expected a calendar'],
    ['availability_end_date=2030-07-01', 'query parameter availability_start_date: is required; expected a calendar'],
    [
      'availability_start_date=2030-07-01&availability_end_date=2030-07-01',
      'query parameter availability_end_date: "2030-07-01" is not accepted; expected a date after availability_start_date, 2030-07-01',
    ],
    [
      'availability_start_date=2030-07-01&availability_end_date=2034-07-01',
      'expected at most 1100 nights from 2030-07-01, not 1461',
    ],
    ['availability_start_date=2030-07-01&availability_end_date=2030-07-32', 'expected a calendar date that exists'],
  ])('refuses ?%s', async (query, message) => {
    const { api } = await booking.anAccount();
    const { status, body } = await api.get(`/v2/properties?${query}`);
    expect([status, body.messages.join()]).toEqual([400, expect.stringContaining(message)]);
  });
});
