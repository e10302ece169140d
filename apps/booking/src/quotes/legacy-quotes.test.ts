import { aQuote } from '../testing/a-quote';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

const stay = { arrival: '2030-09-01', departure: '2030-09-03', adults: 2 };

describe('quotes of version 1', () => {
  it('are made by POST in camelCase, and are the same quotes', async () => {
    const { api, property_id } = await aQuote(booking);
    const query = 'addCharges=true&createHoldBlock=True';
    const { status, body } = await api.post(`/v1/quotes?${query}`, { propertyId: property_id, ...stay });
    expect(status).toBe(200);
    expect(body).toMatchObject({ propertyId: property_id, totalAmount: 200, holdDates: true, status: 'open' });
    expect(body.charges).toMatchObject([{ type: 'rent', rateIsPercent: false, ownerAmount: 200 }]);
    const same = (await api.get(`/v2/quotes/${body.id}`)).body;
    expect(same).toMatchObject({ total_amount: 200, payment_form: body.paymentForm, hold_dates: true });
  });

  it('are changed by PUT, without new charges unless addCharges asks for them', async () => {
    const { api, quote } = await aQuote(booking);
    const kept = await api.request('PUT', `/v1/quotes/${quote.id}`, { body: { ...stay, children: 1 } });
    expect(kept.body).toMatchObject({ ...stay, children: 1, totalAmount: 300 });
    const made = await api.request('PUT', `/v1/quotes/${quote.id}?addCharges=true`, { body: {} });
    expect(made.body).toMatchObject({ totalAmount: 200 });
  });

  it('take a quote back as it was read, and refuse another value of what only the server decides', async () => {
    const { api, quote } = await aQuote(booking);
    const put = (body: object) => api.request('PUT', `/v1/quotes/${quote.id}`, { body });
    const { body: read } = await put({});
    const kept = await put(read);
    expect([kept.status, kept.body]).toEqual([200, { ...read, updatedUtc: kept.body.updatedUtc }]);
    const wrong = { ...read, totalAmount: 1, status: 'accepted', charges: [{ ...read.charges[0], amount: 1 }] };
    const refused = await put(wrong);
    expect([refused.status, refused.body.messages]).toEqual([
      400,
      [
        expect.stringContaining('it is decided by acceptance and expiry'),
        expect.stringContaining('it is the sum of the charges'),
        expect.stringContaining('they are made by generate_charges'),
      ],
    ]);
  });

  it('are previewed by TEST, which stores nothing', async () => {
    const { api, property_id, quote } = await aQuote(booking);
    const preview = await api.post('/v1/quotes/test?addCharges=true', { propertyId: property_id, ...stay });
    expect(preview.body).toMatchObject({ id: null, paymentForm: null, totalAmount: 200 });
    const changed = await api.post(`/v1/quotes/${quote.id}/test?addCharges=true`, stay);
    expect(changed.body).toMatchObject({ id: quote.id, paymentForm: null, totalAmount: 200 });
    expect((await api.get('/v2/quotes?include_charges=true')).body.items).toMatchObject([
      { id: quote.id, arrival: quote.arrival, total_amount: 300 },
    ]);
  });

  it('let rules be skipped with skipRuleValidation', async () => {
    const { api, property_id } = await aQuote(booking);
    booking.peers.price(property_id, { broken_rules: [{ rule: 'min_nights', message: 'A minimum of 9 nights' }] });
    const body = { propertyId: property_id, ...stay };
    expect((await api.post('/v1/quotes/test', body)).status).toBe(400);
    const skipped = await api.post('/v1/quotes/test?skipRuleValidation=true', body);
    expect(skipped.body.brokenRules).toEqual(['A minimum of 9 nights']);
  });

  it('refuse arrival and departure with a time', async () => {
    const { api, property_id, quote } = await aQuote(booking);
    const wrong = { ...stay, propertyId: property_id, arrival: '2030-09-01T15:00:00' };
    for (const answer of [
      await api.post('/v1/quotes', wrong),
      await api.post('/v1/quotes/test', wrong),
      await api.request('PUT', `/v1/quotes/${quote.id}`, { body: wrong }),
      await api.post(`/v1/quotes/${quote.id}/test`, { ...stay, departure: '2030-09-03 10:00' }),
    ]) {
      expect([answer.status, answer.body.messages[0]]).toEqual([400, expect.stringContaining('without a time')]);
    }
  });
});
