import { until } from '@keyhaven/testing/until';
import { versionIn } from '@keyhaven/testing/version-in';
import { aQuote, letExpire, type QuoteSetup, quotedStay } from '../testing/a-quote';
import { sendBalance } from '../testing/booking-and-finance';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';
import { aHouse } from '../testing/house-and-rooms';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

const channel = { name: 'Vrbo', platform_reservation_number: 'HA-1' };

describe('a quote that holds its nights', () => {
  it('has a quote_hold booking, which occupies the nights until the quote is deleted', async () => {
    const { api, userId, property_id, quote } = await aQuote(booking, { hold_dates: true });
    const { items } = (await api.get('/v2/bookings?status=active')).body;
    expect(items).toMatchObject([{ type: 'quote_hold', status: 'active', quote_id: quote.id, ...quotedStay }]);
    const [published] = await booking.eventsOf(userId, 'booking', 1);
    expect(published!.private.expires_utc).toBe(quote.expires_utc);
    expect((await api.post('/v2/bookings', { property_id, ...quotedStay })).status).toBe(409);
    expect((await api.delete(`/v2/quotes/${quote.id}`)).status).toBe(204);
    expect((await api.get(`/v2/bookings/${items[0].id}`)).body.status).toBe('canceled');
    expect((await api.post('/v2/bookings', { property_id, ...quotedStay })).status).toBe(200);
    expect((await api.get(`/v2/quotes/${quote.id}`)).status).toBe(404);
    const { items: listed } = (await api.get('/v2/quotes?include_deleted=true')).body;
    expect(listed).toMatchObject([{ id: quote.id, deleted_utc: expect.any(String) }]);
    expect((await api.get('/v2/quotes')).body.items).toEqual([]);
    const events = await booking.eventsOf(userId, 'quote', 2);
    expect(events.map(({ action }) => action)).toEqual(['entity_create', 'entity_delete']);
  });

  it('is refused when another quote already holds the nights', async () => {
    const { api, property_id } = await aQuote(booking, { hold_dates: true });
    const answer = await api.post('/v2/quotes', { property_id, ...quotedStay, hold_dates: true });
    expect([answer.status, answer.body.status]).toEqual([409, 'nights_taken']);
    expect((await api.get('/v2/quotes')).body.items).toHaveLength(1);
  });

  it('holds its new nights and frees the old ones when its dates change, and frees all nights with hold_dates false', async () => {
    const { api, property_id, quote } = await aQuote(booking, { hold_dates: true });
    const moved = { arrival: '2030-07-02', departure: '2030-07-06', generate_charges: true };
    expect((await api.patch(`/v2/quotes/${quote.id}`, moved)).body).toMatchObject({ total_amount: 400 });
    expect(booking.peers.lastStayOf(property_id)).toMatchObject({ ignoring_booking_id: expect.any(Number) });
    const night = (arrival: string, departure: string) =>
      api.post('/v2/bookings', { property_id, arrival, departure, is_block: true });
    expect((await night('2030-07-01', '2030-07-02')).status).toBe(200);
    expect((await night('2030-07-05', '2030-07-06')).status).toBe(409);
    await api.patch(`/v2/quotes/${quote.id}`, { hold_dates: false });
    expect((await night('2030-07-05', '2030-07-06')).status).toBe(200);
  });

  it('takes the settings of the new property when it moves, with hold_dates true or false', async () => {
    for (const hold_dates of [true, false]) {
      const { api, userId, operator } = await booking.anAccount({ is_property_management: true });
      const property = { time_zone: 'Europe/Rome', payment_due_percent: 0 };
      const owner_id = await operator.owner();
      const before = {
        ...property,
        owner_id: await operator.owner(),
        owner_commission_percent: 10,
        accounting: { class: 'A' },
      };
      const after = { ...property, owner_id, owner_commission_percent: 30, accounting: { class: 'B' } };
      const from = await operator.property({ ...before, check_in_end: '20:00' });
      const to = await operator.property({ ...after, check_in_end: '22:00', currency_code: 'USD' });
      booking.peers.price(to, { currency_code: 'USD' });
      const { body: quote } = await api.post('/v2/quotes', { property_id: from, ...quotedStay, hold_dates: true });
      const moved = await api.patch(`/v2/quotes/${quote.id}`, { property_id: to, hold_dates, generate_charges: true });
      expect(moved.status).toBe(200);
      const { body: booked } = await api.post('/v2/bookings', { quote_id: quote.id });
      expect(booked).toMatchObject({ property_id: to, owner_id, check_in_end: '22:00', currency_code: 'USD' });
      const published = (await booking.eventsOf(userId, 'booking', 3)).at(-1)!;
      expect(published.private).toMatchObject({ owner_commission_percent: 30, accounting: { class: 'B' } });
    }
  });

  it('cannot be changed through its quote_hold booking', async () => {
    const { api } = await aQuote(booking, { hold_dates: true });
    const [hold] = (await api.get('/v2/bookings')).body.items;
    const answer = await api.patch(`/v2/bookings/${hold.id}`, { status: 'canceled' });
    expect([answer.status, answer.body.messages[0]]).toEqual([400, expect.stringContaining('change that quote')]);
  });

  it('has linked_availability records, and occupies the same nights at linked properties', async () => {
    const { api, house, rooms } = await aHouse(booking);
    const { body: quote } = await api.post('/v2/quotes', { property_id: house, ...quotedStay, hold_dates: true });
    const refused = await api.post('/v2/quotes', { property_id: rooms[0], ...quotedStay });
    expect(refused.status).toBe(409);
    const linked = await api.get(`/v2/bookings?property_ids=${rooms[0]}&status=active`);
    expect(linked.body.items).toMatchObject([{ type: 'linked_availability' }]);
    await api.delete(`/v2/quotes/${quote.id}`);
    expect((await api.post('/v2/bookings', { property_id: rooms[0], ...quotedStay })).status).toBe(200);
  });

  it('is preempted by a channel booking for its nights', async () => {
    const { api, operator, property_id, quote } = await aQuote(booking, { hold_dates: true });
    const sold = await operator.booking({ property_id, arrival: '2030-07-03', departure: '2030-07-05', channel });
    expect(sold.has_problem).toBe(false);
    expect((await api.get(`/v2/quotes/${quote.id}`)).body.status).toBe('preempted');
    const accepted = await api.post('/v2/bookings', { quote_id: quote.id });
    expect([accepted.status, accepted.body.messages[0]]).toEqual([409, expect.stringContaining('were sold')]);
  });
});

describe('a hold that has expired', () => {
  it('occupies no nights, and is returned as canceled', async () => {
    const { api, property_id, quote } = await aQuote(booking, { hold_dates: true });
    const [hold] = (await api.get('/v2/bookings')).body.items;
    await letExpire(booking, quote.id);
    expect((await api.get(`/v2/quotes/${quote.id}`)).body.status).toBe('expired');
    expect((await api.get(`/v2/bookings/${hold.id}`)).body.status).toBe('canceled');
    expect((await api.get('/v2/bookings?status=active')).body.items).toEqual([]);
    expect((await api.get('/v2/bookings?status=canceled')).body.items).toMatchObject([{ id: hold.id }]);
    expect((await api.get('/v2/quotes?status=open')).body.items).toEqual([]);
    expect((await api.get('/v2/quotes?status=expired')).body.items).toMatchObject([{ id: quote.id }]);
    expect((await api.post('/v2/bookings', { property_id, ...quotedStay })).status).toBe(200);
  });

  it('is canceled by a request that needs its nights', async () => {
    const { api, property_id, quote } = await aQuote(booking, { hold_dates: true });
    const later = { property_id, arrival: '2030-07-05', departure: '2030-07-07', hold_dates: true };
    const { body: other } = await api.post('/v2/quotes', later);
    await letExpire(booking, quote.id);
    await letExpire(booking, other.id);
    const long = { property_id, arrival: '2030-07-01', departure: '2030-07-09', hold_dates: true };
    expect((await api.post('/v2/quotes', long)).status).toBe(200);
  });

  it('does not prevent a link between its property and another property', async () => {
    const { operator, api, property_id, quote } = await aQuote(booking, { hold_dates: true });
    const other = await operator.property({ name: 'Other' });
    await api.post('/v2/bookings', { property_id: other, ...quotedStay });
    const refused = await operator.post('/links', { property_ids: [property_id, other] });
    expect(refused.status).toBe(409);
    await letExpire(booking, quote.id);
    expect((await operator.post('/links', { property_ids: [property_id, other] })).status).toBe(200);
  });

  it('is canceled and published by a sweep, together with its expired quote', async () => {
    const { userId, quote } = await aQuote(booking, { hold_dates: true });
    await letExpire(booking, quote.id);
    const [, publishedQuote] = await booking.eventsOf(userId, 'quote', 2);
    expect(publishedQuote).toMatchObject({ action: 'entity_update', version: 2, entity: { status: 'expired' } });
    const [, publishedHold] = await booking.eventsOf(userId, 'booking', 2);
    expect(publishedHold!.entity).toMatchObject({ status: 'canceled', canceled_utc: expect.any(String) });
    expect(publishedHold!.categories.sort()).toEqual(['availability', 'canceled']);
  });

  it('prevents the acceptance of its quote until a later expires_utc reopens the quote', async () => {
    const { api, property_id, quote } = await aQuote(booking, { hold_dates: true });
    await letExpire(booking, quote.id);
    const late = await api.post('/v2/bookings', { quote_id: quote.id });
    expect([late.status, late.body.messages[0]]).toEqual([
      409,
      expect.stringContaining('set a later expires_utc to reopen it'),
    ]);
    await until(async () => versionIn((await api.get(`/v2/quotes/${quote.id}`)).headers) === 2);
    const tomorrow = new Date(Date.now() + 24 * 3600 * 1000).toISOString();
    const revived = await api.patch(`/v2/quotes/${quote.id}`, { expires_utc: tomorrow });
    expect(revived.body.status).toBe('open');
    expect((await api.post('/v2/bookings', { property_id, ...quotedStay })).status).toBe(409);
    expect((await api.post('/v2/bookings', { quote_id: quote.id })).status).toBe(200);
  });

  it('cannot be reopened together with its quote after another stay has taken the nights', async () => {
    const { api, property_id, quote } = await aQuote(booking, { hold_dates: true });
    await letExpire(booking, quote.id);
    await api.post('/v2/bookings', { property_id, ...quotedStay });
    const tomorrow = new Date(Date.now() + 24 * 3600 * 1000).toISOString();
    expect((await api.patch(`/v2/quotes/${quote.id}`, { expires_utc: tomorrow })).status).toBe(409);
  });
});

describe('the field total_owed of a hold with a payment', () => {
  it.each<[string, (setup: QuoteSetup) => Promise<unknown>]>([
    ['expires', ({ quote }) => letExpire(booking, quote.id)],
    ['is deleted', ({ api, quote }) => api.delete(`/v2/quotes/${quote.id}`)],
    ['no longer holds its nights', ({ api, quote }) => api.patch(`/v2/quotes/${quote.id}`, { hold_dates: false })],
    [
      'is preempted by a channel booking',
      ({ operator, property_id }) => operator.booking({ property_id, ...quotedStay, channel }),
    ],
  ])('is 0 after the quote %s, because the operator keeps the payment', async (_how, end) => {
    const setup = await aQuote(booking, { hold_dates: true });
    const { api, userId } = setup;
    const [{ id }] = (await api.get('/v2/bookings')).body.items;
    expect((await sendBalance(booking, userId, id, 1, 100)).body.outcome).toBe('counted');
    await end(setup);
    const canceled = () =>
      booking.events.find(({ entity_id, entity }) => entity_id === id && entity.status === 'canceled');
    await until(() => canceled() !== undefined);
    expect(canceled()!.entity).toMatchObject({ type: 'quote_hold', total_paid: 100, total_owed: 0 });
    await sendBalance(booking, userId, id, 2, 130);
    const hold = (await api.get(`/v2/bookings/${id}`)).body;
    expect(hold).toMatchObject({ status: 'canceled', total_paid: 130, total_owed: -30 });
  });
});
