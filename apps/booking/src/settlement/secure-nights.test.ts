import { until } from '@keyhaven/testing/until';
import { createBooking } from '../bookings/create-booking';
import type { JobName } from '../jobs';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';
import { type SlowProcess, startSlowProcess } from '../testing/slow-process';
import { july, nowhere, twoProperties, whileHeld } from '../testing/while-links-change';

const SETTLE_NIGHTS: JobName = 'settle_nights';

let booking: BookingUnderTest;
let slow: SlowProcess;
beforeEach(async () => {
  booking = await startBookingUnderTest();
  slow = await startSlowProcess(booking);
});
afterEach(async () => {
  await slow.stop();
  await booking.stop();
});

describe('a booking that is written while a link is created', () => {
  it('occupies the linked property too before its request is answered', async () => {
    const { scope, operator, api, house, room } = await twoProperties(booking);
    await whileHeld(
      booking,
      slow,
      () => createBooking(slow.store, scope, { property_id: room, ...july }, nowhere),
      () => operator.link(house, room),
    );
    expect((await api.post('/v2/bookings', { property_id: house, ...july })).status).toBe(409);
    expect((await api.get('/v2/bookings')).body.items.map(({ type }: { type: string }) => type).sort()).toEqual([
      'booking',
      'linked_availability',
    ]);
  });

  it('preempts the open quotes for its nights at the linked property', async () => {
    const { scope, operator, api, house, room } = await twoProperties(booking);
    const { body: quote } = await api.post('/v2/quotes', { property_id: house, ...july });
    await whileHeld(
      booking,
      slow,
      () => createBooking(slow.store, scope, { property_id: room, ...july }, nowhere),
      () => operator.link(house, room),
    );
    expect((await api.get(`/v2/quotes/${quote.id}`)).body.status).toBe('preempted');
  });

  it('is undone with a 409 if the linked property was booked at the same time; a later retry succeeds', async () => {
    const account = await twoProperties(booking);
    const { operator, api, house, room } = account;
    const scope = { ...account.scope, idempotency: { key: 'once', sentKey: 'once', requestHash: 'same' } };
    const create = () => createBooking(slow.store, scope, { property_id: room, ...july }, nowhere);
    let sold = 0;
    const refused = whileHeld(booking, slow, create, async () => {
      await operator.link(house, room);
      sold = (await api.post('/v2/bookings', { property_id: house, ...july })).body.id as number;
    });
    await expect(refused).rejects.toMatchObject({
      code: 'nights_taken',
      messages: [`nights at property ${room} are taken: 2030-07-01 to 2030-07-03`],
    });
    const inForce = (await api.get(`/v2/bookings?status=active`)).body.items as { property_id: number; type: string }[];
    expect(inForce.filter(({ type }) => type === 'booking').map(({ property_id }) => property_id)).toEqual([house]);
    await api.patch(`/v2/bookings/${sold}`, { status: 'canceled' });
    expect((await create()).record).toMatchObject({ property_id: room, status: 'active' });
  });

  it('stays active if the link is still pending, and the link is refused instead', async () => {
    const { scope, operator, api, house, room, userId } = await twoProperties(booking);
    await api.post('/v2/bookings', { property_id: house, ...july });
    const made = await whileHeld(
      booking,
      slow,
      () => createBooking(slow.store, scope, { property_id: room, ...july }, nowhere),
      async () => {
        // Simulate a crash of the process that creates the link, after the house got the keys of the link.
        const link = await operator.link(house, room);
        await booking.connection
          .collection<{ _id: number }>('links')
          .updateOne({ _id: link, user_id: userId }, { $set: { state: 'pending' }, $inc: { revision: 1 } });
      },
    );
    expect(made.record.status).toBe('active');
    expect((await operator.get('/links')).body.items).toEqual([]);
  });

  it('would double-book the linked property if the process did not read the links again after the write', async () => {
    slow.relay.defineJob(SETTLE_NIGHTS, () => Promise.resolve());
    const { scope, operator, api, house, room } = await twoProperties(booking);
    await whileHeld(
      booking,
      slow,
      () => createBooking(slow.store, scope, { property_id: room, ...july }, nowhere),
      async () => {
        await operator.link(house, room);
        await api.post('/v2/bookings', { property_id: house, ...july });
      },
    );
    const sold = (await api.get('/v2/bookings?status=active')).body.items as { type: string }[];
    expect(sold.filter(({ type }) => type === 'booking')).toHaveLength(2);
  });

  it('is undone by a sweep if its process died before reading the links again', async () => {
    slow.relay.defineJob(SETTLE_NIGHTS, () => Promise.reject(new Error('died here')));
    const { scope, operator, api, house, room, userId } = await twoProperties(booking);
    const write = whileHeld(
      booking,
      slow,
      () => createBooking(slow.store, scope, { property_id: room, ...july }, nowhere),
      async () => {
        await operator.link(house, room);
        await api.post('/v2/bookings', { property_id: house, ...july });
      },
    );
    await expect(write).rejects.toThrow('died here');
    const left = { user_id: userId, 'booking.property_id': room, source: { $exists: false } };
    const stays = booking.connection.collection('stays');
    const expire = () =>
      stays.updateOne({ ...left, outbox_due_utc: { $exists: true } }, { $set: { outbox_due_utc: new Date(0) } });
    await until(async () => (await expire()) && (await stays.findOne(left))?.booking.status === 'canceled');
  });
});
