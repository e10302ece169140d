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
 * Starts a write for the room and stops it between its read of the links and its update; meanwhile links the house to
 * the room and takes the house.
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

const whileHouseIsSold = (place: TwoProperties, passing: number, write: () => Promise<unknown>) =>
  whileHouseIsTaken(place, passing, write, () => place.api.post('/v2/bookings', { property_id: place.house, ...july }));

/** A hold preempts no other quotes: the write for the room still finds its quote open, and is then withdrawn. */
const whileHouseIsHeld = (place: TwoProperties, passing: number, write: () => Promise<unknown>) =>
  whileHouseIsTaken(place, passing, write, () =>
    place.api.post('/v2/quotes', { property_id: place.house, ...july, hold_dates: true }),
  );

async function expectHouseAlone({ api, house }: TwoProperties): Promise<void> {
  const { items } = (await api.get('/v2/bookings?status=active')).body;
  const taking = items.filter(({ type }: { type: string }) => type !== 'linked_availability');
  expect(taking).toMatchObject([{ property_id: house, type: 'booking' }]);
}

describe('a write of a quote while a link is made and the linked property is sold', () => {
  it('that makes a quote with a hold is refused, and leaves no quote', async () => {
    const place = await twoProperties();
    const body = { property_id: place.room, ...july, hold_dates: true };
    const refused = whileHouseIsSold(place, 1, () => createQuote(slow.store, place.scope, body, {}));
    await expect(refused).rejects.toMatchObject({ code: 'nights_taken' });
    expect((await place.api.get('/v2/quotes')).body.items).toEqual([]);
    await expectHouseAlone(place);
  });

  it('that makes a quote without a hold leaves it preempted', async () => {
    const place = await twoProperties();
    const body = { property_id: place.room, ...july };
    await whileHouseIsSold(place, 0, () => createQuote(slow.store, place.scope, body, {}));
    expect((await place.api.get('/v2/quotes')).body.items).toMatchObject([{ status: 'preempted' }]);
  });

  it('that sets hold_dates is refused, and the quote is preempted', async () => {
    const place = await twoProperties();
    const { body: quote } = await place.api.post('/v2/quotes', { property_id: place.room, ...july });
    const patch = { hold_dates: true };
    const refused = whileHouseIsSold(place, 1, () => updateQuote(slow.store, place.scope, quote.id, patch, {}));
    await expect(refused).rejects.toMatchObject({ code: expect.stringMatching(/nights_taken|conflict/) });
    expect((await place.api.get(`/v2/quotes/${quote.id}`)).body.status).toBe('preempted');
    await expectHouseAlone(place);
  });

  it('that accepts the quote is refused, and the quote is preempted', async () => {
    const place = await twoProperties();
    const { body: quote } = await place.api.post('/v2/quotes', { property_id: place.room, ...july });
    const body = { quote_id: quote.id as number };
    const refused = whileHouseIsSold(place, 0, () => acceptPostedQuote(slow.store, place.scope, body, {}));
    await expect(refused).rejects.toMatchObject({ code: expect.stringMatching(/nights_taken|conflict/) });
    const present = (await place.api.get(`/v2/quotes/${quote.id}`)).body;
    expect(present).toMatchObject({ status: 'preempted', booking_id: null });
    await expectHouseAlone(place);
  });

  it.each([
    ['that accepts it', 0, (place: TwoProperties, id: number) => accept(place, id)],
    ['that sets hold_dates', 1, (place: TwoProperties, id: number) => hold(place, id)],
  ])('%s keeps the Idempotency-Key with which the quote was created', async (_name, passing, write) => {
    const place = await twoProperties();
    const body = { property_id: place.room, ...july };
    const withKey = { headers: { 'idempotency-key': 'made-it' } };
    const made = await place.api.post('/v2/quotes', body, withKey);
    const refused = whileHouseIsHeld(place, passing, () => write(place, made.body.id as number));
    await expect(refused).rejects.toMatchObject({ code: 'nights_taken' });
    const again = await place.api.post('/v2/quotes', body, withKey);
    expect([again.status, again.body]).toEqual([200, made.body]);
  });

  it('that accepts the quote is refused without using up its Idempotency-Key: the reopened quote can be accepted with it', async () => {
    const place = await twoProperties();
    const { body: quote } = await place.api.post('/v2/quotes', { property_id: place.room, ...july });
    const idempotency = { key: 'accepted', sentKey: 'accepted', requestHash: 'same' };
    const refused = whileHouseIsHeld(place, 0, () => accept(place, quote.id as number, idempotency));
    await expect(refused).rejects.toMatchObject({ code: 'nights_taken' });
    await expect(accept(place, quote.id as number, idempotency)).rejects.toMatchObject({ code: 'conflict' });
    const { items } = (await place.api.get('/v2/quotes')).body;
    const ofHouse = items.find(({ property_id }: { property_id: number }) => property_id === place.house);
    await place.api.delete(`/v2/quotes/${ofHouse.id}`);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    await place.api.patch(`/v2/quotes/${quote.id}`, { expires_utc: tomorrow });
    expect((await accept(place, quote.id as number, idempotency)).record).toMatchObject({ status: 'active' });
  });

  it('that accepts the quote after its hold was released is refused, and the quote is preempted', async () => {
    const place = await twoProperties();
    const body = { property_id: place.room, ...july, hold_dates: true };
    const { body: quote } = await place.api.post('/v2/quotes', body);
    await place.api.patch(`/v2/quotes/${quote.id}`, { hold_dates: false });
    const refused = whileHouseIsHeld(place, 0, () => accept(place, quote.id as number));
    await expect(refused).rejects.toMatchObject({ code: 'nights_taken' });
    const present = (await place.api.get(`/v2/quotes/${quote.id}`)).body;
    expect(present).toMatchObject({ status: 'preempted', booking_id: null });
  });

  it.each([
    ['holds nothing', false],
    ['held its nights before', true],
  ])('that accepts it on its payment form leaves no guest when the quote %s', async (_name, hold_dates) => {
    const place = await twoProperties();
    const { body: quote } = await place.api.post('/v2/quotes', { property_id: place.room, ...july, hold_dates });
    if (hold_dates) await place.api.patch(`/v2/quotes/${quote.id}`, { hold_dates: false });
    const guest = { first_name: 'Ada', last_name: 'Rossi', email: 'ada@example.com', telephone: '+39 06 555 0100' };
    const form = { ...guest, version: hold_dates ? '2' : '1' };
    const key = String(quote.payment_form).split('/').pop()!;
    const sent = whileHouseIsHeld(place, 0, () => submitPaymentForm(slow.store, key, form, undefined));
    expect(await sent).toMatchObject({ status: 410 });
    const present = (await place.api.get(`/v2/quotes/${quote.id}`)).body;
    expect(present).toMatchObject({ status: 'preempted', guest_id: null, guest: null });
    expect((await place.api.get('/v2/guests')).body.items).toEqual([]);
    expect(await booking.connection.collection('guests').countDocuments({ user_id: place.userId })).toBe(0);
  });

  it('that accepts the quote for a guest is refused, removes the guest from the quote, and does not delete the guest', async () => {
    const place = await twoProperties();
    const { body: quote } = await place.api.post('/v2/quotes', { property_id: place.room, ...july });
    const { body: ada } = await place.api.post('/v2/guests', { first_name: 'Ada' });
    const body = { quote_id: quote.id as number, guest_id: ada.id as number };
    const refused = whileHouseIsHeld(place, 0, () => acceptPostedQuote(slow.store, place.scope, body, {}));
    await expect(refused).rejects.toMatchObject({ code: 'nights_taken' });
    expect((await place.api.get(`/v2/quotes/${quote.id}`)).body).toMatchObject({ status: 'preempted', guest_id: null });
    expect((await place.api.get(`/v2/guests/${ada.id}`)).status).toBe(200);
  });

  const accept = ({ scope }: TwoProperties, quote_id: number, idempotency?: AccountScope['idempotency']) =>
    acceptPostedQuote(slow.store, { ...scope, idempotency }, { quote_id }, {});
  const hold = ({ scope }: TwoProperties, id: number) => updateQuote(slow.store, scope, id, { hold_dates: true }, {});
});
