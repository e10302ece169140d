import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { until } from '@keyhaven/testing/until';
import { updateBooking } from '../bookings/update-booking';
import type { JobName } from '../jobs';
import { totals } from '../testing/booking-and-finance';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';
import { recordTotals } from '../testing/record-totals';
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

describe('a booking that moves to another property while a link of that property is created', () => {
  const move = (scope: AccountScope, id: number, property_id: number) =>
    updateBooking(slow.store, scope, id, { property_id }, nowhere);

  it('occupies the linked property too', async () => {
    const { scope, operator, api, house, room } = await twoProperties(booking);
    const made = await api.post('/v2/bookings', { property_id: await operator.property(), ...july });
    await whileHeld(
      booking,
      slow,
      () => move(scope, made.body.id as number, room),
      () => operator.link(house, room),
    );
    expect((await api.post('/v2/bookings', { property_id: house, ...july })).status).toBe(409);
    expect((await api.post('/v2/bookings', { property_id: made.body.property_id, ...july })).status).toBe(200);
  });

  it('gets its previous property and nights back if the linked property was booked at the same time', async () => {
    const { scope, operator, api, house, room } = await twoProperties(booking);
    const made = await api.post('/v2/bookings', { property_id: await operator.property(), ...july });
    const refused = whileHeld(
      booking,
      slow,
      () => move(scope, made.body.id as number, room),
      async () => {
        await operator.link(house, room);
        await api.post('/v2/bookings', { property_id: house, ...july });
      },
    );
    await expect(refused).rejects.toMatchObject({ code: 'nights_taken' });
    const back = await api.get(`/v2/bookings/${made.body.id}`);
    expect(back.body).toEqual({ ...made.body, updated_utc: back.body.updated_utc });
    expect((await api.post('/v2/bookings', { property_id: made.body.property_id, ...july })).status).toBe(409);
  });

  it('can be moved by a repeated request with the same Idempotency-Key after the first move was undone', async () => {
    const { scope, operator, api, house, room } = await twoProperties(booking);
    const made = await api.post('/v2/bookings', { property_id: await operator.property(), ...july });
    const id = made.body.id as number;
    const keyed = (key: string): AccountScope => ({
      ...scope,
      idempotency: { key, sentKey: key, requestHash: 'same' },
    });
    const rename = () => updateBooking(slow.store, keyed('earlier'), id, { title: 'First' }, nowhere);
    const renamed = await rename();
    let sold = 0;
    const refused = whileHeld(
      booking,
      slow,
      () => move(keyed('move'), id, room),
      async () => {
        await operator.link(house, room);
        sold = (await api.post('/v2/bookings', { property_id: house, ...july })).body.id as number;
      },
    );
    await expect(refused).rejects.toMatchObject({ code: 'nights_taken' });
    await api.patch(`/v2/bookings/${sold}`, { status: 'canceled' });
    const moved = await move(keyed('move'), id, room);
    expect(moved.record).toMatchObject({ property_id: room, title: 'First' });
    expect(await move(keyed('move'), id, room)).toEqual(moved);
    expect(await rename()).toEqual(renamed);
  });

  it('gets back all its previous values, including charges, when the move is undone', async () => {
    const { scope, operator, api, house, room } = await twoProperties(booking);
    const made = await api.post('/v2/bookings', { property_id: await operator.property(), ...july, title: 'first' });
    const patch = { property_id: room, title: 'second', adults: 4, generate_charges: true };
    const refused = whileHeld(
      booking,
      slow,
      () => updateBooking(slow.store, scope, made.body.id as number, patch, nowhere),
      async () => {
        await operator.link(house, room);
        await api.post('/v2/bookings', { property_id: house, ...july });
      },
    );
    await expect(refused).rejects.toMatchObject({ code: 'nights_taken' });
    const back = await api.get(`/v2/bookings/${made.body.id}`);
    expect(back.body).toEqual({ ...made.body, updated_utc: back.body.updated_utc });
  });

  it('shows the payments in its own currency again when a move to a property with another currency is undone', async () => {
    const { scope, operator, api, userId, house, room } = await twoProperties(booking);
    booking.peers.price(room, { currency_code: 'USD' });
    const made = await operator.booking({ property_id: await operator.property(), ...july });
    await recordTotals(booking, userId, made.id, totals(900, 0, 'USD'));
    const patch = { property_id: room, adults: 2, generate_charges: true };
    const refused = whileHeld(
      booking,
      slow,
      () => updateBooking(slow.store, scope, made.id, patch, nowhere),
      async () => {
        await operator.link(house, room);
        await api.post('/v2/bookings', { property_id: house, ...july });
      },
    );
    await expect(refused).rejects.toMatchObject({ code: 'nights_taken' });
    const back = await api.get(`/v2/bookings/${made.id}`);
    expect(back.body).toMatchObject({ property_id: made.property_id, currency_code: 'EUR', total_paid: 0 });
  });
});

describe('a canceled booking that is reactivated while a new link makes its nights unavailable', () => {
  it('stays canceled and unchanged', async () => {
    const { scope, operator, api, house, room } = await twoProperties(booking);
    const body = { property_id: room, ...july };
    const withKey = { headers: { 'idempotency-key': 'made-it' } };
    const made = await api.post('/v2/bookings', body, withKey);
    const canceled = await api.patch(`/v2/bookings/${made.body.id}`, { status: 'canceled' });
    let sold = 0;
    const patch = { status: 'active', title: 'back again' } as const;
    const refused = whileHeld(
      booking,
      slow,
      () => updateBooking(slow.store, scope, made.body.id as number, patch, nowhere),
      async () => {
        await operator.link(house, room);
        sold = (await api.post('/v2/bookings', { property_id: house, ...july })).body.id as number;
      },
    );
    await expect(refused).rejects.toMatchObject({ code: 'nights_taken' });
    const present = (await api.get(`/v2/bookings/${made.body.id}`)).body;
    expect(present).toEqual({ ...canceled.body, updated_utc: present.updated_utc });
    await api.patch(`/v2/bookings/${sold}`, { status: 'canceled' });
    const repeated = await api.post('/v2/bookings', body, withKey);
    expect([repeated.status, repeated.body]).toEqual([200, made.body]);
  });

  it('stays canceled even if another request changes the booking before the reactivation fails', async () => {
    const { scope, operator, api, house, room } = await twoProperties(booking);
    const made = await api.post('/v2/bookings', { property_id: room, ...july });
    const path = `/v2/bookings/${made.body.id}`;
    await api.patch(path, { status: 'canceled' });
    let named: unknown;
    const refused = whileHeld(
      booking,
      slow,
      () => updateBooking(slow.store, scope, made.body.id as number, { status: 'active' }, nowhere),
      async () => {
        await operator.link(house, room);
        await api.post('/v2/bookings', { property_id: house, ...july });
        // Stop the first process at its second read of the links while another process changes the
        // booking.
        const { isHeld, release } = slow.holdAfterLinks();
        void isHeld.then(async () => {
          named = await api.patch(path, { title: 'named' });
          release();
        });
      },
    );
    await expect(refused).rejects.toMatchObject({ code: 'nights_taken' });
    expect(named).toMatchObject({ status: 200, body: { status: 'canceled', title: 'named' } });
    expect((await api.get(path)).body).toMatchObject({ status: 'canceled', title: 'named' });
  });

  it.each([
    ['the same PATCH', { status: 'active' }, { status: 409, body: { status: 'nights_taken' } }],
    ['a PATCH of the title', { title: 'named' }, { status: 200, body: { status: 'canceled', title: 'named' } }],
  ])(
    'stays canceled if the process dies before it has checked the links again; %s does not change this',
    async (_name, patch, answer) => {
      slow.relay.defineJob(SETTLE_NIGHTS, () => Promise.reject(new Error('died here')));
      const { scope, operator, api, house, room } = await twoProperties(booking);
      const made = await api.post('/v2/bookings', { property_id: room, ...july });
      const path = `/v2/bookings/${made.body.id}`;
      await api.patch(path, { status: 'canceled' });
      const write = whileHeld(
        booking,
        slow,
        () => updateBooking(slow.store, scope, made.body.id as number, { status: 'active' }, nowhere),
        async () => {
          await operator.link(house, room);
          await api.post('/v2/bookings', { property_id: house, ...july });
        },
      );
      await expect(write).rejects.toThrow('died here');
      expect(await api.patch(path, patch)).toMatchObject(answer);
      const { status } = (await api.get(path)).body;
      await until(async () => (await stored(made.body.id as number))?.outbox === undefined, 20_000);
      expect([status, (await api.get(path)).body.status]).toEqual(['canceled', 'canceled']);
    },
  );

  const stored = (id: number) =>
    booking.connection.collection('stays').findOne({ 'booking.id': id }, { projection: { outbox: 1 } });
});

describe('a booking whose dates change while a link is created', () => {
  it('occupies the linked property on its new dates', async () => {
    const { scope, operator, api, house, room } = await twoProperties(booking);
    const made = await api.post('/v2/bookings', { property_id: room, ...july });
    const august = { arrival: '2030-08-01', departure: '2030-08-03' };
    await whileHeld(
      booking,
      slow,
      () => updateBooking(slow.store, scope, made.body.id as number, august as never, nowhere),
      () => operator.link(house, room),
    );
    expect((await api.post('/v2/bookings', { property_id: house, ...august })).status).toBe(409);
    expect((await api.post('/v2/bookings', { property_id: house, ...july })).status).toBe(200);
  });

  // A link gives no keys to stays that have ended. So a change that moves such a stay into the
  // future must read the links again.
  const ended = { arrival: '2024-07-01', departure: '2024-07-04' };

  it('occupies the linked property too if the previous dates were in the past', async () => {
    const { scope, operator, api, house, room } = await twoProperties(booking);
    const made = await api.post('/v2/bookings', { property_id: room, ...ended });
    await whileHeld(
      booking,
      slow,
      () => updateBooking(slow.store, scope, made.body.id as number, july as never, nowhere),
      () => operator.link(house, room),
    );
    expect((await api.post('/v2/bookings', { property_id: house, ...july })).status).toBe(409);
  });

  it('gets its previous dates back if the linked property was booked at the same time', async () => {
    const { scope, operator, api, house, room } = await twoProperties(booking);
    const made = await api.post('/v2/bookings', { property_id: room, ...ended });
    const refused = whileHeld(
      booking,
      slow,
      () => updateBooking(slow.store, scope, made.body.id as number, july as never, nowhere),
      async () => {
        await operator.link(house, room);
        await api.post('/v2/bookings', { property_id: house, ...july });
      },
    );
    await expect(refused).rejects.toMatchObject({ code: 'nights_taken' });
    expect((await api.get(`/v2/bookings/${made.body.id}`)).body).toMatchObject({ status: 'active', ...ended });
    expect((await api.post('/v2/bookings', { property_id: room, ...july })).status).toBe(409);
  });
});
