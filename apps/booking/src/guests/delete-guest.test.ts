import { randomUUID } from 'node:crypto';
import { services } from '@keyhaven/contracts/platform/services';
import { type AccountScope, accountId } from '@keyhaven/persistence/account-scope';
import type { Answer } from '@keyhaven/testing/checked-client';
import { until } from '@keyhaven/testing/until';
import { versionIn } from '@keyhaven/testing/version-in';
import { withClockWrongBy } from '@keyhaven/testing/wrong-clock';
import { createBooking } from '../bookings/create-booking';
import { type BookingUnderTest, startBookingUnderTest, type TestAccount } from '../testing/booking-under-test';
import { letExpire } from '../testing/a-quote';
import { updateQuote } from '../quotes/update-quote';
import { type SlowProcess, startSlowProcess } from '../testing/slow-process';
import { deleteContact } from '../contacts/delete-contact';
import { guests } from './guest-kind';

let booking: BookingUnderTest;
let slow: SlowProcess;
beforeAll(async () => void (booking = await startBookingUnderTest()));
beforeEach(async () => void (slow = await startSlowProcess(booking)));
afterEach(() => slow.stop());
afterAll(() => booking.stop());

const DAY_MS = 86_400_000;
const stay = { arrival: '2030-07-01', departure: '2030-07-04', adults: 2 };
const sold = { ...stay, channel: { name: 'Vrbo', platform_reservation_number: 'HA-1' } };

interface Setup extends TestAccount {
  guest_id: number;
  property_id: number;
  path: string;
}

async function aGuest(): Promise<Setup> {
  const account = await booking.anAccount();
  const property_id = await account.operator.property({ time_zone: 'Europe/Rome' });
  const guest_id = (await account.api.post('/v2/guests', { first_name: 'Ada', last_name: 'Rossi' })).body.id as number;
  return { ...account, guest_id, property_id, path: `/v2/guests/${guest_id}` };
}

function publishThread({ userId }: Setup, id: number, version: number, guest_id: number | null) {
  return booking.bus.publish(services.messaging.topic, [
    {
      event_id: randomUUID(),
      schema_version: 1,
      generation: 0,
      occurred_utc: new Date().toISOString(),
      user_id: userId,
      action: 'entity_update',
      entity_type: 'thread',
      entity_id: id,
      version,
      categories: ['other'],
      is_resync: false,
      entity: { id, booking_id: null, guest_id, channel: null },
      private: {},
    },
  ]);
}

async function expectRefused({ api, path, guest_id }: Setup, by: string): Promise<void> {
  const { status, body } = await api.delete(path);
  expect([status, body?.messages]).toEqual([409, [`guest ${guest_id} cannot be deleted: ${by} refers to this guest`]]);
  expect((await api.get(path)).status).toBe(200);
}

describe('DELETE v2/guests/{id}', () => {
  it('removes an unreferenced guest from reads, lists and searches, and publishes the deletion', async () => {
    const setup = await aGuest();
    const { api, path, guest_id, property_id, userId } = setup;
    const guest = (await api.get(path)).body;
    const answer = await api.delete(path);
    expect([answer.status, answer.body]).toEqual([204, undefined]);
    expect((await api.get(path)).status).toBe(404);
    expect((await api.patch(path, { notes: 'x' })).status).toBe(404);
    expect((await api.delete(path)).status).toBe(404);
    for (const query of ['', '?q=rossi', '?since_utc=2020-01-01', '?created_since_utc=2020-01-01']) {
      expect((await api.get(`/v2/guests${query}`)).body.items).toEqual([]);
    }
    for (const resource of ['bookings', 'quotes']) {
      const refused = await api.post(`/v2/${resource}`, { property_id, ...stay, guest_id });
      expect([refused.status, refused.body.messages]).toEqual([
        400,
        [`guest_id: the guest id ${guest_id} was not found or is not available`],
      ]);
    }
    const found = await booking.asOperator().post('/internal/guests/find', { user_id: userId, guest_id });
    expect(found.body).toEqual({ outcome: 'unknown' });
    const known = { user_id: userId, entity_type: 'guest', ids: [guest_id] };
    expect((await booking.asOperator().post('/internal/records/find', known)).body).toEqual({
      unknown_ids: [guest_id],
    });
    const events = await booking.eventsOf(userId, 'guest', 2);
    expect(events[1]).toMatchObject({ action: 'entity_delete', entity_id: guest_id, version: 2 });
    expect(events[1]!.entity).toMatchObject({ ...guest, updated_utc: expect.any(String) });
  });

  it("is refused if If-Match contains a different version, and returns a 404 for another account's guest", async () => {
    const { api, path } = await aGuest();
    expect((await (await booking.anAccount()).api.delete(path)).status).toBe(404);
    expect((await api.delete(path, { headers: { 'if-match': '"2"' } })).status).toBe(412);
    expect((await api.delete(path, { headers: { 'if-match': '"1"' } })).status).toBe(204);
  });

  it('is refused while a booking, even a canceled one, refers to the guest', async () => {
    const setup = await aGuest();
    const { api, guest_id, property_id, path } = setup;
    const { body: booked } = await api.post('/v2/bookings', { property_id, ...stay, guest_id });
    await expectRefused(setup, `booking ${booked.id}`);
    await api.patch(`/v2/bookings/${booked.id}`, { status: 'canceled' });
    await expectRefused(setup, `booking ${booked.id}`);
    await api.patch(`/v2/bookings/${booked.id}`, { guest_id: null });
    expect((await api.delete(path)).status).toBe(204);
  });

  it('is refused while an open quote refers to the guest', async () => {
    const setup = await aGuest();
    const { api, guest_id, property_id, path } = setup;
    const { body: quote } = await api.post('/v2/quotes', { property_id, ...stay, guest_id });
    await expectRefused(setup, `quote ${quote.id}`);
    await letExpire(booking, quote.id);
    expect((await api.delete(path)).status).toBe(204);
    // The expired quote still refers to the deleted guest, so the quote can be reopened only with another guest or
    // none.
    const expires_utc = new Date(Date.now() + DAY_MS).toISOString();
    const revived = await api.patch(`/v2/quotes/${quote.id}`, { expires_utc });
    expect([revived.status, revived.body.messages]).toEqual([400, [expect.stringMatching(/^guest_id: /)]]);
    expect((await api.patch(`/v2/quotes/${quote.id}`, { expires_utc, guest_id: null })).body.status).toBe('open');
  });

  it.each<[string, (setup: Setup, quoteId: number) => Promise<unknown>]>([
    ['expires', (_setup, id) => letExpire(booking, id)],
    ['is deleted', ({ api }, id) => api.delete(`/v2/quotes/${id}`)],
    ['is preempted by a channel booking', ({ operator, property_id }) => operator.booking({ property_id, ...sold })],
    [
      'loses its guest and its hold',
      ({ api }, id) => api.patch(`/v2/quotes/${id}`, { guest_id: null, hold_dates: false }),
    ],
  ])('is refused while a quote holds nights for the guest, and succeeds after the quote %s', async (_how, end) => {
    const setup = await aGuest();
    const { api, guest_id, property_id, path } = setup;
    const { body: quote } = await api.post('/v2/quotes', { property_id, ...stay, guest_id, hold_dates: true });
    await expectRefused(setup, `quote ${quote.id}`);
    await end(setup, quote.id as number);
    expect((await api.delete(path)).status).toBe(204);
  });

  it('is refused while an open quote refers to the guest, even if the clock of the process is ahead', async () => {
    const setup = await aGuest();
    const { api, guest_id, property_id } = setup;
    const { body: quote } = await api.post('/v2/quotes', { property_id, ...stay, guest_id });
    await withClockWrongBy(30 * DAY_MS, () => expectRefused(setup, `quote ${quote.id}`));
  });

  it('is refused while a thread refers to the guest', async () => {
    const setup = await aGuest();
    const thread = setup.userId + 1;
    await publishThread(setup, thread, 1, setup.guest_id);
    await expectRefused(setup, `thread ${thread}`);
    await publishThread(setup, thread, 2, null);
    await until(async () => (await setup.api.delete(setup.path)).status === 204);
  });
});

describe('a guest who is deleted while another request creates a reference to the guest', () => {
  const isBack = async ({ api, path, userId }: Setup) => {
    await until(async () => (await api.get(path)).status === 200);
    // The bus may deliver an event twice.
    const published = await booking.eventsOf(userId, 'guest', 3);
    const events = [...new Map(published.map((event) => [event.event_id, event])).values()];
    expect(events.map(({ action }) => action)).toEqual(['entity_create', 'entity_delete', 'entity_create']);
    expect(events[2]!.entity).toMatchObject({ first_name: 'Ada', last_name: 'Rossi' });
    expect((await api.get('/v2/guests?q=rossi')).body.count).toBe(1);
  };

  it('is restored before the request that creates the booking is answered', async () => {
    const setup = await aGuest();
    const scope: AccountScope = { accountId: accountId(setup.userId) };
    const { isHeld, release } = slow.holdAfterLinks(0);
    const { property_id, guest_id } = setup;
    const booked = createBooking(slow.store, scope, { property_id, ...stay, guest_id }, {});
    await isHeld;
    expect((await setup.api.delete(setup.path)).status).toBe(204);
    release();
    const { record } = await booked;
    expect((await setup.api.get(setup.path)).status).toBe(200);
    expect((await setup.api.get(`/v2/bookings/${record.id}`)).body.guest).toMatchObject({ first_name: 'Ada' });
    await isBack(setup);
  });

  it('is restored when a booking is created between the search for references and the deletion', async () => {
    const setup = await aGuest();
    const { api, property_id, guest_id, path } = setup;
    const { threads } = slow.store;
    const find = threads.find.bind(threads);
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const hasLooked = new Promise<void>((resolve) => {
      threads.find = async (...request) => {
        const found = await find(...request);
        threads.find = find;
        resolve();
        await gate;
        return found;
      };
    });
    const keyed = {
      accountId: accountId(setup.userId),
      idempotency: { key: 'a-key', sentKey: 'a-key', requestHash: 'a-hash' },
    };
    const deletion = deleteContact(guests, slow.store, keyed, guest_id);
    deletion.catch(() => {});
    await hasLooked;
    const { body: booked } = await api.post('/v2/bookings', { property_id, ...stay, guest_id });
    release();
    const messages = [`guest ${guest_id} cannot be deleted: booking ${booked.id} refers to this guest`];
    await expect(deletion).rejects.toMatchObject({ code: 'conflict', messages });
    await expect(deleteContact(guests, slow.store, keyed, guest_id)).rejects.toMatchObject({
      code: 'conflict',
      messages,
    });
    expect((await api.get(path)).status).toBe(200);
    expect((await api.get(`/v2/bookings/${booked.id}`)).body.guest).toMatchObject({ first_name: 'Ada' });
    await isBack(setup);
  });

  it.each([
    ['without a hold', false],
    ['with a hold', true],
  ])('is restored when an expired quote %s is reopened', async (_name, hold_dates) => {
    const setup = await aGuest();
    const { api, property_id, guest_id, path } = setup;
    const { body: quote } = await api.post('/v2/quotes', { property_id, ...stay, guest_id, hold_dates });
    await letExpire(booking, quote.id);
    // Wait until a sweep has closed the quote, because its write would make `updateQuote` start again.
    await until(async () => versionIn((await api.get(`/v2/quotes/${quote.id}`)).headers) === 2);
    const scope: AccountScope = { accountId: accountId(setup.userId) };
    // Let the first read of properties pass, because it comes before the check that the guest exists. Delay the second
    // read.
    const { isHeld, release } = slow.holdAfterLinks(1);
    const reopened = updateQuote(slow.store, scope, quote.id, { expires_utc: new Date(Date.now() + DAY_MS) }, {});
    await isHeld;
    expect((await api.delete(path)).status).toBe(204);
    release();
    expect((await reopened).record).toMatchObject({ status: 'open', guest_id });
    await isBack(setup);
  });

  it('is restored when an event of a thread with the guest arrives', async () => {
    const setup = await aGuest();
    expect((await setup.api.delete(setup.path)).status).toBe(204);
    await publishThread(setup, setup.userId + 1, 1, setup.guest_id);
    await isBack(setup);
  });

  it('remains only if a booking refers to the guest, no matter which of the two requests is first', async () => {
    const setup = await aGuest();
    const { api, property_id } = setup;
    for (let day = 10; day < 22; day++) {
      const guest_id = (await api.post('/v2/guests', { first_name: 'Eva' })).body.id as number;
      const dates = { arrival: `2030-08-${day}`, departure: `2030-08-${day + 1}` };
      const book = () => api.post('/v2/bookings', { property_id, ...dates, guest_id });
      const remove = () => api.delete(`/v2/guests/${guest_id}`);
      const answers = day % 2 === 0 ? [book(), remove()] : [remove(), book()].reverse();
      const [booked, deleted] = (await Promise.all(answers)) as [Answer, Answer];
      expect([200, 400]).toContain(booked.status);
      expect([204, 409]).toContain(deleted.status);
      const { status } = await api.get(`/v2/guests/${guest_id}`);
      expect([day, status]).toEqual([day, booked.status === 200 ? 200 : 404]);
    }
  });
});
