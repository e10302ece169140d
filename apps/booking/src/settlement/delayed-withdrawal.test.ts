import { createBooking } from '../bookings/create-booking';
import type { BookingStore } from '../store/booking-store';
import { type BookingUnderTest, startBookingUnderTest, type TestAccount } from '../testing/booking-under-test';
import { type SlowProcess, startSlowProcess } from '../testing/slow-process';
import { july, nowhere, twoProperties, whileHeld } from '../testing/while-links-change';

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
    const account = await twoProperties(booking);
    const { operator, api, house, room } = account;
    const scope = { ...account.scope, idempotency: { key: 'once', sentKey: 'once', requestHash: 'same' } };
    const create = (by: SlowProcess) => createBooking(by.store, scope, { property_id: room, ...july }, nowhere);
    const withdrawal = holdBeforeWithdrawal(slow, wait);
    let link = 0;
    const first = whileHeld(
      booking,
      slow,
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
