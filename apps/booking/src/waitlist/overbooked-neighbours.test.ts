import { type BookingUnderTest, startBookingUnderTest, type TestAccount } from '../testing/booking-under-test';
import { aHalfMadeLink } from '../testing/half-made-link';

let booking: BookingUnderTest;
beforeAll(async () => {
  booking = await startBookingUnderTest();
});
afterAll(() => booking.stop());

const july = { arrival: '2030-07-01', departure: '2030-07-02' };
const august = { arrival: '2030-08-01', departure: '2030-08-02' };
const channel = { name: 'Airbnb', platform_reservation_number: 'HM123' };

/** An account with a house and a room, and functions that create and change bookings. */
async function aScene() {
  const account = await booking.anAccount();
  const { api, operator } = account;
  const [house, room] = [await operator.property(), await operator.property()];
  const change = async (id: number, body: object) => {
    const answer = await operator.patch(`/bookings/${id}`, body);
    expect(answer.status).toBe(200);
  };
  return {
    ...(account satisfies TestAccount),
    house,
    room,
    book: (property_id: number, stay: object) => api.post('/v2/bookings', { property_id, ...stay }),
    bookByChannel: async (property_id: number, stay: object, booked_utc?: string): Promise<number> =>
      (await operator.booking({ property_id, channel, ...stay, ...(booked_utc ? { booked_utc } : {}) })).id,
    change,
    cancel: (id: number) => change(id, { status: 'canceled' }),
    /**
     * Returns the ids of the bookings that occupy the night for which an overbooked booking waits. Call it only for a
     * booking that waits for one night.
     */
    rivalsOf: async (id: number): Promise<number[]> =>
      (await api.get(`/v2/bookings/${id}`)).body.overbooked_nights.flatMap(
        ({ booking_ids }: { booking_ids: number[] }) => booking_ids,
      ),
  };
}

const sorted = (...ids: number[]) => ids.sort((a, b) => a - b);

describe('an overbooked booking at a linked property', () => {
  it('gets its night when the booking that occupies the night at the other property is canceled', async () => {
    const scene = await aScene();
    const { house, room } = scene;
    const inRoom = (await scene.book(room, august)).body.id as number;
    const waiting = await scene.bookByChannel(house, july);
    const link = await aHalfMadeLink(booking, scene, house, room);
    await scene.change(inRoom, july);
    await link.finish();
    expect(await scene.rivalsOf(waiting)).toEqual([inRoom]);
    await scene.cancel(inRoom);
    expect(await scene.rivalsOf(waiting)).toEqual([]);
    expect((await scene.book(room, july)).status).toBe(409);
  }, 20_000);

  it('lists in overbooked_nights the bookings of both properties after the properties have been linked', async () => {
    const scene = await aScene();
    const { house, room } = scene;
    const waiting = await scene.bookByChannel(house, august);
    const inRoom = (await scene.book(room, july)).body.id as number;
    const inHouse = await scene.bookByChannel(house, july);
    await scene.change(waiting, july);
    expect(await scene.rivalsOf(waiting)).toEqual([inHouse]);
    await (await aHalfMadeLink(booking, scene, house, room)).finish();
    expect(await scene.rivalsOf(inHouse)).toEqual([inRoom]);
    expect(await scene.rivalsOf(waiting)).toEqual(sorted(inHouse, inRoom));
    await scene.cancel(inRoom);
    expect(await scene.rivalsOf(inHouse)).toEqual([]);
    expect(await scene.rivalsOf(waiting)).toEqual([inHouse]);
  }, 20_000);

  it('lists in overbooked_nights another waiting booking as soon as that booking has got the night', async () => {
    const scene = await aScene();
    const { house, room } = scene;
    await scene.operator.link(house, room);
    const first = await scene.bookByChannel(house, august, '2026-01-01T00:00:00Z');
    const second = await scene.bookByChannel(room, { ...august, arrival: '2030-08-03', departure: '2030-08-04' }, '2026-01-02T00:00:00Z'); // prettier-ignore
    const inRoom = (await scene.book(room, july)).body.id as number;
    const inHouse = await scene.bookByChannel(house, july);
    await scene.change(second, july);
    await scene.change(first, july);
    expect(await scene.rivalsOf(first)).toEqual(sorted(inRoom, inHouse));
    await scene.cancel(inRoom);
    expect(await scene.rivalsOf(second)).toEqual([]);
    expect(await scene.rivalsOf(inHouse)).toEqual([second]);
    expect(await scene.rivalsOf(first)).toEqual(sorted(inHouse, second));
  }, 20_000);
});
