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

describe('a new booking that a process is about to undo because of a link', () => {
  type Wait = (withdrawing: ReturnType<BookingStore['stays']['update']>) => ReturnType<BookingStore['stays']['update']>;

  /** Stops a process just before the write that undoes its booking. */
  function holdBeforeWithdrawal({ store }: SlowProcess, wait: Wait): { isHeld: Promise<void>; release: () => void } {
    const update = store.stays.update.bind(store.stays);
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const isHeld = new Promise<void>((resolve) => {
      store.stays.update = async (scope, filter, ...others) => {
        if ('revision' in filter) {
          resolve();
          return wait(gate.then(() => update(scope, filter, ...others)));
        }
        return update(scope, filter, ...others);
      };
    });
    return { isHeld, release };
  }

  /**
   * A booking that a process is about to undo because of an active link. The process is stopped before its write, so
   * that the test can remove the link first.
   * @param wait gets the promise of the stopped write, and returns the promise that the process awaits instead. By
   *   default, the process awaits the write itself.
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

  it('stays active if a repeated request was answered after the link was removed', async () => {
    const { api, create, settled, remove, release } = await heldUp();
    expect((await remove()).status).toBe(204);
    const { record } = await create(other);
    expect(record.status).toBe('active');
    release();
    expect(await settled).toBe('active');
    expect(await statusOf(api, record.id)).toBe('active');
  });

  it('stays active if a change of the booking was answered after the link was removed', async () => {
    const { api, settled, remove, release } = await heldUp();
    await remove();
    const all = (await api.get('/v2/bookings')).body.items as { id: number; property_id: number; type: string }[];
    const { id } = all.filter(({ type }) => type === 'booking').at(-1)!;
    expect((await api.patch(`/v2/bookings/${id}`, {})).body.status).toBe('active');
    release();
    expect(await settled).toBe('active');
    expect(await statusOf(api, id)).toBe('active');
  });

  it('stays active if a repeated request lost its connection and was answered when it was sent again', async () => {
    const { api, create, settled, remove, release } = await heldUp();
    const { stays } = other.store;
    const update = stays.update.bind(stays);
    stays.update = (scope, filter, ...others) =>
      'revision' in filter ? Promise.reject(new Error('connection lost')) : update(scope, filter, ...others);
    await expect(create(other)).rejects.toThrow('connection lost');
    stays.update = update;
    expect((await remove()).status).toBe(204);
    const { record } = await create(other);
    expect(record.status).toBe('active');
    release();
    expect(await settled).toBe('active');
    expect(await statusOf(api, record.id)).toBe('active');
  });

  it('stays active if a repeated request is answered before the delayed write that would undo the booking', async () => {
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

  it('is undone if the link is not removed', async () => {
    const { settled, release } = await heldUp();
    release();
    expect(await settled).toBe('nights_taken');
    expect(await booking.connection.collection('links').findOne({})).toMatchObject({ state: 'active' });
  });

  it('would be canceled after the response to a repeated request if that request did not increase the revision of the booking', async () => {
    const { api, create, settled, remove, release } = await heldUp();
    const { stays } = other.store;
    const change = stays.change.bind(stays);
    stays.change = (scope, filter, decide, entity) =>
      change(
        scope,
        filter,
        async (before) => {
          const decided = await decide(before);
          return decided && { ...decided, bumpsRevision: false };
        },
        entity,
      );
    await remove();
    const { record } = await create(other);
    expect(record.status).toBe('active');
    release();
    expect(await settled).toBe('nights_taken');
    expect(await statusOf(api, record.id)).toBe('canceled');
  });
});
