import { aQuote } from '../testing/a-quote';
import { totals } from '../testing/booking-and-finance';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';
import { recordTotals } from '../testing/record-totals';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

/** An account with a quote of 300 EUR, its hold, and a property with another currency. */
async function aHoldInEuros(currency_code: string) {
  const account = await aQuote(booking, { hold_dates: true });
  const [{ id }] = (await account.api.get('/v2/bookings')).body.items as [{ id: number }];
  const elsewhere = await account.operator.property({ currency_code, time_zone: 'Europe/Rome' });
  booking.peers.price(elsewhere, { currency_code });
  return { ...account, id, elsewhere };
}

describe('a quote whose hold has recorded payments', () => {
  it('cannot move to a property with another currency', async () => {
    const { api, userId, quote, id, elsewhere } = await aHoldInEuros('JPY');
    await recordTotals(booking, userId, id, totals(100));
    const moved = await api.patch(`/v2/quotes/${quote.id}`, { property_id: elsewhere });
    expect([moved.status, moved.body.messages]).toEqual([
      400,
      ['currency_code: JPY is not accepted; the booking has payments, refunds or fees in EUR (total_paid 100)'],
    ]);
    expect((await api.get(`/v2/bookings/${id}`)).body).toMatchObject({ currency_code: 'EUR', total_paid: 100 });
  });

  it('can move to a property with another currency after the payments were voided', async () => {
    const { api, userId, quote, id, elsewhere } = await aHoldInEuros('JPY');
    await recordTotals(booking, userId, id, totals(100));
    await recordTotals(booking, userId, id, totals(0), 2);
    expect((await api.patch(`/v2/quotes/${quote.id}`, { property_id: elsewhere })).status).toBe(200);
    expect((await api.get(`/v2/bookings/${id}`)).body).toMatchObject({ currency_code: 'JPY', total_paid: 0 });
  });

  it('becomes a booking that shows only the payments in the currency of the quote', async () => {
    const { api, userId, quote, id, elsewhere } = await aHoldInEuros('USD');
    await api.patch(`/v2/quotes/${quote.id}`, { property_id: elsewhere });
    await recordTotals(booking, userId, id, totals(100, 0, 'USD'));
    expect((await api.get(`/v2/bookings/${id}`)).body).toMatchObject({ currency_code: 'USD', total_paid: 100 });
    const { body } = await api.post('/v2/bookings', { quote_id: quote.id });
    expect(body).toMatchObject({ id, currency_code: 'EUR', total_paid: 0, total_owed: 300 });
  });

  it('becomes an active booking if enough is paid, even if the request contains the status pending', async () => {
    const { api, userId, quote, id } = await aHoldInEuros('USD');
    await recordTotals(booking, userId, id, totals(150));
    const { body } = await api.post('/v2/bookings', { quote_id: quote.id, status: 'pending' });
    expect(body).toMatchObject({ id, status: 'active', pending_until_utc: null, total_paid: 150 });
  });
});

describe('a booking that has the currency of its property or account', () => {
  it('keeps this currency and its payments when the property gets another currency', async () => {
    const { api, operator, userId } = await booking.anAccount({ currency_code: 'EUR' });
    const property_id = await operator.property({ currency_code: null });
    const { id } = await operator.booking({ property_id, arrival: '2030-07-01', departure: '2030-07-04' });
    await recordTotals(booking, userId, id, totals(100));
    await operator.patch(`/properties/${property_id}`, { currency_code: 'USD' });
    await recordTotals(booking, userId, id, totals(150), 2);
    expect((await api.get(`/v2/bookings/${id}`)).body).toMatchObject({ currency_code: 'EUR', total_paid: 150 });
  });

  describe('and whose payments an earlier release stored before the property got another currency', () => {
    async function aPaidBooking() {
      const account = await booking.anAccount({ currency_code: 'EUR' });
      const property_id = await account.operator.property({ currency_code: null });
      const { id } = await account.operator.booking({ property_id, arrival: '2030-07-01', departure: '2030-07-04' });
      await recordTotals(booking, account.userId, id, totals(100));
      const asStored = { $set: { 'booking.currency_code': null } };
      await booking.connection.collection('stays').updateOne({ 'booking.id': id }, asStored);
      await account.operator.patch(`/properties/${property_id}`, { currency_code: 'USD' });
      return { ...account, id, read: async () => (await account.api.get(`/v2/bookings/${id}`)).body };
    }

    it('gets the currency of its payments with the next change', async () => {
      const { operator, id, read } = await aPaidBooking();
      expect((await operator.patch(`/bookings/${id}`, { title: 'Honeymoon' })).status).toBe(200);
      expect(await read()).toMatchObject({ currency_code: 'EUR', total_paid: 100 });
    });

    it('gets the currency of its payments with the next payment', async () => {
      const { userId, id, read } = await aPaidBooking();
      await recordTotals(booking, userId, id, totals(150), 2);
      expect(await read()).toMatchObject({ currency_code: 'EUR', total_paid: 150 });
    });

    it('cannot get the new currency of the property', async () => {
      const { operator, id } = await aPaidBooking();
      const { status, body } = await operator.patch(`/bookings/${id}`, { currency_code: 'USD' });
      expect([status, body.messages]).toEqual([
        400,
        ['currency_code: USD is not accepted; the booking has payments, refunds or fees in EUR (total_paid 100)'],
      ]);
    });
  });

  it('keeps this currency when an operator sends null as its currency', async () => {
    const { api, operator, userId } = await booking.anAccount({ currency_code: 'EUR' });
    const property_id = await operator.property({ currency_code: null });
    const { id } = await operator.booking({ property_id, arrival: '2030-07-01', departure: '2030-07-04' });
    await recordTotals(booking, userId, id, totals(100));
    expect((await operator.patch(`/bookings/${id}`, { currency_code: null })).status).toBe(200);
    await operator.patch(`/properties/${property_id}`, { currency_code: 'USD' });
    expect((await api.get(`/v2/bookings/${id}`)).body).toMatchObject({ currency_code: 'EUR', total_paid: 100 });
  });

  it('takes the new currency of the property while no money is recorded', async () => {
    const { api, operator, userId } = await booking.anAccount({ currency_code: 'EUR' });
    const property_id = await operator.property({ currency_code: null });
    const { id } = await operator.booking({ property_id, arrival: '2030-07-01', departure: '2030-07-04' });
    await recordTotals(booking, userId, id, totals(0));
    await operator.patch(`/properties/${property_id}`, { currency_code: 'USD' });
    expect((await api.get(`/v2/bookings/${id}`)).body).toMatchObject({ currency_code: 'USD' });
  });
});
