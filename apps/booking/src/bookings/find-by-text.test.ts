import mongoose from 'mongoose';
import { type BookingUnderTest, startBookingUnderTest, type TestAccount } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

const found = async ({ api }: TestAccount, q: string, more = '') => {
  const { body } = await api.get(`/v2/bookings?q=${encodeURIComponent(q)}${more}`);
  return body.items.map(({ id }: { id: number }) => id) as number[];
};

/** An account with a booking for the guest Bo Chen, a booking from a channel, and a block with a title. */
async function anAccountWithBookings() {
  const account = await booking.anAccount();
  const { api, operator } = account;
  const property_id = await operator.property();
  const guest = await api.post('/v2/guests', { first_name: 'Bo', last_name: 'Chen' });
  const at = (month: string) => ({
    property_id,
    arrival: `2030-${month}-05`,
    departure: `2030-${month}-08`,
    adults: 2,
  });
  const ofGuest = await api.post('/v2/bookings', { ...at('01'), guest_id: guest.body.id });
  const channel = { name: 'Airbnb', platform_reservation_number: 'HM-77/a', platform_email_address: null };
  const listing_site_id = await operator.listingSite();
  const ofChannel = await operator.booking({ ...at('02'), listing_site_id, channel });
  const block = await api.post('/v2/bookings', { ...at('03'), is_block: true, title: 'Painting the roof' });
  for (const answer of [guest, ofGuest, block]) expect(answer.status).toBe(200);
  const [guestBooking, titled] = [ofGuest, block].map(({ body }) => body.id as number);
  return { account, guestBooking, channelBooking: ofChannel.id, titled };
}

describe('GET v2/bookings?q=', () => {
  it("finds bookings by the guest's names, the reservation number, and the beginning of the title", async () => {
    const { account, guestBooking, channelBooking, titled } = await anAccountWithBookings();
    expect(await found(account, 'bo ch')).toEqual([guestBooking]);
    expect(await found(account, 'HM-77/a')).toEqual([channelBooking]);
    expect(await found(account, ' Painting the ')).toEqual([titled]);
    for (const none of ['chen wu', 'HM-77', 'roof', '.*', ''])
      expect([none, await found(account, none)]).toEqual([none, []]);
    const other = await booking.anAccount();
    expect(await found(other, 'Bo')).toEqual([]);
  });

  it('finds a title in which an emoji follows the text', async () => {
    const account = await booking.anAccount();
    const property_id = await account.operator.property();
    const stay = { property_id, arrival: '2031-01-10', departure: '2031-01-11', is_block: true };
    const { body } = await account.api.post('/v2/bookings', { ...stay, title: 'Party😀' });
    expect(await found(account, 'Party')).toEqual([body.id]);
  });

  it('can be combined with other filters and with paging', async () => {
    const { account } = await anAccountWithBookings();
    const { api, operator } = account;
    const property_id = await operator.property();
    const ids: number[] = [];
    for (let day = 10; day < 14; day++) {
      const stay = { property_id, arrival: `2031-01-${day}`, departure: `2031-01-${day + 1}`, is_block: true };
      ids.push((await api.post('/v2/bookings', { ...stay, title: `Cleaning ${day}` })).body.id);
    }
    expect(await found(account, 'Cleaning', '&from=2031-01-12&to=2031-01-12')).toEqual(ids.slice(1, 3));
    const first = (await api.get('/v2/bookings?q=Cleaning&limit=3')).body;
    const second = (await api.get(first.next_page_url as string)).body;
    expect([...first.items, ...second.items].map(({ id }: { id: number }) => id)).toEqual(ids);
    expect(second.next_page_url).toBeNull();
  });

  it('is refused with a 400 if too many guests match', async () => {
    const account = await booking.anAccount();
    const guests = Array.from({ length: 1001 }, (_, index) => ({
      _id: account.userId * 2000 + index,
      user_id: account.userId,
      revision: 1,
      is_deleted: false,
      search_terms: ['smith'],
    }));
    await booking.connection.collection<{ _id: number }>('guests').insertMany(guests);
    const { status, body } = await account.api.get('/v2/bookings?q=Smith');
    expect([status, body.messages]).toEqual([
      400,
      ['query parameter q: more than 1,000 guests match "Smith"; send more of the name, number or title'],
    ]);
  });

  it('reads only the matching bookings from the database', async () => {
    const { account } = await anAccountWithBookings();
    const first = account.userId * 2000;
    const others = Array.from({ length: 300 }, (_, index) => ({
      _id: first + index,
      user_id: account.userId,
      revision: 1,
      booking: { id: first + index, guest_id: null, channel: null, title: null },
    }));
    await booking.connection.collection<{ _id: number }>('stays').insertMany(others);
    const filters: { [field: string]: any }[] = [];
    mongoose.set('debug', (collection: string, method: string, filter: object) => {
      if (collection === 'stays' && method === 'find') filters.push(filter);
    });
    try {
      await found(account, 'Bo');
    } finally {
      mongoose.set('debug', false);
    }
    const own = filters.filter(({ user_id }) => user_id === account.userId);
    const read: number[] = [];
    for (const filter of own) {
      const plan = (await booking.connection.collection('stays').find(filter).explain('executionStats')) as {
        executionStats: { totalDocsExamined: number };
      };
      read.push(plan.executionStats.totalDocsExamined);
    }
    // The numbers of documents that each query reads: three queries find bookings, and one reads the page of bookings.
    expect(read.sort()).toEqual([0, 0, 1, 1]);
  });
});
