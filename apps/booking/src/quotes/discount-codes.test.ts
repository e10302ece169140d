import { discount } from '@keyhaven/stays/charges/worked-examples/example';
import { aQuote, quotedStay } from '../testing/a-quote';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

const promotion = discount('promotion', { id: 7, percent: 10, criteria: { discount_code: 'SUMMER' } });
const summer = { ...promotion, currency_code: 'EUR' };

describe('a discount code', () => {
  it.each([false, true])('that is unknown is refused without charges too (test: %s)', async (test) => {
    const { api, property_id, quote } = await aQuote(booking);
    const uncharged = { generate_charges: false, discount_code: 'NOPE', test };
    const created = await api.post('/v2/quotes', { property_id, ...quotedStay, ...uncharged });
    const patched = await api.patch(`/v2/quotes/${quote.id}`, uncharged);
    for (const { status, body } of [created, patched]) {
      expect([status, body.messages]).toEqual([400, ['discount_code: discount code "NOPE" is unknown']]);
    }
    expect((await api.get('/v2/quotes')).body.items).toMatchObject([{ id: quote.id, discount_code: null }]);
  });

  it('that applies is kept without making charges, and is judged once', async () => {
    const { api, property_id, quote } = await aQuote(booking);
    booking.peers.define(property_id, { discounts: [summer] });
    const kept = await api.patch(`/v2/quotes/${quote.id}`, { discount_code: 'summer' });
    expect(kept.body).toMatchObject({ discount_code: 'summer', charges: quote.charges });
    booking.peers.takeAway(property_id, 'fees');
    const again = await api.patch(`/v2/quotes/${quote.id}`, { discount_code: 'summer', notes: 'n' });
    expect([again.status, again.body.notes]).toEqual([200, 'n']);
    expect((await api.patch(`/v2/quotes/${quote.id}`, { discount_code: 'WINTER' })).status).toBe(503);
    const cleared = await api.patch(`/v2/quotes/${quote.id}`, { discount_code: null });
    expect([cleared.status, cleared.body.discount_code]).toEqual([200, null]);
  });

  it('that a booking was made with counts for as long as it applies, and refuses nothing afterwards', async () => {
    const { api, operator } = await booking.anAccount();
    const property_id = await operator.property({ time_zone: 'Europe/Rome' });
    booking.peers.define(property_id, { discounts: [summer] });
    const { body: quote } = await api.post('/v2/quotes', { property_id, ...quotedStay, discount_code: 'SUMMER' });
    const { body: booked } = await api.post('/v2/bookings', { quote_id: quote.id });
    expect(booked.total_amount).toBe(270);
    const longer = { departure: '2030-07-05', generate_charges: true };
    expect((await api.patch(`/v2/bookings/${booked.id}`, longer)).body.total_amount).toBe(360);
    booking.peers.define(property_id, { discounts: [{ ...summer, active: false }] });
    const without = await api.patch(`/v2/bookings/${booked.id}`, longer);
    expect([without.status, without.body.total_amount]).toEqual([200, 400]);
  });
});
