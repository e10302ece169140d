import type { CheckedClient } from '@keyhaven/testing/checked-client';
import { versionIn } from '@keyhaven/testing/version-in';
import { aQuote } from '../testing/a-quote';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

/** Creates another quote at the property through version 1 of the API, and returns its record. */
const anotherQuote = async (api: CheckedClient, propertyId: number) =>
  (await api.post('/v1/quotes?addCharges=true', { propertyId, ...stay })).body as Record<string, unknown>;

const stay = { arrival: '2030-09-01', departure: '2030-09-03', adults: 2 };

describe('quotes in version 1', () => {
  it('are created by POST in camelCase, and can be read in version 2', async () => {
    const { api, property_id } = await aQuote(booking);
    const query = 'addCharges=true&createHoldBlock=True';
    const { status, body } = await api.post(`/v1/quotes?${query}`, { propertyId: property_id, ...stay });
    expect(status).toBe(200);
    expect(body).toMatchObject({ propertyId: property_id, totalAmount: 200, holdDates: true, status: 'open' });
    expect(body.charges).toMatchObject([{ type: 'rent', rateIsPercent: false, ownerAmount: 200 }]);
    const same = (await api.get(`/v2/quotes/${body.id}`)).body;
    expect(same).toMatchObject({ total_amount: 200, payment_form: body.paymentForm, hold_dates: true });
  });

  it('are changed by PUT, which creates new charges only with addCharges', async () => {
    const { api, quote } = await aQuote(booking);
    const kept = await api.request('PUT', `/v1/quotes/${quote.id}`, { body: { ...stay, children: 1 } });
    expect(kept.body).toMatchObject({ ...stay, children: 1, totalAmount: 300 });
    const made = await api.request('PUT', `/v1/quotes/${quote.id}?addCharges=true`, { body: {} });
    expect(made.body).toMatchObject({ totalAmount: 200 });
  });

  it('are accepted when they are sent back as they were returned, and refused if a server-set field differs', async () => {
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
        expect.stringContaining('they are made by addCharges'),
      ],
    ]);
  });

  it('are previewed by POST to /test, which stores nothing', async () => {
    const { api, property_id, quote } = await aQuote(booking);
    const preview = await api.post('/v1/quotes/test?addCharges=true', { propertyId: property_id, ...stay });
    expect(preview.body).toMatchObject({ id: null, paymentForm: null, totalAmount: 200 });
    const changed = await api.post(`/v1/quotes/${quote.id}/test?addCharges=true`, stay);
    expect(changed.body).toMatchObject({ id: quote.id, paymentForm: null, totalAmount: 200 });
    expect((await api.get('/v2/quotes?include_charges=true')).body.items).toMatchObject([
      { id: quote.id, arrival: quote.arrival, total_amount: 300 },
    ]);
  });

  it('are refused if they break rules; with skipRuleValidation, brokenRules lists these rules instead', async () => {
    const { api, property_id } = await aQuote(booking);
    booking.peers.price(property_id, { broken_rules: [{ rule: 'min_nights', message: 'A minimum of 9 nights' }] });
    const body = { propertyId: property_id, ...stay };
    expect((await api.post('/v1/quotes/test', body)).status).toBe(400);
    const skipped = await api.post('/v1/quotes/test?skipRuleValidation=true', body);
    expect(skipped.body.brokenRules).toEqual(['A minimum of 9 nights']);
  });

  it('are read by id and as a list, with their charges', async () => {
    const { api, property_id, quote } = await aQuote(booking);
    const single = await api.get(`/v1/quotes/${quote.id}`);
    expect([single.status, single.body]).toMatchObject([
      200,
      { id: quote.id, propertyId: property_id, totalAmount: 300, paymentForm: quote.payment_form, name: quote.name },
    ]);
    expect(single.body.charges).toMatchObject([{ type: 'rent', ownerAmount: 300 }]);
    expect(versionIn(single.headers)).toBe(1);
    const other = await anotherQuote(api, property_id);
    const list = await api.get('/v1/quotes');
    expect([list.status, list.body]).toEqual([
      200,
      { items: [single.body, other], limit: 20, offset: 0, count: 2, nextPageUrl: null },
    ]);
    const first = await api.get('/v1/quotes?limit=1');
    const second = await api.get(first.body.nextPageUrl);
    expect([first.body.items, second.body.items]).toEqual([[single.body], [other]]);
    expect((await api.get(`/v1/quotes?propertyIds=${property_id + 1}`)).body.items).toEqual([]);
    expect((await api.get(`/v1/quotes?propertyId=${property_id}&status=open`)).body.count).toBe(2);
    expect((await api.get('/v1/quotes?status=expired')).body.count).toBe(0);
    expect((await api.get('/v1/quotes/999999999')).status).toBe(404);
  });

  it('are deleted by DELETE, which frees the nights that they hold', async () => {
    const { api, property_id, quote, userId } = await aQuote(booking, { hold_dates: true });
    const answer = await api.delete(`/v1/quotes/${quote.id}`);
    expect([answer.status, answer.body]).toEqual([204, undefined]);
    expect((await api.get(`/v1/quotes/${quote.id}`)).status).toBe(404);
    expect((await api.delete(`/v1/quotes/${quote.id}`)).status).toBe(404);
    const events = await booking.eventsOf(userId, 'quote', 2);
    expect(events.map(({ action }) => action)).toEqual(['entity_create', 'entity_delete']);
    const { arrival, departure } = quote;
    expect((await api.post('/v2/bookings', { property_id, arrival, departure })).status).toBe(200);
  });

  it('are refused with messages that use the field names of version 1', async () => {
    const { api, property_id, quote, operator } = await aQuote(booking);
    const ok = { propertyId: property_id, ...stay };
    const inactive = await operator.property({ active: false });
    const cases: [string, string, object, string][] = [
      ['POST', '/v1/quotes', { ...ok, propertyId: 999_999_999 }, 'propertyId: the property id 999999999'],
      ['POST', '/v1/quotes', { ...ok, propertyId: inactive }, 'propertyId: the property'],
      ['POST', '/v1/quotes', { ...ok, guestId: 999_999_999 }, 'guestId: the guest id'],
      ['POST', '/v1/quotes', { ...ok, expiresUtc: '2020-01-01' }, 'expiresUtc: 2020-01-01'],
      ['POST', '/v1/quotes?addCharges=maybe', ok, 'addCharges'],
      ['POST', '/v1/quotes/test', { ...ok, listingSiteId: 999_999_999 }, 'listingSiteId: the listing site id'],
      ['POST', '/v1/quotes', { ...ok, listingSite: 'Nowhere' }, 'listingSite'],
      ['PUT', `/v1/quotes/${quote.id}`, { discountCode: 'NONE' }, 'discountCode'],
      [
        'PUT',
        `/v1/quotes/${quote.id}?createHoldBlock=true`,
        { expiresUtc: '2030-06-30' },
        'is not accepted with createHoldBlock',
      ],
    ];
    for (const [method, path, body, message] of cases) {
      const answer = await api.request(method, path, { body });
      expect([path, answer.status, answer.body.messages?.join()]).toEqual([
        path,
        400,
        expect.stringContaining(message),
      ]);
      expect(answer.body.messages.join()).not.toMatch(/[a-z]_[a-z]/);
    }
  });

  it('are refused when arrival or departure contains a time', async () => {
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
