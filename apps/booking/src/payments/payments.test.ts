import { json } from 'node:stream/consumers';
import { bookingInternalContract } from '@keyhaven/contracts/booking/internal-contract';
import { bookingOperatorContract } from '@keyhaven/contracts/booking/operator-contract';
import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import { services } from '@keyhaven/contracts/platform/services';
import { RESYNC_END, resyncTopic } from '@keyhaven/events/change-event';
import { type LoopbackServer, startLoopbackServer } from '@keyhaven/testing/crash/loopback-server';
import { type ServiceUnderTest, startServiceUnderTest } from '@keyhaven/testing/service-under-test';
import { publishedEvent } from '@keyhaven/testing/published-event';
import { until } from '@keyhaven/testing/until';
import { versionIn } from '@keyhaven/testing/version-in';
import { bookingService } from '../service';
import { makeAccount, type TestAccount } from '../testing/booking-under-test';

/** The payments of a booking that finance returns; undefined while finance is unavailable. */
let paymentsOf: (bookingId: number) => number[] | undefined;
let asked: number[];
let finance: LoopbackServer;
let service: ServiceUnderTest;
beforeAll(async () => {
  finance = await startLoopbackServer((request, response) => {
    void json(request).then(() => {
      const id = Number(/\d+/.exec(request.url!)![0]);
      asked.push(id);
      const payment_ids = paymentsOf(id);
      response.writeHead(payment_ids ? 200 : 503, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ payment_ids }));
    });
  });
  const contracts = [bookingPublicContract, bookingOperatorContract, bookingInternalContract];
  service = await startServiceUnderTest(bookingService, contracts, {
    settings: { LAPSE_SWEEP_SECONDS: '0.05' },
    urlOf: () => finance.url,
  });
});
afterAll(async () => {
  await service.stop();
  await finance.close();
});
beforeEach(() => {
  asked = [];
  paymentsOf = () => undefined;
});

const charge = {
  type: 'rent',
  description: 'Rent',
  rate: 0,
  rate_is_percent: false,
  position: 0,
  is_taxable: true,
  is_channel_managed: false,
  is_commission_all: false,
  is_expense_all: false,
  commission_amount: 0,
  owner_amount: 0,
  owner_commission_percent: 0,
};

async function aPendingBooking(account: TestAccount, property: object = {}) {
  const property_id = await account.operator.property({ ...property });
  const stay = { property_id, arrival: '2027-05-01', departure: '2027-05-08', status: 'pending' };
  return account.operator.booking({ ...stay, charges: [{ ...charge, amount: 1000 }] });
}

function totals(paid: number, refunded = 0, currency_code = 'EUR') {
  return [{ currency_code, total_paid: paid, total_refunded: refunded, total_host_fees: 0, paid_when_canceled: 0 }];
}

const confirm = (user_id: number, id: number, version: number, paid: number, refunded = 0) =>
  service.asOperator().post(`/internal/bookings/${id}/balance`, {
    user_id,
    balance: { generation: 0, version, totals: totals(paid, refunded), canceled_utc: null },
  });

/** Publishes a balance as the finance service does. */
const publish = (user_id: number, entity_id: number, version: number, paid: number, more: object = {}) =>
  service.bus.publish(services.finance.topic, [
    publishedEvent(user_id, {
      entity_type: 'booking_balance',
      entity_id,
      version,
      categories: ['financial'],
      entity: { id: entity_id, totals: totals(paid), canceled_utc: null },
      ...more,
    }),
  ]);

/** Moves the payment deadline of a pending booking into the past. */
const timeIsUp = (id: number) =>
  service.connection
    .collection('stays')
    .updateOne({ 'booking.id': id }, { $set: { 'booking.pending_until_utc': new Date(Date.now() - 1000) } });

describe('a balance that finance sends for a booking', () => {
  it('replaces an earlier one; the same or an earlier one changes nothing', async () => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    await confirm(account.userId, id, 2, 300, 50);
    await confirm(account.userId, id, 1, 9999);
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

  it('counts only in the currency of the booking', async () => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    await publish(account.userId, id, 1, 0, { entity: { id, totals: totals(900, 0, 'USD'), canceled_utc: null } });
    expect((await account.api.get(`/v2/bookings/${id}`)).body).toMatchObject({ total_paid: 0, status: 'pending' });
  });

  it('makes a pending booking active when payment_due_percent of its total is paid', async () => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    expect((await confirm(account.userId, id, 1, 499.99)).body).toEqual({ outcome: 'counted', status: 'pending' });
    expect((await confirm(account.userId, id, 2, 500)).body).toEqual({ outcome: 'counted', status: 'active' });
    const all = await aPendingBooking(account, { payment_due_percent: 100 });
    expect((await confirm(account.userId, all.id, 1, 999)).body.status).toBe('pending');
    await publish(account.userId, all.id, 2, 1000);
    expect((await account.api.get(`/v2/bookings/${all.id}`)).body.status).toBe('active');
  });

  it('makes a pending booking active when its total falls so that enough is paid', async () => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    await confirm(account.userId, id, 1, 400);
    const unchanged = await account.api.patch(`/v2/bookings/${id}`, { title: 'a late arrival' });
    expect(unchanged.body.status).toBe('pending');
    const lowered = await account.operator.patch(`/bookings/${id}`, { charges: [{ ...charge, amount: 800 }] });
    expect(lowered.body).toMatchObject({ status: 'active', pending_until_utc: null, total_owed: 400 });
  });

  it('makes a pending booking active when payment_due_percent is lowered, even while finance is unavailable', async () => {
    const account = await makeAccount(service);
    const { id, property_id } = await aPendingBooking(account);
    await confirm(account.userId, id, 1, 400);
    await account.operator.patch(`/properties/${property_id}`, { payment_due_percent: 40 });
    await until(async () => (await account.api.get(`/v2/bookings/${id}`)).body.status === 'active');
  });

  it('makes a canceled booking active when it is set to pending with enough paid', async () => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    await account.api.patch(`/v2/bookings/${id}`, { status: 'canceled' });
    await confirm(account.userId, id, 1, 1000);
    expect((await account.api.patch(`/v2/bookings/${id}`, { status: 'pending' })).body.status).toBe('active');
  });

  it('leaves a canceled booking canceled, and returns that status', async () => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    await account.api.patch(`/v2/bookings/${id}`, { status: 'canceled' });
    expect((await confirm(account.userId, id, 1, 1000)).body).toEqual({ outcome: 'counted', status: 'canceled' });
    expect((await account.api.get(`/v2/bookings/${id}`)).body).toMatchObject({ status: 'canceled', total_paid: 1000 });
  });

  it('gets the same answer for a booking of another account as for one that does not exist', async () => {
    const [mine, theirs] = [await makeAccount(service), await makeAccount(service)];
    const { id } = await aPendingBooking(theirs);
    expect((await confirm(mine.userId, id, 1, 10)).body).toEqual({ outcome: 'unknown' });
    const read = await service.asOperator().post(`/internal/bookings/${id}/read`, { user_id: mine.userId });
    expect(read.body).toEqual({ outcome: 'unknown' });
  });

  it('is retried while its booking does not exist, and becomes a dead letter later', async () => {
    const account = await makeAccount(service);
    const unknown = account.userId + 7;
    await expect(publish(account.userId, unknown, 1, 10)).rejects.toThrow(/does not exist/);
    await publish(account.userId, unknown, 1, 10, { occurred_utc: '2026-01-01T00:00:00.000Z' });
    expect(service.deadLetters.map(({ event }) => event.entity_id)).toContain(unknown);
  });
});

describe('the currency of a booking', () => {
  it('cannot be changed by the operator while its totals include payments', async () => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    await confirm(account.userId, id, 1, 300, 100);
    const refused = await account.operator.patch(`/bookings/${id}`, { currency_code: 'JPY' });
    expect([refused.status, refused.body.messages]).toEqual([
      400,
      [
        'currency_code: JPY is not accepted instead of EUR; money of the booking is recorded in EUR (total_paid 300, total_refunded 100)',
      ],
    ]);
    expect((await account.operator.patch(`/bookings/${id}`, { currency_code: 'EUR' })).status).toBe(200);
    await publish(account.userId, id, 2, 0);
    const changed = await account.operator.patch(`/bookings/${id}`, { currency_code: 'JPY' });
    expect(changed.body).toMatchObject({ currency_code: 'JPY', total_paid: 0 });
  });

  it('decides which payments count when it changes', async () => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    await publish(account.userId, id, 1, 0, { entity: { id, totals: totals(900, 0, 'USD'), canceled_utc: null } });
    const { body } = await account.operator.patch(`/bookings/${id}`, { currency_code: 'USD' });
    expect(body).toMatchObject({ total_paid: 900, total_owed: 100, status: 'active' });
  });
});

describe('a resync of finance', () => {
  /** Publishes the end of a resync of an account's balances. */
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

  it('after a restore removes payments that no longer exist, and leaves confirmed bookings active', async () => {
    const account = await makeAccount(service);
    const [gone, kept] = [await aPendingBooking(account), await aPendingBooking(account)];
    for (const { id } of [gone, kept]) {
      await confirm(account.userId, id, 3, 500);
      await publish(account.userId, id, 3, 500);
    }
    await publish(account.userId, kept.id, 1, 300, { generation: 1 });
    await endResync(account.userId, 1);
    const read = async (id: number) => (await account.api.get(`/v2/bookings/${id}`)).body;
    expect(await read(gone.id)).toMatchObject({ total_paid: 0, total_owed: 1000, status: 'active' });
    expect(await read(kept.id)).toMatchObject({ total_paid: 300, total_owed: 700 });
    // Late balances from before the restore are ignored; balances published after it count.
    await publish(account.userId, gone.id, 4, 900);
    expect((await confirm(account.userId, gone.id, 5, 900)).body).toEqual({ outcome: 'counted', status: 'active' });
    expect(await read(gone.id)).toMatchObject({ total_paid: 0 });
    await publish(account.userId, gone.id, 1, 200, { generation: 1 });
    expect(await read(gone.id)).toMatchObject({ total_paid: 200 });
  });

  it('clears balances that it did not republish, unless they changed later', async () => {
    const account = await makeAccount(service);
    const [forgotten, changed] = [await aPendingBooking(account), await aPendingBooking(account)];
    await publish(account.userId, forgotten.id, 1, 400);
    await confirm(account.userId, changed.id, 1, 400);
    const later = new Date(Date.now() + 120_000);
    await publish(account.userId, changed.id, 2, 450, { occurred_utc: later.toISOString() });
    await endResync(account.userId, 0, later);
    expect((await account.api.get(`/v2/bookings/${forgotten.id}`)).body).toMatchObject({ total_paid: 0 });
    expect((await account.api.get(`/v2/bookings/${changed.id}`)).body).toMatchObject({ total_paid: 450 });
  });
});

describe('a booking with payments', () => {
  it('cannot become a block until they are refunded', async () => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    await confirm(account.userId, id, 1, 600, 100);
    const clears = { is_block: true, charges: null, guest_id: null, listing_site_id: null };
    const refused = await account.api.patch(`/v2/bookings/${id}`, clears);
    expect([refused.status, refused.body.messages]).toEqual([
      400,
      ['is_block: the booking has payments of 600 and refunds of 100; refund them first'],
    ]);
    expect((await account.api.get(`/v2/bookings/${id}`)).body).toMatchObject({ type: 'booking', total_amount: 1000 });
    await confirm(account.userId, id, 2, 600, 600);
    expect((await account.api.patch(`/v2/bookings/${id}`, clears)).body).toMatchObject({ type: 'block' });
  });
});

describe('a pending booking past its payment deadline', () => {
  it('is canceled when finance has no payment for it, and its nights become free', async () => {
    const account = await makeAccount(service);
    const { id, property_id } = await aPendingBooking(account);
    paymentsOf = () => [];
    await timeIsUp(id);
    await until(async () => (await account.api.get(`/v2/bookings/${id}`)).body.status === 'canceled');
    const events = await service.eventsOf(account.userId, 'booking', 2);
    expect([...events[1]!.categories].sort()).toEqual(expect.arrayContaining(['availability', 'canceled']));
    const again = await account.api.post('/v2/bookings', {
      property_id,
      arrival: '2027-05-01',
      departure: '2027-05-08',
    });
    expect(again.status).toBe(200);
  });

  it.each([
    ['while finance is unavailable', undefined],
    ['while a payment exists', [77]],
  ])('is not canceled %s', async (_name, payments) => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    paymentsOf = (bookingId) => (bookingId === id ? payments : []);
    await timeIsUp(id);
    // A second request shows that the first sweep has ended.
    await until(() => asked.filter((one) => one === id).length >= 2);
    expect((await account.api.get(`/v2/bookings/${id}`)).body.status).toBe('pending');
  });

  it('does not affect pending bookings before their deadlines', async () => {
    const account = await makeAccount(service);
    const [early, due] = [await aPendingBooking(account), await aPendingBooking(account)];
    paymentsOf = () => [];
    await timeIsUp(due.id);
    await until(async () => (await account.api.get(`/v2/bookings/${due.id}`)).body.status === 'canceled');
    expect(asked).not.toContain(early.id);
    expect((await account.api.get(`/v2/bookings/${early.id}`)).body.status).toBe('pending');
  });
});

describe('retained_amount', () => {
  it('is owed for a canceled booking, and refused for any other', async () => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    expect((await account.operator.patch(`/bookings/${id}`, { retained_amount: 200 })).status).toBe(400);
    await confirm(account.userId, id, 1, 300);
    const { body } = await account.operator.patch(`/bookings/${id}`, { status: 'canceled', retained_amount: 200 });
    expect(body).toMatchObject({ status: 'canceled', total_owed: -100 });
  });

  it('defaults to payments minus refunds at cancellation; later payments are owed back', async () => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    await confirm(account.userId, id, 1, 600, 100);
    const canceled = await account.api.patch(`/v2/bookings/${id}`, { status: 'canceled' });
    expect(canceled.body).toMatchObject({ total_paid: 600, total_owed: 0 });
    await confirm(account.userId, id, 2, 800, 100);
    const read = async () => (await account.api.get(`/v2/bookings/${id}`)).body;
    expect(await read()).toMatchObject({ status: 'canceled', total_paid: 800, total_owed: -200 });
    expect((await account.operator.patch(`/bookings/${id}`, { retained_amount: 650 })).body.total_owed).toBe(-50);
    expect((await account.operator.patch(`/bookings/${id}`, { retained_amount: null })).body.total_owed).toBe(-200);
    await confirm(account.userId, id, 3, 800, 300);
    expect(await read()).toMatchObject({ total_owed: 0 });
  });

  it('is never negative', async () => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    await confirm(account.userId, id, 1, 100, 130);
    const { body } = await account.api.patch(`/v2/bookings/${id}`, { status: 'canceled' });
    expect(body).toMatchObject({ total_owed: 30 });
  });

  it('is 0 for a booking that lapsed', async () => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    paymentsOf = () => [];
    await timeIsUp(id);
    const read = async () => (await account.api.get(`/v2/bookings/${id}`)).body;
    await until(async () => (await read()).status === 'canceled');
    await confirm(account.userId, id, 1, 300);
    expect(await read()).toMatchObject({ total_paid: 300, total_owed: -300 });
    const last = (await service.eventsOf(account.userId, 'booking', 3)).at(-1)!;
    expect(last.private).toMatchObject({ retained_amount: null, has_lapsed: true });
  });

  it('is 0 again for a lapsed booking when the operator sets it and then sends null', async () => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    paymentsOf = () => [];
    await timeIsUp(id);
    const read = async () => (await account.api.get(`/v2/bookings/${id}`)).body;
    await until(async () => (await read()).status === 'canceled');
    const canceled_utc = (await service.eventsOf(account.userId, 'booking', 2)).at(-1)!.private.canceled_utc;
    await publish(account.userId, id, 1, 300, {
      entity: { id, totals: [{ ...totals(300)[0], paid_when_canceled: 300 }], canceled_utc },
    });
    const retain = async (retained_amount: number | null) =>
      (await account.operator.patch(`/bookings/${id}`, { retained_amount })).body.total_owed;
    expect(await retain(120)).toBe(-180);
    expect(await retain(null)).toBe(-300);
  });

  it('is what was paid when a lapsed booking is reactivated and then canceled', async () => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    paymentsOf = () => [];
    await timeIsUp(id);
    await until(async () => (await account.api.get(`/v2/bookings/${id}`)).body.status === 'canceled');
    await account.api.patch(`/v2/bookings/${id}`, { status: 'active' });
    await confirm(account.userId, id, 1, 300);
    const { body } = await account.api.patch(`/v2/bookings/${id}`, { status: 'canceled' });
    expect(body).toMatchObject({ total_paid: 300, total_owed: 0 });
    const last = (await service.eventsOf(account.userId, 'booking', 5)).at(-1)!;
    expect(last.private).toMatchObject({ has_lapsed: false });
  });

  it("is corrected by finance's late records, but only by those for this cancellation", async () => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    await account.api.patch(`/v2/bookings/${id}`, { status: 'canceled' });
    const first = (await service.eventsOf(account.userId, 'booking', 2)).at(-1)!;
    const canceled_utc = first.private.canceled_utc as string;
    // Both times come from the clock of the database, to the millisecond.
    expect(canceled_utc).toBe(first.occurred_utc);
    const late = (version: number, paid: number, when: number, at = canceled_utc) =>
      publish(account.userId, id, version, paid, {
        entity: { id, totals: [{ ...totals(paid)[0], paid_when_canceled: when }], canceled_utc: at },
      });
    const owed = async () => (await account.api.get(`/v2/bookings/${id}`)).body.total_owed as number;
    await late(1, 700, 400);
    expect(await owed()).toBe(-300);
    await late(2, 700, 700, '2026-01-01T00:00:00.000Z');
    expect(await owed()).toBe(-700);
    await late(3, 700, 450);
    expect(await owed()).toBe(-250);
  });

  it('is what was paid at the second cancellation when a booking is reactivated and canceled again', async () => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    await confirm(account.userId, id, 1, 500);
    await account.operator.patch(`/bookings/${id}`, { status: 'canceled', retained_amount: 100 });
    await account.api.patch(`/v2/bookings/${id}`, { status: 'active' });
    await confirm(account.userId, id, 2, 800);
    expect((await account.api.get(`/v2/bookings/${id}`)).body.total_owed).toBe(200);
    const { body } = await account.api.patch(`/v2/bookings/${id}`, { status: 'canceled' });
    expect(body).toMatchObject({ total_paid: 800, total_owed: 0 });
  });
});
