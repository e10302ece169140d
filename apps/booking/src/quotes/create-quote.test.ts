import { versionIn } from '@keyhaven/testing/version-in';
import type { QuotePart } from './domain/quote-part';
import { aQuote } from '../testing/a-quote';
import { type BookingUnderTest, startBookingUnderTest, type TestAccount } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

const stay = { arrival: '2030-07-01', departure: '2030-07-04', adults: 2 };

async function anAccountWithProperty(
  property: Record<string, unknown> = {},
): Promise<TestAccount & { property_id: number }> {
  const account = await booking.anAccount();
  const property_id = await account.operator.property({ time_zone: 'Europe/Rome', ...property });
  return { ...account, property_id };
}

/** The stored stays of an account. */
async function storedOf(userId: number): Promise<{ quote?: QuotePart; night_keys?: string[] }[]> {
  const found = await booking.connection.collection('stays').find({ user_id: userId }).toArray();
  return found as unknown as { quote?: QuotePart; night_keys?: string[] }[];
}

describe('the name of a quote', () => {
  it("consists of the property's name and the dates in reads, lists, test quotes and version 1", async () => {
    const { api, property_id, quote } = await aQuote(booking, {}, { name: 'The Garden Room' });
    const name = 'The Garden Room, 1–4 July 2030';
    const stay = { arrival: '2030-07-01', departure: '2030-07-04', adults: 2 };
    const legacy = await api.post('/v1/quotes?addCharges=false', { propertyId: property_id, ...stay });
    const names = [
      quote,
      (await api.get(`/v2/quotes/${quote.id}`)).body,
      (await api.get('/v2/quotes')).body.items[0],
      (await api.post('/v2/quotes', { property_id, ...stay, test: true })).body,
      legacy.body,
    ].map((record) => record.name);
    expect(names).toEqual([name, name, name, name, name]);
    const moved = await api.patch(`/v2/quotes/${quote.id}`, { departure: '2030-08-01' });
    expect(moved.body.name).toBe('The Garden Room, 1 July – 1 August 2030');
    const renamed = await api.patch(`/v2/quotes/${quote.id}`, { name: 'Summer' });
    expect([renamed.status, renamed.body.messages]).toEqual([
      400,
      ['name: "Summer" is not accepted; it is made of the property and the dates'],
    ]);
  });
});

describe('POST v2/quotes', () => {
  it('returns the quote with its charges, and publishes it', async () => {
    const { api, userId, property_id } = await anAccountWithProperty();
    const answer = await api.post('/v2/quotes', { property_id, ...stay });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      status: 'open',
      booking_id: null,
      property_id,
      ...stay,
      children: 0,
      currency_code: 'EUR',
      total_amount: 300,
      hold_dates: false,
      broken_rules: [],
      charges: [{ type: 'rent', amount: 300, position: 0 }],
    });
    expect(answer.body.payment_form).toMatch(/^http:\/\/127\.0\.0\.1:8080\/payment_forms\/[0-9a-z]+-[0-9a-f]{32}$/);
    expect((await api.get(`/v2/quotes/${answer.body.id}`)).body).toEqual(answer.body);
    const [event] = await booking.eventsOf(userId, 'quote', 1);
    expect(event).toMatchObject({ action: 'entity_create', entity_id: answer.body.id, entity: answer.body });
    expect(event!.categories.sort()).toEqual(['charge', 'dates', 'other']);
  });

  it('stores nothing when pricing or fees is unavailable', async () => {
    for (const service of ['pricing', 'fees'] as const) {
      const { api, userId, property_id } = await anAccountWithProperty();
      booking.peers.takeAway(property_id, service);
      const answer = await api.post('/v2/quotes', { property_id, ...stay, hold_dates: true });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
      expect(await storedOf(userId)).toEqual([]);
    }
  });

  it('creates no charges with generate_charges false, but still checks the rules', async () => {
    const { api, property_id } = await anAccountWithProperty();
    const answer = await api.post('/v2/quotes', { property_id, ...stay, generate_charges: false });
    expect(answer.body).toMatchObject({ charges: [], total_amount: 0 });
    booking.peers.price(property_id, { broken_rules: [{ rule: 'min_nights', message: 'A minimum of 5 nights' }] });
    const refused = await api.post('/v2/quotes', { property_id, ...stay, generate_charges: false });
    expect([refused.status, refused.body.messages]).toEqual([400, ['A minimum of 5 nights']]);
  });

  it.each([false, true])(
    'creates a quote with generate_charges false even while pricing and fees are unavailable, with the field test %s',
    async (test) => {
      const { api, operator, property_id } = await anAccountWithProperty({ max_guests: 2 });
      booking.peers.takeAway(property_id, 'pricing');
      booking.peers.takeAway(property_id, 'fees');
      const uncharged = { property_id, ...stay, generate_charges: false, test };
      const answer = await api.post('/v2/quotes', uncharged);
      expect([answer.status, answer.body]).toEqual([
        200,
        expect.objectContaining({ status: 'open', charges: [], currency_code: 'EUR', broken_rules: [] }),
      ]);
      const tooMany = await api.post('/v2/quotes', { ...uncharged, adults: 3 });
      expect([tooMany.status, tooMany.body.messages[0]]).toEqual([400, expect.stringContaining('maximum of 2')]);
      expect((await api.post('/v2/quotes', { ...uncharged, listing_site_id: 999_999_999 })).status).toBe(400);
      expect((await api.post('/v2/quotes', { ...uncharged, generate_charges: true })).status).toBe(503);
      await api.post('/v2/bookings', { property_id, ...stay });
      expect((await api.post('/v2/quotes', uncharged)).status).toBe(409);
      await operator.patch(`/properties/${property_id}`, { is_snoozed: true });
      const later = { ...uncharged, arrival: '2030-09-01', departure: '2030-09-03' };
      expect((await api.post('/v2/quotes', later)).status).toBe(400);
    },
  );

  it('creates a quote whose dates can be changed while pricing is unavailable', async () => {
    const { api, property_id } = await anAccountWithProperty();
    const { body: quote } = await api.post('/v2/quotes', { property_id, ...stay });
    booking.peers.takeAway(property_id, 'pricing');
    const moved = await api.patch(`/v2/quotes/${quote.id}`, { departure: '2030-07-05' });
    expect([moved.status, moved.body.charges]).toEqual([200, quote.charges]);
    expect((await api.patch(`/v2/quotes/${quote.id}`, { generate_charges: true })).status).toBe(503);
  });

  it('lists broken rules in the response if ignore_rules is sent, but still refuses nights without a price', async () => {
    const { api, property_id } = await anAccountWithProperty({ max_guests: 1 });
    booking.peers.price(property_id, { broken_rules: [{ rule: 'required_gap', message: 'A gap of 1 night' }] });
    const ignoring = { property_id, ...stay, ignore_rules: true };
    const answer = await api.post('/v2/quotes', ignoring);
    expect(answer.body.broken_rules).toEqual([
      "guests (adults and children): 2 are more than the property's maximum of 1",
      'A gap of 1 night',
    ]);
    booking.peers.price(property_id, { unpriced_nights: ['2030-07-02'] });
    const refused = await api.post('/v2/quotes', ignoring);
    expect([refused.status, refused.body.messages[0]]).toEqual([
      400,
      `arrival: the nights 2030-07-02 at property ${property_id} have no price: none is set, or rate adjusters bring it to 0 or less`,
    ]);
  });

  it('refuses taken nights and names them, even with ignore_rules', async () => {
    const { api, property_id } = await anAccountWithProperty();
    await api.post('/v2/bookings', { property_id, arrival: '2030-07-03', departure: '2030-07-09' });
    const answer = await api.post('/v2/quotes', { property_id, ...stay, ignore_rules: true });
    expect([answer.status, answer.body.status]).toEqual([409, 'nights_taken']);
    expect(answer.body.messages[0]).toContain('2030-07-03');
  });

  it.each([
    ['a time in arrival', { arrival: '2030-07-01T00:00:00Z' }, 'without a time'],
    ['a departure that is not after the arrival', { departure: '2030-07-01' }, 'must be after arrival'],
    ['a party without an adult', { adults: 0 }, 'needs at least 1 adult'],
    ['an unknown listing site', { listing_site_id: 999_999_999 }, 'was not found or is not available'],
    ['an unknown listing site by name', { listing_site: 'Nowhere' }, 'was not found or is not available'],
    ['a redirect that is not a web address', { redirect_after_booking_url: 'ftp://x' }, 'http:// or https://'],
    ['a redirect with a line break', { redirect_after_booking_url: 'https://example.com/\r\nX: y' }, 'http:// or'],
    ['a redirect with a tab', { redirect_after_booking_url: 'https://example.com/\tx' }, 'http:// or https://'],
    ['a redirect that is too long', { redirect_after_booking_url: `https://example.com/${'x'.repeat(256)}` }, '256'],
    ['an expiry in the past', { expires_utc: '2020-01-01' }, 'expected an instant in the future'],
    ['an unknown discount code', { discount_code: 'NOPE' }, 'is unknown'],
    ['a hold that is too long', { hold_dates: true, expires_utc: '2029-12-01' }, 'at most 30 days'],
    ['a status that only the server decides', { status: 'accepted' }, 'decided by acceptance'],
  ])('refuses %s', async (_name, wrong, message) => {
    const { api, userId, property_id } = await anAccountWithProperty();
    const answer = await api.post('/v2/quotes', { property_id, ...stay, ...wrong });
    expect([answer.status, answer.body.messages.join()]).toEqual([400, expect.stringContaining(message)]);
    expect(await storedOf(userId)).toEqual([]);
  });

  it("refuses another account's property with the same message as an unknown property", async () => {
    const other = await anAccountWithProperty();
    const { api } = await anAccountWithProperty();
    const answer = await api.post('/v2/quotes', { property_id: other.property_id, ...stay });
    const unknown = await api.post('/v2/quotes', { property_id: 999_999_999, ...stay });
    expect(answer.status).toBe(400);
    expect(answer.body.messages[0].replace(String(other.property_id), '999999999')).toBe(unknown.body.messages[0]);
  });

  it('refuses quotes for a snoozed property, even with ignore_rules', async () => {
    const { api, property_id } = await anAccountWithProperty({ is_snoozed: true });
    const answer = await api.post('/v2/quotes', { property_id, ...stay, ignore_rules: true });
    expect([answer.status, answer.body.messages[0]]).toEqual([400, expect.stringContaining('is snoozed')]);
  });

  it('accepts a listing site by name, and refuses a name that contradicts the id', async () => {
    const { api, operator, property_id } = await anAccountWithProperty();
    const listing_site_id = await operator.listingSite({ name: 'Direct' });
    const answer = await api.post('/v2/quotes', { property_id, ...stay, listing_site: ' direct' });
    expect(answer.body).toMatchObject({ listing_site: 'Direct', listing_site_id });
    const other = await operator.listingSite({ name: 'Other', domain: 'other.example' });
    const refused = await api.post('/v2/quotes', {
      property_id,
      ...stay,
      listing_site: 'Direct',
      listing_site_id: other,
    });
    expect([refused.status, refused.body.messages[0]]).toEqual([400, expect.stringContaining('send one of the two')]);
  });

  it('lets a quote expire after 72 hours, or after 24 hours with a hold, but never after the day of arrival', async () => {
    const { api, property_id } = await anAccountWithProperty();
    const hours = ({ body }: { body: any }) =>
      Math.round((Date.parse(body.expires_utc) - Date.parse(body.created_utc)) / 3_600_000);
    expect(hours(await api.post('/v2/quotes', { property_id, ...stay }))).toBe(72);
    expect(hours(await api.post('/v2/quotes', { property_id, ...stay, hold_dates: true }))).toBe(24);
    const late = { property_id, arrival: '2030-08-01', departure: '2030-08-02', expires_utc: '2030-09-01' };
    expect((await api.post('/v2/quotes', late)).body.expires_utc).toBe('2030-08-01T22:00:00Z');
  });

  it('returns the first quote when the request is repeated', async () => {
    const { api, userId, property_id } = await anAccountWithProperty();
    const headers = { 'idempotency-key': 'once' };
    const body = { property_id, ...stay, hold_dates: true };
    const first = await api.post('/v2/quotes', body, { headers });
    const again = await api.post('/v2/quotes', body, { headers });
    expect(again.body).toEqual(first.body);
    expect(await storedOf(userId)).toHaveLength(1);
  });
});

describe('a test quote', () => {
  it('is evaluated like a quote, but has no id, no event and no hold, and is not stored', async () => {
    const { api, userId, property_id } = await anAccountWithProperty();
    const elsewhere = await anAccountWithProperty();
    const { body: earlier } = await elsewhere.api.post('/v2/quotes', { property_id: elsewhere.property_id, ...stay });
    const headers = { 'idempotency-key': 'test' };
    const body = { property_id, ...stay, hold_dates: true, test: true };
    const answer = await api.post('/v2/quotes?include_explanation=true', body, { headers });
    expect(answer.body).toMatchObject({
      id: null,
      payment_form: null,
      created_utc: null,
      updated_utc: null,
      status: 'open',
      total_amount: 300,
      explanation: { charges: [{ position: 0 }] },
    });
    expect(await storedOf(userId)).toEqual([]);
    expect((await api.get('/v2/bookings')).body.items).toEqual([]);
    // Events are published in order, so an event of the test quote would be the first.
    const stored = await api.post('/v2/quotes', { property_id, ...stay });
    const events = await booking.eventsOf(userId, 'quote', 1);
    expect(events.map(({ entity_id }) => entity_id)).toEqual([stored.body.id]);
    expect(stored.body.id).toBe(earlier.id + 1);
  });

  it('requested by a PATCH does not change the stored quote', async () => {
    const { api, property_id } = await anAccountWithProperty();
    const { body: quote } = await api.post('/v2/quotes', { property_id, ...stay });
    booking.peers.price(property_id, { rent: 120 });
    const patch = { departure: '2030-07-05', generate_charges: true, test: true };
    const answer = await api.patch(`/v2/quotes/${quote.id}`, patch);
    expect(answer.body).toMatchObject({ id: quote.id, payment_form: null, total_amount: 480 });
    const present = await api.get(`/v2/quotes/${quote.id}`);
    expect(present.body).toEqual(quote);
    expect(versionIn(present.headers)).toBe(1);
  });

  it('requested by a PATCH has the same response as a dry run of that PATCH, also in version 1', async () => {
    const { api, property_id } = await anAccountWithProperty();
    const { body: quote } = await api.post('/v2/quotes', { property_id, ...stay });
    const [path, legacy, patch] = [`/v2/quotes/${quote.id}`, `/v1/quotes/${quote.id}`, { notes: 'Late' }];
    const headers = { prefer: 'dry-run' };
    const tested = await api.patch(path, { ...patch, test: true });
    const dry = await api.patch(path, patch, { headers });
    expect([dry.status, dry.body]).toEqual([200, tested.body]);
    expect(dry.body).toMatchObject({ notes: 'Late', payment_form: null, updated_utc: quote.updated_utc });
    const testedLegacy = await api.post(`${legacy}/test`, patch);
    const dryLegacy = await api.request('PUT', legacy, { body: patch, headers });
    expect([dryLegacy.status, dryLegacy.body]).toEqual([200, testedLegacy.body]);
    expect(dryLegacy.body).toMatchObject({ notes: 'Late', paymentForm: null, updatedUtc: quote.updated_utc });
  });
});
