import { type BookingUnderTest, startBookingUnderTest, type TestAccount } from '../testing/booking-under-test';
import { aHalfMadeLink } from '../testing/half-made-link';
import { aHouse } from '../testing/house-and-rooms';

let booking: BookingUnderTest;
beforeAll(async () => {
  booking = await startBookingUnderTest();
});
afterAll(() => booking.stop());

const july = { arrival: '2030-07-01', departure: '2030-07-04' };

const book = (account: TestAccount, property_id: number, stay: Record<string, unknown> = july) =>
  account.api.post('/v2/bookings', { property_id, adults: 1, ...stay });

describe('a link between two properties', () => {
  it('refuses a booking of the house while a room is booked, but allows bookings of both rooms', async () => {
    const account = await aHouse(booking);
    const { house, rooms } = account;
    expect((await book(account, rooms[0])).status).toBe(200);
    expect((await book(account, rooms[1])).status).toBe(200);
    const refused = await book(account, house, { arrival: '2030-07-03', departure: '2030-07-06' });
    expect(refused.status).toBe(409);
    expect(refused.body.messages).toEqual([`nights at property ${house} are taken: 2030-07-03`]);
  });

  it('refuses bookings of the rooms until the booking of the house is canceled', async () => {
    const account = await aHouse(booking);
    const { house, rooms } = account;
    const sold = await book(account, house);
    expect((await book(account, rooms[0])).status).toBe(409);
    await account.api.patch(`/v2/bookings/${sold.body.id}`, { status: 'canceled' });
    expect((await book(account, rooms[0])).status).toBe(200);
    expect((await account.api.patch(`/v2/bookings/${sold.body.id}`, { status: 'active' })).status).toBe(409);
  });

  it('is created only once, even if a second request names the properties in reverse order', async () => {
    const { operator, house, rooms, links } = await aHouse(booking);
    const again = await operator.post('/links', { property_ids: [String(rooms[0]), house] });
    expect([again.status, again.body.id, again.body.state]).toEqual([200, links[0], 'active']);
    expect(again.body.property_ids).toEqual([house, rooms[0]].sort((a, b) => a - b));
    const listed = await operator.get(`/links?property_id=${rooms[1]}`);
    expect(listed.body.items.map(({ id }: { id: number }) => id)).toEqual([links[1]]);
    expect((await operator.get('/links')).body.count).toBe(2);
  });

  it.each([
    ['one property twice', (id: number) => [id, id], /expected two different properties/],
    ['a property that does not exist', (id: number) => [id, 999_999_999], /the property id 999999999 was not found/],
    ['three properties', (id: number) => [id, id + 1, id + 2], /expected the ids of two properties/],
  ])('is refused with a 400 for %s', async (_what, ids, message) => {
    const { operator } = await booking.anAccount();
    const answer = await operator.post('/links', { property_ids: ids(await operator.property()) });
    expect(answer.status).toBe(400);
    expect(answer.body.messages[0]).toMatch(message);
  });

  it("is refused for another account's property with the same message as for an unknown property", async () => {
    const { operator } = await booking.anAccount();
    const stranger = await (await booking.anAccount()).operator.property();
    const answer = await operator.post('/links', { property_ids: [await operator.property(), stranger] });
    expect(answer.body.messages).toEqual([
      `property_ids: the property id ${stranger} was not found or is not available`,
    ]);
  });

  it('applies to bookings that existed before the link', async () => {
    const account = await booking.anAccount();
    const [a, b] = [await account.operator.property(), await account.operator.property()];
    expect((await book(account, a)).status).toBe(200);
    await account.operator.link(a, b);
    expect((await book(account, b)).status).toBe(409);
  });

  it('is refused when bookings of the properties overlap, with a 409 that lists the bookings and their nights', async () => {
    const account = await booking.anAccount();
    const [a, b] = [await account.operator.property(), await account.operator.property()];
    const first = await book(account, a);
    const second = await book(account, b, { arrival: '2030-07-02', departure: '2030-07-09' });
    const refused = await account.operator.post('/links', { property_ids: [a, b] });
    expect(refused.status).toBe(409);
    expect(refused.body.messages).toEqual([
      `booking ${first.body.id} at property ${a} and booking ${second.body.id} at property ${b} both have nights: 2030-07-02 to 2030-07-03`,
    ]);
    expect((await account.operator.get('/links')).body.items).toEqual([]);
    expect((await book(account, b, { arrival: '2030-07-01', departure: '2030-07-02' })).status).toBe(200);
  });

  it('is created even if stays in the past overlap', async () => {
    const account = await booking.anAccount();
    const [a, b] = [await account.operator.property(), await account.operator.property()];
    const past = { arrival: '2020-07-01', departure: '2020-07-04' };
    await book(account, a, past);
    await book(account, b, past);
    expect((await account.operator.post('/links', { property_ids: [a, b] })).status).toBe(200);
  });

  it('does not change bookings or their versions', async () => {
    const account = await booking.anAccount();
    const [a, b] = [await account.operator.property(), await account.operator.property()];
    const made = await book(account, a);
    await account.operator.link(a, b);
    const read = await account.api.get(`/v2/bookings/${made.body.id}`);
    expect([read.headers.get('etag'), read.body]).toEqual([made.headers.get('etag'), made.body]);
  });

  it('no longer applies after its removal, and can be created again', async () => {
    const account = await aHouse(booking);
    const { house, rooms, links, operator } = account;
    const inHouse = await book(account, house);
    expect((await operator.delete(`/links/${links[0]}`)).status).toBe(204);
    const inRoom = await book(account, rooms[0]);
    expect(inRoom.status).toBe(200);
    expect((await book(account, rooms[1])).status).toBe(409);
    expect((await operator.post('/links', { property_ids: [house, rooms[0]] })).status).toBe(409);
    await account.api.patch(`/v2/bookings/${inRoom.body.id}`, { status: 'canceled' });
    const again = await operator.post('/links', { property_ids: [house, rooms[0]] });
    expect(again.status).toBe(200);
    expect(again.body.id).not.toBe(links[0]);
    expect((await book(account, rooms[0])).status).toBe(409);
    expect((await account.api.get(`/v2/bookings/${inHouse.body.id}`)).body.status).toBe('active');
  });

  it('cannot be removed if it does not exist or belongs to another account', async () => {
    const { links } = await aHouse(booking);
    const { operator } = await booking.anAccount();
    expect((await operator.delete(`/links/${links[0]}`)).status).toBe(404);
    expect((await operator.delete('/links/999999999')).status).toBe(404);
  });

  it('allows a booking to move to a linked property only if every property linked to that property is free', async () => {
    const account = await aHouse(booking);
    const { house, rooms } = account;
    const moving = await book(account, house);
    expect((await account.api.patch(`/v2/bookings/${moving.body.id}`, { property_id: rooms[0] })).status).toBe(200);
    expect((await book(account, rooms[1])).status).toBe(200);
    const back = await account.api.patch(`/v2/bookings/${moving.body.id}`, { property_id: house });
    expect(back.status).toBe(409);
    expect((await account.api.get(`/v2/bookings/${moving.body.id}`)).body.property_id).toBe(rooms[0]);
  });

  it('reduces the maximum length of a stay, and is refused if an existing stay would be too long', async () => {
    const account = await booking.anAccount();
    const house = await account.operator.property();
    for (let room = 0; room < 19; room++) await account.operator.link(house, await account.operator.property());
    const refused = await book(account, house, { arrival: '2030-01-01', departure: '2032-12-31' });
    expect(refused.status).toBe(400);
    expect(refused.body.messages[0]).toMatch(
      /1095 nights are not accepted at property \d+, which has 19 links; expected at most 1000 nights/,
    );
    expect((await book(account, house, { arrival: '2030-01-01', departure: '2032-09-27' })).status).toBe(200);
    const onemore = await account.operator.post('/links', { property_ids: [house, await account.operator.property()] });
    expect(onemore.status).toBe(409);
    expect((await account.operator.get(`/links?property_id=${house}`)).body.count).toBe(19);
  });

  it('is completed by a sweep if a crash left it incomplete', async () => {
    const account = await booking.anAccount();
    const [a, b] = [await account.operator.property(), await account.operator.property()];
    await book(account, a);
    await (await aHalfMadeLink(booking, account, a, b)).finish();
    expect((await book(account, b)).status).toBe(409);
  });
});
