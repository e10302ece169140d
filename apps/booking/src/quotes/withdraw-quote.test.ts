import { type AccountScope, accountId } from '@keyhaven/persistence/account-scope';
import { type BookingUnderTest, startBookingUnderTest, type TestAccount } from '../testing/booking-under-test';
import { submitPaymentForm } from '../payment-forms/submit-payment-form';
import { type SlowProcess, startSlowProcess } from '../testing/slow-process';
import { acceptPostedQuote } from './accept-posted-quote';
import { createQuote } from './create-quote';
import { updateQuote } from './update-quote';

const july = { arrival: '2030-07-01', departure: '2030-07-04', adults: 2 };

let booking: BookingUnderTest;
let slow: SlowProcess;
beforeAll(async () => void (booking = await startBookingUnderTest()));
beforeEach(async () => void (slow = await startSlowProcess(booking)));
afterEach(() => slow.stop());
afterAll(() => booking.stop());

interface TwoProperties extends TestAccount {
  scope: AccountScope;
  house: number;
  room: number;
}

async function twoProperties(): Promise<TwoProperties> {
  const account = await booking.anAccount();
  const scope: AccountScope = { accountId: accountId(account.userId) };
  return { ...account, scope, house: await account.operator.property(), room: await account.operator.property() };
}

/**
 * Starts a write for the room and stops it between its read of the links and its update. Meanwhile, links the room to
 * the house, and calls `take`, which books or holds the house.
 * @param passing how many reads of the links are not delayed. The write stops after the next read.
 */
async function whileHouseIsTaken(
  { operator, house, room }: TwoProperties,
  passing: number,
  write: () => Promise<unknown>,
  take: () => Promise<unknown>,
): Promise<unknown> {
  const { isHeld, release } = slow.holdAfterLinks(passing);
  const writing = write();
  writing.catch(() => {});
  await isHeld;
  await operator.link(house, room);
  expect(await take()).toMatchObject({ status: 200 });
  release();
  return writing;
}

const whileHouseIsSold = (setup: TwoProperties, passing: number, write: () => Promise<unknown>) =>
  whileHouseIsTaken(setup, passing, write, () => setup.api.post('/v2/bookings', { property_id: setup.house, ...july }));

/**
 * Holds the house during the write. A hold does not preempt quotes, so the write still finds the
 * quote open and is undone later.
 */
const whileHouseIsHeld = (setup: TwoProperties, passing: number, write: () => Promise<unknown>) =>
  whileHouseIsTaken(setup, passing, write, () =>
    setup.api.post('/v2/quotes', { property_id: setup.house, ...july, hold_dates: true }),
  );

async function expectHouseAlone({ api, house }: TwoProperties): Promise<void> {
  const { items } = (await api.get('/v2/bookings?status=active')).body;
  const taking = items.filter(({ type }: { type: string }) => type !== 'linked_availability');
  expect(taking).toMatchObject([{ property_id: house, type: 'booking' }]);
}

describe('a quote that a request writes while a linked property is booked or held', () => {
  it('is not stored if the request creates the quote with a hold', async () => {
    const setup = await twoProperties();
    const body = { property_id: setup.room, ...july, hold_dates: true };
    const refused = whileHouseIsSold(setup, 0, () => createQuote(slow.store, setup.scope, body, {}));
    await expect(refused).rejects.toMatchObject({ code: 'nights_taken' });
    expect((await setup.api.get('/v2/quotes')).body.items).toEqual([]);
    await expectHouseAlone(setup);
  });

  it('is preempted if the request creates the quote without a hold', async () => {
    const setup = await twoProperties();
    const body = { property_id: setup.room, ...july };
    await whileHouseIsSold(setup, 0, () => createQuote(slow.store, setup.scope, body, {}));
    expect((await setup.api.get('/v2/quotes')).body.items).toMatchObject([{ status: 'preempted' }]);
  });

  it('is preempted if the request sets hold_dates', async () => {
    const setup = await twoProperties();
    const { body: quote } = await setup.api.post('/v2/quotes', { property_id: setup.room, ...july });
    const patch = { hold_dates: true };
    const refused = whileHouseIsSold(setup, 0, () => updateQuote(slow.store, setup.scope, quote.id, patch, {}));
    await expect(refused).rejects.toMatchObject({ code: expect.stringMatching(/nights_taken|conflict/) });
    expect((await setup.api.get(`/v2/quotes/${quote.id}`)).body.status).toBe('preempted');
    await expectHouseAlone(setup);
  });

  it('is preempted if the request accepts the quote', async () => {
    const setup = await twoProperties();
    const { body: quote } = await setup.api.post('/v2/quotes', { property_id: setup.room, ...july });
    const body = { quote_id: quote.id as number };
    const refused = whileHouseIsSold(setup, 0, () => acceptPostedQuote(slow.store, setup.scope, body, {}));
    await expect(refused).rejects.toMatchObject({ code: expect.stringMatching(/nights_taken|conflict/) });
    const present = (await setup.api.get(`/v2/quotes/${quote.id}`)).body;
    expect(present).toMatchObject({ status: 'preempted', booking_id: null });
    await expectHouseAlone(setup);
  });

  it.each([
    ['an acceptance', 0, (setup: TwoProperties, id: number) => accept(setup, id)],
    ['a change of hold_dates', 0, (setup: TwoProperties, id: number) => hold(setup, id)],
  ])(
    'is returned as in the first response when its creation is repeated, even after %s was refused',
    async (_name, passing, write) => {
      const setup = await twoProperties();
      const body = { property_id: setup.room, ...july };
      const withKey = { headers: { 'idempotency-key': 'made-it' } };
      const made = await setup.api.post('/v2/quotes', body, withKey);
      const refused = whileHouseIsHeld(setup, passing, () => write(setup, made.body.id as number));
      await expect(refused).rejects.toMatchObject({ code: 'nights_taken' });
      const again = await setup.api.post('/v2/quotes', body, withKey);
      expect([again.status, again.body]).toEqual([200, made.body]);
    },
  );

  it('can be accepted after it was reopened, even with the Idempotency-Key of an acceptance that was refused', async () => {
    const setup = await twoProperties();
    const { body: quote } = await setup.api.post('/v2/quotes', { property_id: setup.room, ...july });
    const idempotency = { key: 'accepted', sentKey: 'accepted', requestHash: 'same' };
    const refused = whileHouseIsHeld(setup, 0, () => accept(setup, quote.id as number, idempotency));
    await expect(refused).rejects.toMatchObject({ code: 'nights_taken' });
    await expect(accept(setup, quote.id as number, idempotency)).rejects.toMatchObject({ code: 'conflict' });
    const { items } = (await setup.api.get('/v2/quotes')).body;
    const ofHouse = items.find(({ property_id }: { property_id: number }) => property_id === setup.house);
    await setup.api.delete(`/v2/quotes/${ofHouse.id}`);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    await setup.api.patch(`/v2/quotes/${quote.id}`, { expires_utc: tomorrow });
    expect((await accept(setup, quote.id as number, idempotency)).record).toMatchObject({ status: 'active' });
  });

  it.each([
    ['has no hold', false],
    ['had a hold before', true],
  ])('becomes a booking without the fields of a refused acceptance if the quote %s', async (_name, hold_dates) => {
    const setup = await twoProperties();
    const { api } = setup;
    const { body: quote } = await api.post('/v2/quotes', { property_id: setup.room, ...july, hold_dates });
    if (hold_dates) await api.patch(`/v2/quotes/${quote.id}`, { hold_dates: false });
    const sent = { title: 'Honeymoon', tags: ['VIP'], check_in_end: '19:30' };
    const body = { quote_id: quote.id as number, ...sent };
    const refused = whileHouseIsHeld(setup, 0, () => acceptPostedQuote(slow.store, setup.scope, body, {}));
    await expect(refused).rejects.toMatchObject({ code: 'nights_taken' });
    const { items } = (await api.get('/v2/quotes')).body;
    const ofHouse = items.find(({ property_id }: { property_id: number }) => property_id === setup.house);
    await api.delete(`/v2/quotes/${ofHouse.id}`);
    await api.patch(`/v2/quotes/${quote.id}`, { expires_utc: new Date(Date.now() + 86_400_000).toISOString() });
    const { body: made } = await api.post('/v2/bookings', { quote_id: quote.id });
    expect(made).toMatchObject({ status: 'active', title: null, tags: [], check_in_end: null });
  });

  it('is preempted if the request accepts the quote, even if the quote had a hold before', async () => {
    const setup = await twoProperties();
    const body = { property_id: setup.room, ...july, hold_dates: true };
    const { body: quote } = await setup.api.post('/v2/quotes', body);
    await setup.api.patch(`/v2/quotes/${quote.id}`, { hold_dates: false });
    const refused = whileHouseIsHeld(setup, 0, () => accept(setup, quote.id as number));
    await expect(refused).rejects.toMatchObject({ code: 'nights_taken' });
    const present = (await setup.api.get(`/v2/quotes/${quote.id}`)).body;
    expect(present).toMatchObject({ status: 'preempted', booking_id: null });
  });

  it.each([
    ['has no hold', false],
    ['had a hold before', true],
  ])('does not store the guest of a refused payment form if the quote %s', async (_name, hold_dates) => {
    const setup = await twoProperties();
    const { body: quote } = await setup.api.post('/v2/quotes', { property_id: setup.room, ...july, hold_dates });
    if (hold_dates) await setup.api.patch(`/v2/quotes/${quote.id}`, { hold_dates: false });
    const guest = { first_name: 'Ada', last_name: 'Rossi', email: 'ada@example.com', telephone: '+44 20 7946 0100' };
    const form = { ...guest, version: hold_dates ? '2' : '1' };
    const key = String(quote.payment_form).split('/').pop()!;
    const sent = whileHouseIsHeld(setup, 1, () => submitPaymentForm(slow.store, key, form, undefined));
    expect(await sent).toMatchObject({ status: 410 });
    const present = (await setup.api.get(`/v2/quotes/${quote.id}`)).body;
    expect(present).toMatchObject({ status: 'preempted', guest_id: null, guest: null });
    expect((await setup.api.get('/v2/guests')).body.items).toEqual([]);
    expect(await booking.connection.collection('guests').countDocuments({ user_id: setup.userId })).toBe(0);
  });

  it('does not get the guest_id of an acceptance that was refused', async () => {
    const setup = await twoProperties();
    const { body: quote } = await setup.api.post('/v2/quotes', { property_id: setup.room, ...july });
    const { body: ada } = await setup.api.post('/v2/guests', { first_name: 'Ada' });
    const body = { quote_id: quote.id as number, guest_id: ada.id as number };
    const refused = whileHouseIsHeld(setup, 1, () => acceptPostedQuote(slow.store, setup.scope, body, {}));
    await expect(refused).rejects.toMatchObject({ code: 'nights_taken' });
    expect((await setup.api.get(`/v2/quotes/${quote.id}`)).body).toMatchObject({ status: 'preempted', guest_id: null });
    expect((await setup.api.get(`/v2/guests/${ada.id}`)).status).toBe(200);
  });

  const accept = ({ scope }: TwoProperties, quote_id: number, idempotency?: AccountScope['idempotency']) =>
    acceptPostedQuote(slow.store, { ...scope, idempotency }, { quote_id }, {});
  const hold = ({ scope }: TwoProperties, id: number) => updateQuote(slow.store, scope, id, { hold_dates: true }, {});
});
