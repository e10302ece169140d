import { type BookingUnderTest, startBookingUnderTest, type TestAccount } from '../testing/booking-under-test';
import { aHouse } from '../testing/house-and-rooms';

let booking: BookingUnderTest;
beforeAll(async () => {
  booking = await startBookingUnderTest();
});
afterAll(() => booking.stop());

const july = { arrival: '2030-07-01', departure: '2030-07-04' };
const nights = ['2030-07-01', '2030-07-02', '2030-07-03'];
const channel = { name: 'Airbnb', platform_reservation_number: 'HM123' };

async function sold(account: TestAccount, property_id: number, body: object = {}): Promise<Record<string, any>> {
  const answer = await account.api.post('/v2/bookings', { property_id, ...july, ...body });
  expect(answer.status).toBe(200);
  return answer.body as Record<string, any>;
}

const fromChannel = (account: TestAccount, property_id: number, body: object = {}) =>
  account.operator.booking({ property_id, ...july, channel, ...body });
const read = async (account: TestAccount, id: number) =>
  (await account.api.get(`/v2/bookings/${id}`)).body as Record<string, any>;
const cancel = (account: TestAccount, id: number) => account.operator.patch(`/bookings/${id}`, { status: 'canceled' });

describe('a channel booking', () => {
  it('is stored even if its nights are taken, and lists these nights with the bookings that occupy them', async () => {
    const account = await booking.anAccount();
    const property = await account.operator.property();
    const first = await sold(account, property, { arrival: '2030-07-02', departure: '2030-07-03' });
    expect([first.has_problem, first.overbooked_nights]).toEqual([false, []]);
    const waiting = await fromChannel(account, property);
    expect(waiting.has_problem).toBe(true);
    expect(waiting.overbooked_nights).toEqual([{ date: '2030-07-02', booking_ids: [first.id] }]);
    const published = await booking.eventsOf(account.userId, 'booking', 2);
    expect(published.find(({ entity_id }) => entity_id === waiting.id)).toMatchObject({
      categories: expect.arrayContaining(['availability']),
      entity: { has_problem: true, overbooked_nights: waiting.overbooked_nights },
    });
  });

  it('takes those of its nights that are free', async () => {
    const account = await booking.anAccount();
    const property = await account.operator.property();
    await sold(account, property, { departure: '2030-07-02' });
    await fromChannel(account, property);
    const refused = await account.api.post('/v2/bookings', { property_id: property, ...july, arrival: '2030-07-02' });
    expect(refused.body.messages).toEqual([`nights at property ${property} are taken: 2030-07-02 to 2030-07-03`]);
  });

  it('is accepted at an inactive and snoozed property', async () => {
    const account = await booking.anAccount();
    const property = await account.operator.property({ active: false, is_snoozed: true });
    expect(await fromChannel(account, property)).toMatchObject({ has_problem: false });
  });

  it('gets its nights when the booking that occupies them is canceled, and no other request gets the nights', async () => {
    const account = await booking.anAccount();
    const property = await account.operator.property();
    const first = await sold(account, property);
    const waiting = await fromChannel(account, property);
    expect((await cancel(account, first.id)).status).toBe(200);
    expect(await read(account, waiting.id)).toMatchObject({ has_problem: false, overbooked_nights: [] });
    expect((await account.api.post('/v2/bookings', { property_id: property, ...july })).status).toBe(409);
    expect((await account.api.patch(`/v2/bookings/${first.id}`, { status: 'active' })).status).toBe(409);
    await cancel(account, waiting.id);
    expect((await account.api.patch(`/v2/bookings/${first.id}`, { status: 'active' })).status).toBe(200);
  });

  it('gets the nights of another booking when that booking becomes shorter or moves', async () => {
    const account = await booking.anAccount();
    const [a, b] = [await account.operator.property(), await account.operator.property()];
    const first = await sold(account, a);
    const waiting = await fromChannel(account, a);
    await account.api.patch(`/v2/bookings/${first.id}`, { departure: '2030-07-02' });
    expect((await read(account, waiting.id)).overbooked_nights).toEqual([{ date: nights[0], booking_ids: [first.id] }]);
    await account.api.patch(`/v2/bookings/${first.id}`, { property_id: b });
    expect((await read(account, waiting.id)).has_problem).toBe(false);
    const back = await account.api.patch(`/v2/bookings/${first.id}`, { property_id: a });
    expect([back.status, back.body.messages]).toEqual([409, [`nights at property ${a} are taken: ${nights[0]}`]]);
  });

  it('frees its nights when it is canceled, including nights that were handed over to it', async () => {
    const account = await booking.anAccount();
    const property = await account.operator.property();
    const first = await sold(account, property);
    const waiting = await fromChannel(account, property);
    await cancel(account, first.id);
    await cancel(account, waiting.id);
    expect(await sold(account, property)).toMatchObject({ status: 'active' });
  });

  it('gets a released night only if no channel booking with an earlier booked_utc waits for the night', async () => {
    const account = await booking.anAccount();
    const property = await account.operator.property();
    const first = await sold(account, property);
    const late = await fromChannel(account, property, { booked_utc: '2026-02-02T00:00:00Z' });
    const early = await fromChannel(account, property, { booked_utc: '2026-01-01T00:00:00Z' });
    await cancel(account, first.id);
    expect((await read(account, early.id)).has_problem).toBe(false);
    expect((await read(account, late.id)).overbooked_nights).toEqual(
      nights.map((date) => ({ date, booking_ids: [early.id] })),
    );
    await cancel(account, early.id);
    expect((await read(account, late.id)).has_problem).toBe(false);
    expect((await account.api.post('/v2/bookings', { property_id: property, ...july })).status).toBe(409);
  });

  it('keeps nights that were handed over to it, even if a channel booking with an earlier booked_utc arrives later', async () => {
    const account = await booking.anAccount();
    const property = await account.operator.property();
    const first = await sold(account, property);
    const waiting = await fromChannel(account, property, { booked_utc: '2026-02-02T00:00:00Z' });
    await cancel(account, first.id);
    const earlier = await fromChannel(account, property, { booked_utc: '2026-01-01T00:00:00Z' });
    expect((await read(account, waiting.id)).has_problem).toBe(false);
    expect(earlier.overbooked_nights[0].booking_ids).toEqual([waiting.id]);
  });

  it('stops waiting for its old nights when it moves, and waits for those of its new nights that are taken', async () => {
    const account = await booking.anAccount();
    const property = await account.operator.property();
    const first = await sold(account, property);
    const second = await sold(account, property, { arrival: '2030-08-01', departure: '2030-08-03' });
    const waiting = await fromChannel(account, property);
    const moved = await account.operator.patch(`/bookings/${waiting.id}`, {
      arrival: '2030-08-02',
      departure: '2030-08-05',
    });
    expect(moved.status).toBe(200);
    expect(moved.body.overbooked_nights).toEqual([{ date: '2030-08-02', booking_ids: [second.id] }]);
    await cancel(account, first.id);
    await sold(account, property);
  });

  it('can be reactivated, and then waits for nights that another booking has taken', async () => {
    const account = await booking.anAccount();
    const property = await account.operator.property();
    const first = await fromChannel(account, property);
    const second = await fromChannel(account, property);
    await account.operator.patch(`/bookings/${first.id}`, { status: 'canceled' });
    expect((await read(account, second.id)).has_problem).toBe(false);
    const back = await account.operator.patch(`/bookings/${first.id}`, { status: 'active' });
    expect(back.body.overbooked_nights).toEqual(nights.map((date) => ({ date, booking_ids: [second.id] })));
    await cancel(account, second.id);
    expect((await read(account, first.id)).has_problem).toBe(false);
    expect((await account.api.post('/v2/bookings', { property_id: property, ...july })).status).toBe(409);
    await cancel(account, first.id);
    await sold(account, property);
  });

  it('waits for a booked room if it books the whole house, and occupies the other rooms', async () => {
    const account = await aHouse(booking);
    const { house, rooms } = account;
    const inRoom = await sold(account, rooms[0]);
    const waiting = await fromChannel(account, house);
    expect(waiting.overbooked_nights).toEqual(nights.map((date) => ({ date, booking_ids: [inRoom.id] })));
    expect((await account.api.post('/v2/bookings', { property_id: rooms[1], ...july })).status).toBe(409);
    await cancel(account, inRoom.id);
    expect((await read(account, waiting.id)).has_problem).toBe(false);
    expect((await account.api.post('/v2/bookings', { property_id: rooms[0], ...july })).status).toBe(409);
    await cancel(account, waiting.id);
    await sold(account, rooms[0]);
    await sold(account, rooms[1]);
  });

  it('cancels the hold of a quote on its nights', async () => {
    const account = await booking.anAccount();
    const property = await account.operator.property();
    const quote = { property_id: property, ...july, hold_dates: true };
    expect((await account.api.post('/v2/quotes', quote)).status).toBe(200);
    const [hold] = (await account.api.get('/v2/bookings')).body.items;
    const waiting = await fromChannel(account, property);
    expect(waiting).toMatchObject({ has_problem: false, overbooked_nights: [] });
    expect((await read(account, hold.id)).status).toBe('canceled');
  });

  it.each([
    ['overbooked', (account: TestAccount, property_id: number) => sold(account, property_id)],
    [
      'stored over the hold of a quote',
      ({ api }: TestAccount, property_id: number) => api.post('/v2/quotes', { property_id, ...july, hold_dates: true }),
    ],
  ])(
    'is returned as in the first response when the POST is repeated with the same Idempotency-Key (the booking was %s)',
    async (_what, before) => {
      const account = await booking.anAccount();
      const property = await account.operator.property();
      await before(account, property);
      const operator = booking.asOperator();
      const post = () =>
        operator.post(
          `/operator/accounts/${account.userId}/bookings`,
          { property_id: property, ...july, channel },
          { headers: { 'idempotency-key': 'once' } },
        );
      const [first, again] = [await post(), await post()];
      expect([again.status, again.body]).toEqual([200, first.body]);
      expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    },
  );
});
