import { type AccountScope, accountId } from '@keyhaven/persistence/account-scope';
import { until } from '@keyhaven/testing/until';
import type { BookingStore } from '../store/booking-store';
import { createBooking } from '../bookings/create-booking';
import { updateBooking } from '../bookings/update-booking';
import { type BookingUnderTest, startBookingUnderTest, type TestAccount } from '../testing/booking-under-test';
import { type SlowProcess, startSlowProcess } from '../testing/slow-process';
import type { JobName } from '../jobs';

const SETTLE_NIGHTS: JobName = 'settle_nights';
const july = { arrival: '2030-07-01', departure: '2030-07-04' };
const nowhere = { include_fields: false, include_door_codes: false } as never;

let booking: BookingUnderTest;
let slow: SlowProcess;
let other: SlowProcess;
beforeEach(async () => {
  booking = await startBookingUnderTest();
  slow = await startSlowProcess(booking);
  other = await startSlowProcess(booking);
});
afterEach(async () => {
  await slow.stop();
  await other.stop();
  await booking.stop();
});

async function twoProperties(): Promise<TestAccount & { scope: AccountScope; house: number; room: number }> {
  const account = await booking.anAccount();
  const scope: AccountScope = { accountId: accountId(account.userId) };
  return { ...account, scope, house: await account.operator.property(), room: await account.operator.property() };
}

/**
 * Starts a write in the slow process and stops it between its read of the links and its update, where `meanwhile` runs.
 * Waits for empty outboxes first: the slow process would run earlier jobs before, and these read links too.
 */
async function whileHeld<Answer>(write: () => Promise<Answer>, meanwhile: () => Promise<unknown>): Promise<Answer> {
  const stays = booking.connection.collection('stays');
  await until(async () => (await stays.countDocuments({ outbox: { $exists: true } })) === 0);
  const { isHeld, release } = slow.holdAfterLinks();
  const answer = write();
  answer.catch(() => {});
  await isHeld;
  await meanwhile();
  release();
  return answer;
}

describe('a booking whose withdrawal is delayed until the link is removed', () => {
  type Wait = (withdrawing: ReturnType<BookingStore['stays']['update']>) => ReturnType<BookingStore['stays']['update']>;

  /** Stops a process right before it withdraws a stay. */
  function holdBeforeWithdrawal({ store }: SlowProcess, wait: Wait): { isHeld: Promise<void>; release: () => void } {
    const update = store.stays.update.bind(store.stays);
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const isHeld = new Promise<void>((resolve) => {
      store.stays.update = async (scope, filter, ...rest) => {
        if ('revision' in filter) {
          resolve();
          return wait(gate.then(() => update(scope, filter, ...rest)));
        }
        return update(scope, filter, ...rest);
      };
    });
    return { isHeld, release };
  }

  const onlyLink = async () => (await booking.connection.collection('links').find({}).toArray())[0]!;

  /**
   * A booking that is about to be withdrawn because of an active link, which the test can then remove.
   * @param wait what the withdrawing process does while its write is pending.
   */
  async function heldUp(wait: Wait = (withdrawing) => withdrawing) {
    const account = await twoProperties();
    const { operator, api, house, room } = account;
    const scope = { ...account.scope, idempotency: { key: 'once', sentKey: 'once', requestHash: 'same' } };
    const create = (by: SlowProcess) => createBooking(by.store, scope, { property_id: room, ...july }, nowhere);
    const withdrawal = holdBeforeWithdrawal(slow, wait);
    let link = 0;
    const first = whileHeld(
      () => create(slow),
      async () => {
        link = await operator.link(house, room);
        expect((await api.post('/v2/bookings', { property_id: house, ...july })).status).toBe(200);
      },
    );
    const settled = first.then(
      ({ record }) => record.status,
      (error: { code?: string; message: string }) => error.code ?? error.message,
    );
    await withdrawal.isHeld;
    return { api, create, settled, remove: () => operator.delete(`/links/${link}`), release: withdrawal.release };
  }

  const statusOf = async (api: TestAccount['api'], id: number) =>
    (await api.get(`/v2/bookings/${id}`)).body.status as string;

  it('stays active once a repeated request was answered', async () => {
    const { api, create, settled, remove, release } = await heldUp();
    expect((await remove()).status).toBe(204);
    const { record } = await create(other);
    expect(record.status).toBe('active');
    release();
    expect(await settled).toBe('active');
    expect(await statusOf(api, record.id)).toBe('active');
  });

  it('stays active once a change of it was answered', async () => {
    const { api, settled, remove, release } = await heldUp();
    await remove();
    const all = (await api.get('/v2/bookings')).body.items as { id: number; property_id: number; type: string }[];
    const { id } = all.filter(({ type }) => type === 'booking').at(-1)!;
    expect((await api.patch(`/v2/bookings/${id}`, {})).body.status).toBe('active');
    release();
    expect(await settled).toBe('active');
    expect(await statusOf(api, id)).toBe('active');
  });

  it('stays active once a repeated request was answered, even if another process had failed to withdraw it', async () => {
    const { api, create, settled, remove, release } = await heldUp();
    const { stays } = other.store;
    const update = stays.update.bind(stays);
    stays.update = (scope, filter, ...rest) =>
      'revision' in filter ? Promise.reject(new Error('connection lost')) : update(scope, filter, ...rest);
    await expect(create(other)).rejects.toThrow('connection lost');
    stays.update = update;
    expect((await onlyLink()).withdrawals).toHaveLength(1);
    expect((await remove()).status).toBe(204);
    const { record } = await create(other);
    expect(record.status).toBe('active');
    release();
    expect(await settled).toBe('active');
    expect(await statusOf(api, record.id)).toBe('active');
  });

  it('stays active once a repeated request was answered, even if a failed withdrawal is still pending', async () => {
    let late: Promise<unknown> = Promise.resolve();
    const { api, create, settled, remove, release } = await heldUp((withdrawing) => {
      late = withdrawing.catch((error: { code: string }) => error.code);
      throw new Error('connection lost');
    });
    expect(await settled).toBe('connection lost');
    expect((await remove()).status).toBe(204);
    const { record } = await create(other);
    expect(record.status).toBe('active');
    release();
    expect(await late).toBe('not_found');
    expect(await statusOf(api, record.id)).toBe('active');
  });

  it('is withdrawn when the link is not removed', async () => {
    const { settled, release } = await heldUp();
    release();
    expect(await settled).toBe('nights_taken');
    const link = await onlyLink();
    expect(link).toMatchObject({ state: 'active' });
    expect(link).not.toHaveProperty('withdrawals');
  });

  it('is withdrawn after its answer if the removal stops no withdrawals, which proves that it must stop them', async () => {
    const { api, create, settled, remove, release } = await heldUp();
    await booking.connection.collection('links').updateMany({}, { $unset: { withdrawals: '' } });
    await remove();
    const { record } = await create(other);
    expect(record.status).toBe('active');
    release();
    expect(await settled).toBe('nights_taken');
    expect(await statusOf(api, record.id)).toBe('canceled');
  });
});

describe('a booking that is written while a link is made', () => {
  it('takes the nights of the link too, before it is answered', async () => {
    const { scope, operator, api, house, room } = await twoProperties();
    await whileHeld(
      () => createBooking(slow.store, scope, { property_id: room, ...july }, nowhere),
      () => operator.link(house, room),
    );
    expect((await api.post('/v2/bookings', { property_id: house, ...july })).status).toBe(409);
    expect((await api.get('/v2/bookings')).body.items.map(({ type }: { type: string }) => type).sort()).toEqual([
      'booking',
      'linked_availability',
    ]);
  });

  it('is withdrawn with a 409 when the linked property was sold meanwhile, and can be repeated', async () => {
    const account = await twoProperties();
    const { operator, api, house, room } = account;
    const scope = { ...account.scope, idempotency: { key: 'once', sentKey: 'once', requestHash: 'same' } };
    const create = () => createBooking(slow.store, scope, { property_id: room, ...july }, nowhere);
    let sold = 0;
    const refused = whileHeld(create, async () => {
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

  it('stays active when the link is still pending, and the link is removed instead', async () => {
    const { scope, operator, api, house, room, userId } = await twoProperties();
    await api.post('/v2/bookings', { property_id: house, ...july });
    const made = await whileHeld(
      () => createBooking(slow.store, scope, { property_id: room, ...july }, nowhere),
      async () => {
        // As left by a process that died after the first write of the link, when the house already had the link's keys.
        const link = await operator.link(house, room);
        await booking.connection
          .collection<{ _id: number }>('links')
          .updateOne({ _id: link, user_id: userId }, { $set: { state: 'pending' }, $inc: { revision: 1 } });
      },
    );
    expect(made.record.status).toBe('active');
    expect((await operator.get('/links')).body.items).toEqual([]);
  });

  it('is sold besides the linked property without the second read of the links, which proves the need for it', async () => {
    slow.relay.defineJob(SETTLE_NIGHTS, () => Promise.resolve());
    const { scope, operator, api, house, room } = await twoProperties();
    await whileHeld(
      () => createBooking(slow.store, scope, { property_id: room, ...july }, nowhere),
      async () => {
        await operator.link(house, room);
        await api.post('/v2/bookings', { property_id: house, ...july });
      },
    );
    const sold = (await api.get('/v2/bookings?status=active')).body.items as { type: string }[];
    expect(sold.filter(({ type }) => type === 'booking')).toHaveLength(2);
  });

  it('is withdrawn by a sweep when its process died before the second read of the links', async () => {
    slow.relay.defineJob(SETTLE_NIGHTS, () => Promise.reject(new Error('died here')));
    const { scope, operator, api, house, room, userId } = await twoProperties();
    const write = whileHeld(
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

describe('a booking that moves to another property while a link of that property is made', () => {
  const move = (scope: AccountScope, id: number, property_id: number) =>
    updateBooking(slow.store, scope, id, { property_id }, nowhere);

  it('takes the nights of the link too', async () => {
    const { scope, operator, api, house, room } = await twoProperties();
    const made = await api.post('/v2/bookings', { property_id: await operator.property(), ...july });
    await whileHeld(
      () => move(scope, made.body.id as number, room),
      () => operator.link(house, room),
    );
    expect((await api.post('/v2/bookings', { property_id: house, ...july })).status).toBe(409);
    expect((await api.post('/v2/bookings', { property_id: made.body.property_id, ...july })).status).toBe(200);
  });

  it('returns to its old property and nights when the linked property was sold meanwhile', async () => {
    const { scope, operator, api, house, room } = await twoProperties();
    const made = await api.post('/v2/bookings', { property_id: await operator.property(), ...july });
    const refused = whileHeld(
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

  it('can be moved again under the same Idempotency-Key after the withdrawal; keys of earlier changes are kept', async () => {
    const { scope, operator, api, house, room } = await twoProperties();
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

  it('gets all its old values back when the move is withdrawn, including charges', async () => {
    const { scope, operator, api, house, room } = await twoProperties();
    const made = await api.post('/v2/bookings', { property_id: await operator.property(), ...july, title: 'first' });
    const patch = { property_id: room, title: 'second', adults: 4, generate_charges: true };
    const refused = whileHeld(
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
});

describe('a canceled booking that is reactivated while a link is made and the linked property is sold', () => {
  it('is refused and unchanged, and keeps the Idempotency-Key of its creation', async () => {
    const { scope, operator, api, house, room } = await twoProperties();
    const body = { property_id: room, ...july };
    const withKey = { headers: { 'idempotency-key': 'made-it' } };
    const made = await api.post('/v2/bookings', body, withKey);
    const canceled = await api.patch(`/v2/bookings/${made.body.id}`, { status: 'canceled' });
    let sold = 0;
    const patch = { status: 'active', title: 'back again' } as const;
    const refused = whileHeld(
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

  it('is refused even when the next write settles it first', async () => {
    const { scope, operator, api, house, room } = await twoProperties();
    const made = await api.post('/v2/bookings', { property_id: room, ...july });
    const path = `/v2/bookings/${made.body.id}`;
    await api.patch(path, { status: 'canceled' });
    let named: unknown;
    const refused = whileHeld(
      () => updateBooking(slow.store, scope, made.body.id as number, { status: 'active' }, nowhere),
      async () => {
        await operator.link(house, room);
        await api.post('/v2/bookings', { property_id: house, ...july });
        // The slow process is stopped at its second read of the links while another process changes the booking.
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
  ])('stays canceled when its process died before the second read: %s shows that', async (_name, patch, answer) => {
    slow.relay.defineJob(SETTLE_NIGHTS, () => Promise.reject(new Error('died here')));
    const { scope, operator, api, house, room } = await twoProperties();
    const made = await api.post('/v2/bookings', { property_id: room, ...july });
    const path = `/v2/bookings/${made.body.id}`;
    await api.patch(path, { status: 'canceled' });
    const write = whileHeld(
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
  });

  const stored = (id: number) =>
    booking.connection.collection('stays').findOne({ 'booking.id': id }, { projection: { outbox: 1 } });
});

describe('a booking whose dates change while a link is made', () => {
  it('is found by the process that makes the link, and takes the nights of the link on its new dates', async () => {
    const { scope, operator, api, house, room } = await twoProperties();
    const made = await api.post('/v2/bookings', { property_id: room, ...july });
    const august = { arrival: '2030-08-01', departure: '2030-08-03' };
    await whileHeld(
      () => updateBooking(slow.store, scope, made.body.id as number, august as never, nowhere),
      () => operator.link(house, room),
    );
    expect((await api.post('/v2/bookings', { property_id: house, ...august })).status).toBe(409);
    expect((await api.post('/v2/bookings', { property_id: house, ...july })).status).toBe(200);
  });

  // Making a link skips stays that have ended, so a change that moves such a stay must read the links again.
  const ended = { arrival: '2024-07-01', departure: '2024-07-04' };

  it('takes the nights of the link too when the stay had ended', async () => {
    const { scope, operator, api, house, room } = await twoProperties();
    const made = await api.post('/v2/bookings', { property_id: room, ...ended });
    await whileHeld(
      () => updateBooking(slow.store, scope, made.body.id as number, july as never, nowhere),
      () => operator.link(house, room),
    );
    expect((await api.post('/v2/bookings', { property_id: house, ...july })).status).toBe(409);
  });

  it('returns to its past dates when the linked property was sold meanwhile', async () => {
    const { scope, operator, api, house, room } = await twoProperties();
    const made = await api.post('/v2/bookings', { property_id: room, ...ended });
    const refused = whileHeld(
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
