import { services } from '@keyhaven/contracts/platform/services';
import { RESYNC_END, resyncTopic } from '@keyhaven/events/change-event';
import { publishedEvent } from '@keyhaven/testing/published-event';
import { until } from '@keyhaven/testing/until';
import { versionIn } from '@keyhaven/testing/version-in';
import { aCharge } from '../testing/a-charge';
import {
  aPendingBooking,
  type BookingAndFinance,
  startBookingAndFinance,
  totals,
} from '../testing/booking-and-finance';
import { makeAccount } from '../testing/booking-under-test';

let booking: BookingAndFinance;
let service: BookingAndFinance['service'];
let sendBalance: BookingAndFinance['sendBalance'];
let publish: BookingAndFinance['publish'];
beforeAll(async () => {
  booking = await startBookingAndFinance();
  ({ service, sendBalance, publish } = booking);
});
afterAll(() => booking.stop());
beforeEach(() => booking.reset());

describe('a balance that finance sends for a booking', () => {
  it('replaces an earlier balance, but is ignored if it is not newer than the stored balance', async () => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    await sendBalance(account.userId, id, 2, 300, 50);
    await sendBalance(account.userId, id, 1, 9999);
    await publish(account.userId, id, 1, 9999);
    await publish(account.userId, id, 2, 300, { entity: { id, totals: totals(300, 50), canceled_utc: null } });
    const { body, headers } = await account.api.get(`/v2/bookings/${id}`);
    expect(body).toMatchObject({ total_paid: 300, total_refunded: 50, total_owed: 750, status: 'pending' });
    await publish(account.userId, id, 3, 300);
    await publish(account.userId, id, 3, 300);
    const after = await account.api.get(`/v2/bookings/${id}`);
    expect(after.body).toMatchObject({ total_refunded: 0 });
    expect(versionIn(after.headers)).toBe(versionIn(headers)! + 1);
    const events = await service.eventsOf(account.userId, 'booking', 3);
    expect(events.slice(1).map(({ categories }) => categories)).toEqual([['financial'], ['financial']]);
  });

  it("is ignored if its currency is not the booking's", async () => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    await publish(account.userId, id, 1, 0, { entity: { id, totals: totals(900, 0, 'USD'), canceled_utc: null } });
    expect((await account.api.get(`/v2/bookings/${id}`)).body).toMatchObject({ total_paid: 0, status: 'pending' });
  });

  it("makes a pending booking active when payment_due_percent of the booking's total is paid", async () => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    expect((await sendBalance(account.userId, id, 1, 499.99)).body).toEqual({ outcome: 'counted', status: 'pending' });
    expect((await sendBalance(account.userId, id, 2, 500)).body).toEqual({ outcome: 'counted', status: 'active' });
    const all = await aPendingBooking(account, { payment_due_percent: 100 });
    expect((await sendBalance(account.userId, all.id, 1, 999)).body.status).toBe('pending');
    await publish(account.userId, all.id, 2, 1000);
    expect((await account.api.get(`/v2/bookings/${all.id}`)).body.status).toBe('active');
  });

  it('makes a pending booking active when the total is reduced so far that enough is paid', async () => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    await sendBalance(account.userId, id, 1, 400);
    const unchanged = await account.api.patch(`/v2/bookings/${id}`, { title: 'a late arrival' });
    expect(unchanged.body.status).toBe('pending');
    const lowered = await account.operator.patch(`/bookings/${id}`, { charges: [aCharge('rent', 800)] });
    expect(lowered.body).toMatchObject({ status: 'active', pending_until_utc: null, total_owed: 400 });
  });

  it("makes a pending booking active when the property's payment_due_percent is lowered to the paid share", async () => {
    const account = await makeAccount(service);
    const { id, property_id } = await aPendingBooking(account);
    await sendBalance(account.userId, id, 1, 400);
    await account.operator.patch(`/properties/${property_id}`, { payment_due_percent: 40 });
    await until(async () => (await account.api.get(`/v2/bookings/${id}`)).body.status === 'active');
  });

  it('makes a pending booking active even if the sweep could not change the paid booking before it', async () => {
    const account = await makeAccount(service);
    const [damaged, paid] = [await aPendingBooking(account), await aPendingBooking(account)];
    for (const { id } of [damaged, paid]) await sendBalance(account.userId, id, 1, 400);
    await booking.loseProperty(damaged.id);
    await account.operator.patch(`/properties/${paid.property_id}`, { payment_due_percent: 40 });
    await until(async () => (await account.api.get(`/v2/bookings/${paid.id}`)).body.status === 'active');
  });

  it('makes a canceled booking active as soon as a client changes its status to pending, if enough is paid', async () => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    await account.api.patch(`/v2/bookings/${id}`, { status: 'canceled' });
    await sendBalance(account.userId, id, 1, 1000);
    expect((await account.api.patch(`/v2/bookings/${id}`, { status: 'pending' })).body.status).toBe('active');
  });

  it('leaves a canceled booking canceled, and the response to finance contains that status', async () => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    await account.api.patch(`/v2/bookings/${id}`, { status: 'canceled' });
    expect((await sendBalance(account.userId, id, 1, 1000)).body).toEqual({ outcome: 'counted', status: 'canceled' });
    expect((await account.api.get(`/v2/bookings/${id}`)).body).toMatchObject({ status: 'canceled', total_paid: 1000 });
  });

  it("gets the same response for another account's booking as for an unknown booking", async () => {
    const [mine, theirs] = [await makeAccount(service), await makeAccount(service)];
    const { id } = await aPendingBooking(theirs);
    expect((await sendBalance(mine.userId, id, 1, 10)).body).toEqual({ outcome: 'unknown' });
    const read = await service.asOperator().post(`/internal/bookings/${id}/read`, { user_id: mine.userId });
    expect(read.body).toEqual({ outcome: 'unknown' });
  });

  it('is retried while its booking does not exist, and becomes a dead letter after a minute', async () => {
    const account = await makeAccount(service);
    const unknown = account.userId + 7;
    await expect(publish(account.userId, unknown, 1, 10)).rejects.toThrow(/does not exist/);
    await publish(account.userId, unknown, 1, 10, { occurred_utc: '2026-01-01T00:00:00.000Z' });
    expect(service.deadLetters.map(({ event }) => event.entity_id)).toContain(unknown);
  });
});

describe('the currency of a booking', () => {
  it('cannot be changed by the operator while payments are recorded in that currency', async () => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    await sendBalance(account.userId, id, 1, 300, 100);
    const refused = await account.operator.patch(`/bookings/${id}`, { currency_code: 'JPY' });
    expect([refused.status, refused.body.messages]).toEqual([
      400,
      [
        'currency_code: JPY is not accepted; the booking has payments, refunds or fees in EUR (total_paid 300, total_refunded 100)',
      ],
    ]);
    expect((await account.operator.patch(`/bookings/${id}`, { currency_code: 'EUR' })).status).toBe(200);
    await publish(account.userId, id, 2, 0);
    const changed = await account.operator.patch(`/bookings/${id}`, { currency_code: 'JPY' });
    expect(changed.body).toMatchObject({ currency_code: 'JPY', total_paid: 0 });
  });

  it('decides which payments count; after a change of currency, those in the new currency count', async () => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    await publish(account.userId, id, 1, 0, { entity: { id, totals: totals(900, 0, 'USD'), canceled_utc: null } });
    const { body } = await account.operator.patch(`/bookings/${id}`, { currency_code: 'USD' });
    expect(body).toMatchObject({ total_paid: 900, total_owed: 100, status: 'active' });
  });
});

describe('a resync of finance', () => {
  /** Publishes the end of a resync of an account's balances. The resync began at `epoch`. */
  const endResync = (userId: number, generation: number, epoch = new Date()) =>
    service.bus.publish(resyncTopic(services.finance.topic), [
      publishedEvent(userId, {
        entity_type: 'booking_balance',
        entity_id: 0,
        action: RESYNC_END,
        generation,
        is_resync: true,
        resync_epoch: epoch.toISOString(),
      }),
    ]);

  it('removes payments that finance lost when a backup was restored; confirmed bookings stay active', async () => {
    const account = await makeAccount(service);
    const [gone, kept] = [await aPendingBooking(account), await aPendingBooking(account)];
    for (const { id } of [gone, kept]) {
      await sendBalance(account.userId, id, 3, 500);
      await publish(account.userId, id, 3, 500);
    }
    await publish(account.userId, kept.id, 1, 300, { generation: 1 });
    await endResync(account.userId, 1);
    const read = async (id: number) => (await account.api.get(`/v2/bookings/${id}`)).body;
    expect(await read(gone.id)).toMatchObject({ total_paid: 0, total_owed: 1000, status: 'active' });
    expect(await read(kept.id)).toMatchObject({ total_paid: 300, total_owed: 700 });
    // Balances that were published before the restore (generation 0) are ignored. Balances that were published after it
    // (generation 1) count.
    await publish(account.userId, gone.id, 4, 900);
    expect((await sendBalance(account.userId, gone.id, 5, 900)).body).toEqual({ outcome: 'counted', status: 'active' });
    expect(await read(gone.id)).toMatchObject({ total_paid: 0 });
    await publish(account.userId, gone.id, 1, 200, { generation: 1 });
    expect(await read(gone.id)).toMatchObject({ total_paid: 200 });
  });

  it('sets to 0 the balances that finance did not publish again, unless they changed after the resync began', async () => {
    const account = await makeAccount(service);
    const [forgotten, changed] = [await aPendingBooking(account), await aPendingBooking(account)];
    await publish(account.userId, forgotten.id, 1, 400);
    await sendBalance(account.userId, changed.id, 1, 400);
    const later = new Date(Date.now() + 120_000);
    await publish(account.userId, changed.id, 2, 450, { occurred_utc: later.toISOString() });
    await endResync(account.userId, 0, later);
    expect((await account.api.get(`/v2/bookings/${forgotten.id}`)).body).toMatchObject({ total_paid: 0 });
    expect((await account.api.get(`/v2/bookings/${changed.id}`)).body).toMatchObject({ total_paid: 450 });
  });

  it('sets a balance to 0 until a later event with the same version restores the balance', async () => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    const shows = (paid: number) =>
      until(async () => (await account.api.get(`/v2/bookings/${id}`)).body.total_paid === paid);
    await publish(account.userId, id, 1, 400);
    await shows(400);
    const end = new Date(Date.now() + 120_000);
    await endResync(account.userId, 0, end);
    await shows(0);
    await publish(account.userId, id, 1, 400, { occurred_utc: new Date(end.getTime() + 60_000).toISOString() });
    await shows(400);
  });

  it('keeps a balance if an event with the same version occurred after the resync began', async () => {
    const account = await makeAccount(service);
    const [{ id }, other] = [await aPendingBooking(account), await aPendingBooking(account)];
    await sendBalance(account.userId, id, 1, 400);
    const end = new Date(Date.now() + 120_000);
    await publish(account.userId, id, 1, 400, { occurred_utc: end.toISOString() });
    // Events of a topic are handled in order, so when the effect of this event is visible, the event before it has been
    // handled too.
    await publish(account.userId, other.id, 1, 300);
    const paid = async (bookingId: number) => (await account.api.get(`/v2/bookings/${bookingId}`)).body.total_paid;
    await until(async () => (await paid(other.id)) === 300);
    await endResync(account.userId, 0, end);
    await until(async () => (await paid(other.id)) === 0);
    expect(await paid(id)).toBe(400);
  });
});

describe('a booking with payments', () => {
  it('cannot become a block until the payments are refunded', async () => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    await sendBalance(account.userId, id, 1, 600, 100);
    const clears = { is_block: true, charges: null, guest_id: null, listing_site_id: null };
    const refused = await account.api.patch(`/v2/bookings/${id}`, clears);
    expect([refused.status, refused.body.messages]).toEqual([
      400,
      ['is_block: the booking has payments of 600 and refunds of 100; refund them first'],
    ]);
    expect((await account.api.get(`/v2/bookings/${id}`)).body).toMatchObject({ type: 'booking', total_amount: 1000 });
    await sendBalance(account.userId, id, 2, 600, 600);
    expect((await account.api.patch(`/v2/bookings/${id}`, clears)).body).toMatchObject({ type: 'block' });
  });
});
