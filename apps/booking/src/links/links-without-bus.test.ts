import { MAX_ENTRIES } from '@keyhaven/persistence/outbox-entry';
import { until } from '@keyhaven/testing/until';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';
import { aHalfMadeLink } from '../testing/half-made-link';

let booking: BookingUnderTest;
beforeAll(async () => {
  booking = await startBookingUnderTest();
});
afterAll(() => booking.stop());

describe('a link that a crash left incomplete', () => {
  it('is completed even while the message bus is unavailable', async () => {
    const account = await booking.anAccount();
    const { operator, api } = account;
    const [house, room] = [await operator.property(), await operator.property()];
    const publish = booking.bus.publish.bind(booking.bus);
    booking.bus.publish = () => Promise.reject(new Error('the bus is away'));
    for (let day = 1; day <= 3; day++) {
      const stay = { arrival: `2030-08-0${day}`, departure: `2030-08-0${day + 1}` };
      expect((await api.post('/v2/bookings', { property_id: house, ...stay })).status).toBe(200);
    }
    const link = await aHalfMadeLink(booking, account, house, room);
    await link.finish();
    // The linked_availability records at the room are written after the link has become active.
    await until(async () => (await api.get(`/v2/bookings?property_ids=${room}`)).body.items.length === 3);
    booking.bus.publish = publish;
  });
});

describe('a linked_availability record with a full outbox while the message bus is unavailable', () => {
  afterEach(() => jest.restoreAllMocks());

  /**
   * Two linked properties with a booking at one of them. The linked_availability record at the
   * other property has `count` entries in its outbox.
   */
  async function withEntries(count: number) {
    const { operator, api } = await booking.anAccount();
    const [house, room] = [await operator.property(), await operator.property()];
    const link = await operator.link(house, room);
    jest.spyOn(booking.bus, 'publish').mockRejectedValue(new Error('the bus is away'));
    const source = await api.post('/v2/bookings', {
      property_id: house,
      arrival: '2030-08-01',
      departure: '2030-08-03',
    });
    const [shown] = (await api.get(`/v2/bookings?property_ids=${room}`)).body.items as { id: number }[];
    const stays = booking.connection.collection('stays');
    const entries = async () => (await stays.findOne({ 'booking.id': shown!.id }))?.outbox?.length as number;
    for (let day = 10; (await entries()) < count; day = day === 10 ? 11 : 10) {
      const moved = await api.patch(`/v2/bookings/${source.body.id}`, { departure: `2030-08-${day}` });
      expect(moved.status).toBe(200);
    }
    expect(await entries()).toBe(count);
    return {
      entries,
      status: async () => (await api.get(`/v2/bookings/${shown!.id}`)).body.status as string,
      remove: async () => expect((await operator.delete(`/links/${link}`)).status).toBe(204),
      linkAgain: () => operator.link(house, room),
    };
  }

  it('is canceled when the link is removed', async () => {
    const { status, remove } = await withEntries(MAX_ENTRIES);
    expect(await status()).toBe('active');
    await remove();
    expect(await status()).toBe('canceled');
  });

  it('is reactivated when the link is created again', async () => {
    const { entries, status, remove, linkAgain } = await withEntries(MAX_ENTRIES - 1);
    await remove();
    expect([await status(), await entries()]).toEqual(['canceled', MAX_ENTRIES]);
    await linkAgain();
    expect(await status()).toBe('active');
  });
});
