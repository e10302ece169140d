import { aQuote, letExpire, quotedStay } from '../testing/a-quote';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';
import { withClockWrongBy } from '@keyhaven/testing/wrong-clock';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

const WEEK_MS = 7 * 86_400_000;

describe('a preempted quote whose dates change to free nights', () => {
  it('expires at the latest at the end of the new day of arrival', async () => {
    const { api, property_id, quote } = await aQuote(booking, { expires_utc: '2030-06-20T00:00:00Z' });
    await api.post('/v2/bookings', { property_id, ...quotedStay });
    const moved = { arrival: '2030-06-01', departure: '2030-06-04' };
    const { status, body } = await api.patch(`/v2/quotes/${quote.id}`, moved);
    expect([status, body.status, body.expires_utc]).toEqual([200, 'open', '2030-06-01T22:00:00Z']);
  });

  it('cannot hold the new nights for more than 30 days', async () => {
    const { api, property_id, quote } = await aQuote(booking, { expires_utc: '2030-06-20T00:00:00Z' });
    await api.post('/v2/bookings', { property_id, ...quotedStay });
    const moved = { arrival: '2030-08-01', departure: '2030-08-04' };
    const held = await api.patch(`/v2/quotes/${quote.id}`, { ...moved, hold_dates: true });
    expect([held.status, held.body.messages]).toEqual([400, [expect.stringContaining('at most 30 days')]]);
    const offered = await api.patch(`/v2/quotes/${quote.id}`, moved);
    expect(offered.body).toMatchObject({ status: 'open', expires_utc: '2030-06-20T00:00:00Z' });
  });
});

describe('a quote that moves to a property further east', () => {
  it('expires at the latest at the end of the day of arrival there', async () => {
    const expires_utc = '2031-01-01T00:00:00Z';
    const { api, operator, quote } = await aQuote(booking, { expires_utc }, { time_zone: 'Pacific/Honolulu' });
    expect(quote.expires_utc).toBe('2030-07-02T10:00:00Z');
    const property_id = await operator.property({ time_zone: 'Pacific/Kiritimati' });
    const { body } = await api.patch(`/v2/quotes/${quote.id}`, { property_id });
    expect(body.expires_utc).toBe('2030-07-01T10:00:00Z');
  });
});

describe('a preempted quote, after a PATCH with the same dates', () => {
  const dates = { arrival: quotedStay.arrival, departure: quotedStay.departure };

  it.each([
    ['does not hold them', false],
    ['holds them with hold_dates true', true],
  ])('is reopened if its nights are free, and then %s', async (_name, hold_dates) => {
    const { api, userId, property_id, quote } = await aQuote(booking);
    const { body: sold } = await api.post('/v2/bookings', { property_id, ...dates });
    expect((await api.get(`/v2/quotes/${quote.id}`)).body.status).toBe('preempted');
    await api.patch(`/v2/bookings/${sold.id}`, { status: 'canceled' });
    expect((await api.get(`/v2/quotes/${quote.id}`)).body.status).toBe('preempted');
    const { status, body } = await api.patch(`/v2/quotes/${quote.id}`, { ...dates, hold_dates });
    expect([status, body]).toMatchObject([200, { ...dates, status: 'open', charges: quote.charges }]);
    const events = await booking.eventsOf(userId, 'quote', 3);
    expect(events.map(({ entity }) => entity.status)).toEqual(['open', 'preempted', 'open']);
    const other = await api.post('/v2/bookings', { property_id, ...dates, status: 'pending' });
    expect(other.status).toBe(hold_dates ? 409 : 200);
  });

  it('is reopened even if the PATCH contains only the arrival; a PATCH without dates does not reopen it', async () => {
    const { api, property_id, quote } = await aQuote(booking);
    const { body: sold } = await api.post('/v2/bookings', { property_id, ...dates });
    await api.patch(`/v2/bookings/${sold.id}`, { status: 'canceled' });
    const statusAfter = async (patch: object) => (await api.patch(`/v2/quotes/${quote.id}`, patch)).body.status;
    for (const patch of [{ notes: 'Late.' }, { adults: 1, children: 1 }, { generate_charges: true }])
      expect(await statusAfter(patch)).toBe('preempted');
    expect(await statusAfter({ arrival: dates.arrival })).toBe('open');
  });

  it('stays preempted while other bookings have its nights', async () => {
    const { api, property_id, quote } = await aQuote(booking);
    await api.post('/v2/bookings', { property_id, ...dates });
    const refused = await api.patch(`/v2/quotes/${quote.id}`, dates);
    expect([refused.status, refused.body.messages]).toEqual([409, [expect.stringContaining(dates.arrival)]]);
    expect((await api.get(`/v2/quotes/${quote.id}`)).body.status).toBe('preempted');
  });

  it('stays preempted if it has expired, unless the request also contains a later expires_utc', async () => {
    const { api, property_id, quote } = await aQuote(booking);
    const { body: sold } = await api.post('/v2/bookings', { property_id, ...dates });
    await api.patch(`/v2/bookings/${sold.id}`, { status: 'canceled' });
    await letExpire(booking, quote.id);
    const over = await api.patch(`/v2/quotes/${quote.id}`, dates);
    expect([over.status, over.body.status]).toEqual([200, 'preempted']);
    const expires_utc = new Date(Date.now() + WEEK_MS).toISOString();
    const revived = await api.patch(`/v2/quotes/${quote.id}`, { ...dates, expires_utc });
    expect([revived.status, revived.body.status]).toEqual([200, 'open']);
  });
});

describe('a quote that moves to a property with a different currency', () => {
  const euros = { security_deposit_amount: 250 };
  const dollars = { currency_code: 'USD', security_deposit_amount: 400 };

  it('takes currency and deposit of the new property if the quote has no charges', async () => {
    const { api, operator, quote } = await aQuote(booking, { generate_charges: false }, euros);
    const property_id = await operator.property(dollars);
    booking.peers.price(property_id, { currency_code: 'USD' });
    const moved = await api.patch(`/v2/quotes/${quote.id}`, { property_id });
    expect([moved.status, moved.body]).toEqual([200, expect.objectContaining({ charges: [], ...dollars })]);
    const { body } = await api.post('/v2/bookings', { quote_id: quote.id });
    expect(body).toMatchObject({ property_id, charges: [], currency_code: 'USD' });
  });

  it('keeps its currency and deposit if it has charges', async () => {
    const { api, operator, quote } = await aQuote(booking, {}, euros);
    const property_id = await operator.property(dollars);
    booking.peers.price(property_id, { currency_code: 'USD' });
    const { body } = await api.patch(`/v2/quotes/${quote.id}`, { property_id });
    expect(body).toMatchObject({ property_id, charges: quote.charges, currency_code: 'EUR', ...euros });
  });
});

describe('a quote with an inactive listing site', () => {
  it('accepts the name of this site, and refuses the name of a different inactive site', async () => {
    const { api, operator, quote } = await aQuote(booking);
    const listing_site_id = await operator.listingSite({ name: 'Vrbo', domain: 'vrbo.example' });
    const { body } = await api.patch(`/v2/quotes/${quote.id}`, { listing_site_id });
    expect(body.listing_site).toBe('Vrbo');
    expect((await operator.patch(`/listing_sites/${listing_site_id}`, { active: false })).status).toBe(200);
    const echoed = await api.patch(`/v2/quotes/${quote.id}`, { listing_site: 'Vrbo', notes: 'Late.' });
    expect([echoed.status, echoed.body.listing_site_id, echoed.body.notes]).toEqual([200, listing_site_id, 'Late.']);
    await operator.listingSite({ name: 'Holidu', domain: 'holidu.example', active: false });
    expect((await api.patch(`/v2/quotes/${quote.id}`, { listing_site: 'Holidu' })).status).toBe(400);
  });
});

describe('a process whose clock is ahead', () => {
  it('does not expire an open quote or its hold when it changes the notes of the quote', async () => {
    const { api, property_id, quote } = await aQuote(booking, { hold_dates: true });
    const patch = () => api.patch(`/v2/quotes/${quote.id}`, { notes: 'Late.', adults: 3 });
    expect((await withClockWrongBy(WEEK_MS, patch)).status).toBe(200);
    const present = (await api.get(`/v2/quotes/${quote.id}`)).body;
    expect(present).toMatchObject({ status: 'open', notes: 'Late.', adults: 3 });
    expect((await api.post('/v2/bookings', { property_id, ...quotedStay })).status).toBe(409);
    expect((await api.post('/v2/bookings', { quote_id: quote.id })).status).toBe(200);
  });
});
