import { formatInstant } from '@keyhaven/contracts/shared/instants';
import { times } from '@keyhaven/testing/sample';
import { until } from '@keyhaven/testing/until';
import { aQuote, letExpire, quotedStay } from '../testing/a-quote';
import { sendBalance } from '../testing/booking-and-finance';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';
import { aHouse, type HouseAndRooms } from '../testing/house-and-rooms';

// Disable the sweep, so that requests must end expired holds themselves.
jest.mock('../quotes/sweep-quotes', () => ({
  sweepQuotes: () => ({ start: () => {}, stop: () => Promise.resolve() }),
}));

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

const channel = { name: 'Vrbo', platform_reservation_number: 'HA-1' };
const nights = { arrival: quotedStay.arrival, departure: quotedStay.departure };
const elsewhere = { arrival: '2030-09-01', departure: '2030-09-04' };

type ExpiredHold = HouseAndRooms & { quote: { id: number }; other: number; expired: Date };

/**
 * A house with rooms, and an expired hold of the house or of one room. `other` is a property that is linked to the held
 * property, and `expired` is the expiry.
 */
async function anExpiredHold(at: 'house' | 'room'): Promise<ExpiredHold> {
  const account = await aHouse(booking);
  const { api, house, rooms } = account;
  const [held, other] = at === 'house' ? [house, rooms[0]] : [rooms[0], house];
  const { status, body } = await api.post('/v2/quotes', { property_id: held, ...quotedStay, hold_dates: true });
  expect(status).toBe(200);
  expect((await api.post('/v2/bookings', { property_id: other, ...quotedStay })).status).toBe(409);
  const expired = await letExpire(booking, body.id as number);
  return { ...account, quote: body, other, expired };
}

describe.each(['house', 'room'] as const)('an expired hold of the %s before a sweep has canceled it', (at) => {
  it.each<[string, (setup: HouseAndRooms & { other: number }) => Promise<{ status: number }>]>([
    ['booked', ({ api, other }) => api.post('/v2/bookings', { property_id: other, ...quotedStay })],
    [
      'booked with charges',
      ({ api, other }) => api.post('/v2/bookings', { property_id: other, ...quotedStay, generate_charges: true }),
    ],
    ['blocked', ({ api, other }) => api.post('/v2/bookings', { property_id: other, ...nights, is_block: true })],
    [
      'held for another quote',
      ({ api, other }) => api.post('/v2/quotes', { property_id: other, ...quotedStay, hold_dates: true }),
    ],
    [
      'taken by a booking that changes its dates',
      async ({ api, other }) => {
        const { id } = (await api.post('/v2/bookings', { property_id: other, ...elsewhere })).body;
        return api.patch(`/v2/bookings/${id}`, nights);
      },
    ],
    [
      'taken by a booking that moves there from another property',
      async ({ api, other, operator }) => {
        const { id } = (await api.post('/v2/bookings', { property_id: await operator.property(), ...quotedStay })).body;
        return api.patch(`/v2/bookings/${id}`, { property_id: other });
      },
    ],
    [
      'sold by a channel',
      ({ operator, other }) => operator.post('/bookings', { property_id: other, ...quotedStay, channel }),
    ],
  ])(
    'does not prevent the nights of a linked property from being %s',
    async (_what, take) => {
      const setup = await anExpiredHold(at);
      expect((await take(setup)).status).toBe(200);
      const { items } = (await setup.api.get('/v2/bookings?status=active')).body;
      const kinds = items.map(
        ({ type, property_id }: { type: string; property_id: number }) => `${type} ${property_id}`,
      );
      expect(kinds).not.toContain(`linked_availability ${setup.other}`);
      expect((await setup.api.get(`/v2/quotes/${setup.quote.id}`)).body.status).toMatch(/expired|preempted/);
    },
    20_000,
  );
});

describe('an expired quote before a sweep has closed it', () => {
  it('has a hold with total_owed 0 if the guest has paid, because the operator keeps the payment', async () => {
    const { api, userId, quote } = await aQuote(booking, { hold_dates: true });
    const [{ id }] = (await api.get('/v2/bookings')).body.items;
    await sendBalance(booking, userId, id, 1, 100);
    await letExpire(booking, quote.id);
    const shown = { id, status: 'canceled', total_paid: 100, total_owed: 0 };
    expect((await api.get(`/v2/bookings/${id}`)).body).toMatchObject(shown);
    expect((await api.get('/v2/bookings')).body.items).toMatchObject([shown]);
  });

  it('is published as expired and loses its hold when its notes are changed', async () => {
    const { api, userId, quote } = await aQuote(booking, { hold_dates: true });
    await letExpire(booking, quote.id);
    const { status, body } = await api.patch(`/v2/quotes/${quote.id}`, { notes: 'Late.' });
    expect([status, body.status, body.notes]).toEqual([200, 'expired', 'Late.']);
    const [, published] = await booking.eventsOf(userId, 'quote', 2);
    expect(published!.entity).toMatchObject({ status: 'expired', notes: 'Late.' });
    const [, hold] = await booking.eventsOf(userId, 'booking', 2);
    expect(hold!.entity).toMatchObject({ type: 'quote_hold', status: 'canceled' });
  });
});

describe('the cancellation times of an expired hold and its linked_availability records', () => {
  it.each<[string, (setup: ExpiredHold) => Promise<{ status: number }>]>([
    ['a booking takes its nights', ({ api, other }) => api.post('/v2/bookings', { property_id: other, ...quotedStay })],
    ['its quote is changed', ({ api, quote }) => api.patch(`/v2/quotes/${quote.id}`, { notes: 'Late.' })],
    [
      'its quote is reopened without a hold',
      ({ api, quote }) => api.patch(`/v2/quotes/${quote.id}`, { expires_utc: inHours(24), hold_dates: false }),
    ],
    ['its quote is deleted', ({ api, quote }) => api.delete(`/v2/quotes/${quote.id}`)],
  ])('equal the expiry in responses and events after %s', async (_what, end) => {
    const setup = await anExpiredHold('house');
    const { api, userId, expired } = setup;
    const expiry = formatInstant(expired);
    const shownTimes = async () =>
      (await api.get('/v2/bookings?status=canceled')).body.items.map(
        ({ canceled_utc }: { canceled_utc: string }) => canceled_utc,
      );
    expect(await shownTimes()).toEqual([expiry, expiry, expiry]);
    expect((await end(setup)).status).toBeLessThan(300);
    const canceled = await until(async () => {
      const events = (await booking.eventsOf(userId, 'booking', 6)).filter(
        ({ entity }) => entity.status === 'canceled',
      );
      return events.length === 3 ? events : undefined;
    });
    expect(canceled.map((event) => [event.entity.canceled_utc, event.private.canceled_utc])).toEqual(
      canceled.map(() => [expiry, expired.toISOString()]),
    );
    expect(await shownTimes()).toEqual([expiry, expiry, expiry]);
  });

  it('are removed when the quote is reopened together with the hold', async () => {
    const { api, quote } = await anExpiredHold('house');
    await api.patch(`/v2/quotes/${quote.id}`, { expires_utc: inHours(24) });
    const { items } = (await api.get('/v2/bookings?status=active')).body as { items: Record<string, any>[] };
    expect(items.map(({ canceled_utc }) => canceled_utc as string | null)).toEqual([null, null, null]);
  });
});

/** Lists the linked_availability records of an account that have this status. */
async function linkedRecords({ api }: HouseAndRooms, status: string): Promise<Record<string, any>[]> {
  const { items } = (await api.get(`/v2/bookings?status=${status}`)).body as { items: Record<string, any>[] };
  return items.filter(({ type }) => type === 'linked_availability');
}

const inHours = (hours: number) => new Date(Math.floor(Date.now() / 1000) * 1000 + hours * 3_600_000).toISOString();

describe('a linked property', () => {
  it('has an active linked_availability record of a hold until the second in which the hold expires', async () => {
    const setup = await aHouse(booking);
    const { api, house } = setup;
    const { body: quote } = await api.post('/v2/quotes', { property_id: house, ...quotedStay, hold_dates: true });
    expect(await linkedRecords(setup, 'active')).toHaveLength(2);
    const expired = await letExpire(booking, quote.id as number);
    expect(await linkedRecords(setup, 'active')).toEqual([]);
    const [shown] = await linkedRecords(setup, 'canceled');
    expect((await api.get(`/v2/bookings/${shown!.id}`)).body).toMatchObject({
      status: 'canceled',
      canceled_utc: formatInstant(expired),
    });
  });

  it('has linked_availability events that contain the expiry of the hold until the quote is accepted', async () => {
    const setup = await aHouse(booking);
    const { api, house, userId } = setup;
    const held = { property_id: house, ...quotedStay, hold_dates: true };
    const { body: quote } = await api.post('/v2/quotes', held);
    const later = await api.patch(`/v2/quotes/${quote.id}`, { expires_utc: inHours(48) });
    await api.post('/v2/bookings', { quote_id: quote.id });
    const [{ id }] = (await linkedRecords(setup, 'active')) as [{ id: number }];
    const published = (await booking.eventsOf(userId, 'booking', 9)).filter(({ entity_id }) => entity_id === id);
    expect(published.map((event) => event.private.expires_utc)).toEqual([
      quote.expires_utc,
      later.body.expires_utc,
      null,
    ]);
  });

  it('is either booked or held again, but never both, if a booking and the reopening of a quote are concurrent', async () => {
    for (let run = 0; run < times(8, 2); run++) {
      const { api, quote, other } = await anExpiredHold(run % 2 === 0 ? 'house' : 'room');
      const [booked, revived] = await Promise.all([
        api.post('/v2/bookings', { property_id: other, ...quotedStay }),
        api.patch(`/v2/quotes/${quote.id}`, { expires_utc: inHours(24) }),
      ]);
      expect([booked.status, revived.status].sort()).toEqual([200, 409]);
      const { items } = (await api.get('/v2/bookings?status=active')).body;
      const taking = items.filter(({ type }: { type: string }) => type !== 'linked_availability');
      expect(taking.map(({ type }: { type: string }) => type)).toEqual([booked.status === 200 ? 'booking' : 'quote_hold']); // prettier-ignore
    }
  }, 60_000);
});
