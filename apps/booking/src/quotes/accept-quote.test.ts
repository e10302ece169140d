import { tax } from '@keyhaven/stays/charges/worked-examples/example';
import { versionIn } from '@keyhaven/testing/version-in';
import { aQuote, quotedStay } from '../testing/a-quote';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

describe('POST v2/bookings to accept a quote', () => {
  it.each([true, false])('books the stay with the charges of a quote with hold_dates %s', async (hold_dates) => {
    const { api, userId, property_id, quote } = await aQuote(booking, { hold_dates, children: 1, notes: 'Late.' });
    const held = (await api.get('/v2/bookings')).body.items;
    booking.peers.price(property_id, { rent: 999, broken_rules: [{ rule: 'max_nights', message: 'no' }] });
    const answer = await api.post('/v2/bookings', { quote_id: quote.id });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      type: 'booking',
      status: 'active',
      quote_id: quote.id,
      property_id,
      ...quotedStay,
      children: 1,
      notes: 'Late.',
      charges: quote.charges,
      total_amount: 300,
    });
    if (hold_dates) expect(answer.body.id).toBe(held[0].id);
    expect((await api.get(`/v2/bookings/${answer.body.id}`)).body).toEqual(answer.body);
    const accepted = (await api.get(`/v2/quotes/${quote.id}`)).body;
    expect(accepted).toMatchObject({ status: 'accepted', booking_id: answer.body.id, charges: quote.charges });
    expect((await api.post('/v2/bookings', { property_id, ...quotedStay })).status).toBe(409);
    const quotes = await booking.eventsOf(userId, 'quote', 2);
    expect(quotes[1]!.entity).toMatchObject({ status: 'accepted', booking_id: answer.body.id });
  });

  it("copies the inclusive taxes of the quote's charges to the booking", async () => {
    const { api, userId, property_id } = await aQuote(booking);
    const vat = tax({ id: 5, description: 'VAT', percent: 20, is_inclusive: true });
    booking.peers.define(property_id, { taxes: [vat] });
    const { body: quote } = await api.post('/v2/quotes', { property_id, ...quotedStay });
    booking.peers.define(property_id, { taxes: [] });
    await api.post('/v2/bookings', { quote_id: quote.id });
    const [published] = await booking.eventsOf(userId, 'booking', 1);
    const contained = { tax_id: 5, description: 'VAT', amount: 50, is_channel_managed: false };
    expect(published!.private.contained_taxes).toEqual([contained]);
  });

  it('refuses a second acceptance; the error names the booking', async () => {
    const { api, quote } = await aQuote(booking);
    const headers = { 'idempotency-key': 'accept' };
    const first = await api.post('/v2/bookings', { quote_id: quote.id }, { headers });
    const repeated = await api.post('/v2/bookings', { quote_id: quote.id }, { headers });
    expect([repeated.status, repeated.body.id]).toEqual([200, first.body.id]);
    const again = await api.post('/v2/bookings', { quote_id: quote.id });
    expect([again.status, again.body.messages[0]]).toEqual([
      409,
      expect.stringContaining(`see booking ${first.body.id}`),
    ]);
    const reused = await api.post('/v2/bookings', { quote_id: quote.id, title: 'Other' }, { headers });
    expect(reused.status).toBe(422);
  });

  it.each<[string, (quote: number, other: object) => [object, object]]>([
    ['a booking after an acceptance', (quote_id, stay) => [{ quote_id }, stay]],
    ['an acceptance after a booking', (quote_id, stay) => [stay, { quote_id }]],
  ])('refuses to reuse an Idempotency-Key for %s', async (_what, requests) => {
    const { api, operator, quote } = await aQuote(booking);
    const headers = { 'idempotency-key': 'shared' };
    const [first, second] = requests(quote.id, { property_id: await operator.property(), ...quotedStay });
    const answered = await api.post('/v2/bookings', first, { headers });
    expect(answered.status).toBe(200);
    const reused = await api.post('/v2/bookings', second, { headers });
    expect([reused.status, reused.body.status]).toEqual([422, 'idempotency_key_reused']);
    const repeated = await api.post('/v2/bookings', first, { headers });
    expect([repeated.status, repeated.body.id]).toEqual([200, answered.body.id]);
    expect((await api.get('/v2/bookings')).body.count).toBe(1);
  });

  it('refuses an Idempotency-Key that was used to accept another quote', async () => {
    const { api, operator, quote } = await aQuote(booking);
    const otherStay = { property_id: await operator.property({ time_zone: 'Europe/Rome' }), ...quotedStay };
    const { body: other } = await api.post('/v2/quotes', otherStay);
    const headers = { 'idempotency-key': 'shared' };
    expect((await api.post('/v2/bookings', { quote_id: quote.id }, { headers })).status).toBe(200);
    const reused = await api.post('/v2/bookings', { quote_id: other.id }, { headers });
    expect([reused.status, reused.body.status]).toEqual([422, 'idempotency_key_reused']);
    expect((await api.get(`/v2/quotes/${other.id}`)).body.status).toBe('open');
  });

  it('repeats the same booking even if it was canceled, and even if the key also created the quote', async () => {
    const account = await booking.anAccount();
    const headers = { 'idempotency-key': 'same' };
    const stay = { property_id: await account.operator.property({ time_zone: 'Europe/Rome' }), ...quotedStay };
    const { body: quote } = await account.api.post('/v2/quotes', stay, { headers });
    const first = await account.api.post('/v2/bookings', { quote_id: quote.id }, { headers });
    await account.api.patch(`/v2/bookings/${first.body.id}`, { status: 'canceled' });
    const repeated = await account.api.post('/v2/bookings', { quote_id: quote.id }, { headers });
    expect([repeated.status, repeated.body.id]).toEqual([200, first.body.id]);
    const quotedAgain = await account.api.post('/v2/quotes', stay, { headers });
    expect([quotedAgain.status, quotedAgain.body.id]).toEqual([200, quote.id]);
  });

  it.each([
    [{ arrival: '2030-07-02' }, 'arrival: "2030-07-02" contradicts the quote'],
    [{ adults: 3 }, 'adults: 3 contradicts'],
    [{ total_amount: 1 }, 'total_amount: 1 contradicts'],
    [{ charges: [] }, 'charges: [] contradicts'],
    [{ is_block: true }, 'becomes a guest booking'],
    [{ generate_charges: true }, "the quote's charges are booked"],
    [{ status: 'canceled' }, 'expected active or pending'],
  ])('refuses a field that contradicts the quote or its acceptance: %j', async (wrong, message) => {
    const { api, quote } = await aQuote(booking);
    const answer = await api.post('/v2/bookings', { quote_id: quote.id, ...wrong });
    expect([answer.status, answer.body.messages.join()]).toEqual([400, expect.stringContaining(message)]);
    expect((await api.get(`/v2/quotes/${quote.id}`)).body.status).toBe('open');
  });

  it('accepts values that equal those of the quote, the status pending, and a guest if the quote has none', async () => {
    const { api, quote, property_id } = await aQuote(booking);
    const { body: guest } = await api.post('/v2/guests', { first_name: 'Ada', last_name: 'Rossi' });
    const body = { quote_id: quote.id, property_id, ...quotedStay, guest_id: guest.id, status: 'pending', title: 'T' };
    const answer = await api.post('/v2/bookings', body);
    expect(answer.body).toMatchObject({ status: 'pending', guest: { first_name: 'Ada' }, title: 'T' });
  });

  it('treats a field that is null like one that was not sent', async () => {
    const { api, quote } = await aQuote(booking, { tags: ['direct'] }, { check_in_end: '22:00' });
    const nulls = { check_in_end: null, check_in: null, title: null, cleaning_date: null, tags: null, notes: null };
    const { status, body } = await api.post('/v2/bookings', { quote_id: quote.id, ...nulls });
    expect([status, body.check_in_end, body.tags]).toEqual([200, '22:00', ['direct']]);
  });

  it('refuses an unknown quote with the same message as a quote of another account', async () => {
    const other = await aQuote(booking);
    const { api } = await aQuote(booking);
    const foreign = await api.post('/v2/bookings', { quote_id: other.quote.id });
    const unknown = await api.post('/v2/bookings', { quote_id: 999_999_999 });
    expect([foreign.status, unknown.status]).toEqual([400, 400]);
    expect(foreign.body.messages[0].replace(String(other.quote.id), '999999999')).toBe(unknown.body.messages[0]);
  });

  it('refuses a deleted quote, and a quote of a snoozed property', async () => {
    const { api, operator, property_id, quote } = await aQuote(booking);
    await operator.patch(`/properties/${property_id}`, { is_snoozed: true });
    expect((await api.post('/v2/bookings', { quote_id: quote.id })).status).toBe(400);
    await operator.patch(`/properties/${property_id}`, { is_snoozed: false });
    await api.delete(`/v2/quotes/${quote.id}`);
    const answer = await api.post('/v2/bookings', { quote_id: quote.id });
    expect([answer.status, answer.body.messages[0]]).toEqual([409, expect.stringContaining('was deleted')]);
  });

  it('requires quote_id, or else property_id, arrival and departure', async () => {
    const { api } = await aQuote(booking);
    const answer = await api.post('/v2/bookings', { arrival: '2030-01-01' });
    expect([answer.status, answer.body.messages]).toEqual([
      400,
      [expect.stringContaining('property_id: is required'), expect.stringContaining('departure: is required')],
    ]);
  });
});

describe('an accepted quote', () => {
  it('cannot be changed or deleted; the error names its booking', async () => {
    const { api, quote } = await aQuote(booking);
    const { body } = await api.post('/v2/bookings', { quote_id: quote.id });
    for (const answer of [
      await api.patch(`/v2/quotes/${quote.id}`, { notes: 'x' }),
      await api.delete(`/v2/quotes/${quote.id}`),
    ]) {
      expect([answer.status, answer.body.messages[0]]).toEqual([409, expect.stringContaining(`booking ${body.id}`)]);
    }
  });

  it('does not change when its booking moves to another property', async () => {
    const { api, operator, quote } = await aQuote(booking, { hold_dates: true });
    const { body } = await api.post('/v2/bookings', { quote_id: quote.id });
    const elsewhere = await operator.property({ name: 'Elsewhere' });
    const moved = await api.patch(`/v2/bookings/${body.id}`, { property_id: elsewhere, departure: '2030-07-08' });
    expect(moved.status).toBe(200);
    const present = (await api.get(`/v2/quotes/${quote.id}`)).body;
    expect(present).toMatchObject({ property_id: quote.property_id, departure: quote.departure, status: 'accepted' });
  });
});

describe('a quote whose nights are taken by another stay', () => {
  it('is preempted and published before the request that takes the nights is answered', async () => {
    const { api, userId, property_id, quote } = await aQuote(booking);
    const elsewhen = { property_id, arrival: '2030-07-04', departure: '2030-07-06' };
    const { body: other } = await api.post('/v2/quotes', elsewhen);
    await api.post('/v2/bookings', { property_id, arrival: '2030-07-03', departure: '2030-07-04' });
    expect((await api.get(`/v2/quotes/${quote.id}`)).body.status).toBe('preempted');
    expect((await api.get(`/v2/quotes/${other.id}`)).body.status).toBe('open');
    const events = await booking.eventsOf(userId, 'quote', 3);
    expect(events[2]).toMatchObject({ entity_id: quote.id, entity: { status: 'preempted' } });
    expect(events[2]!.categories).toEqual(['availability']);
  });

  it('is not preempted by a hold, because a hold may expire', async () => {
    const { api, property_id, quote } = await aQuote(booking);
    const { body: holding } = await api.post('/v2/quotes', { property_id, ...quotedStay, hold_dates: true });
    expect((await api.get(`/v2/quotes/${quote.id}`)).body.status).toBe('open');
    expect((await api.post('/v2/bookings', { quote_id: quote.id })).status).toBe(409);
    expect((await api.get(`/v2/quotes/${quote.id}`)).body.status).toBe('open');
    await api.post('/v2/bookings', { quote_id: holding.id });
    expect((await api.get(`/v2/quotes/${quote.id}`)).body.status).toBe('preempted');
  });

  it('is reopened when its dates change to free nights', async () => {
    const { api, property_id, quote } = await aQuote(booking);
    await api.post('/v2/bookings', { property_id, ...quotedStay });
    const moved = { arrival: '2030-08-01', departure: '2030-08-03', generate_charges: true };
    expect((await api.patch(`/v2/quotes/${quote.id}`, moved)).body).toMatchObject({
      status: 'open',
      total_amount: 200,
    });
  });
});

describe('PATCH v2/quotes/{id}', () => {
  it('keeps the charges if generate_charges is not sent, even when the dates change', async () => {
    const { api, property_id, quote } = await aQuote(booking);
    booking.peers.price(property_id, { rent: 50 });
    const kept = await api.patch(`/v2/quotes/${quote.id}`, { departure: '2030-07-10' });
    expect(kept.body).toMatchObject({ departure: '2030-07-10', total_amount: 300, charges: quote.charges });
    const made = await api.patch(`/v2/quotes/${quote.id}`, { generate_charges: true });
    expect(made.body.total_amount).toBe(450);
  });

  it('keeps the version and publishes nothing when nothing changes', async () => {
    const { api, userId, quote } = await aQuote(booking);
    const { payment_form: _form, ...echo } = quote;
    const same = await api.patch(`/v2/quotes/${quote.id}`, { ...echo, generate_charges: true });
    expect(same.body).toEqual(quote);
    expect(versionIn(same.headers)).toBe(1);
    await api.patch(`/v2/quotes/${quote.id}`, { notes: 'n' });
    const events = await booking.eventsOf(userId, 'quote', 2);
    expect(events.map(({ version }) => version)).toEqual([1, 2]);
  });

  it('calls no other service when only notes change', async () => {
    const { api, property_id, quote } = await aQuote(booking);
    const before = booking.peers.askedOf(property_id).length;
    const headers = { 'if-match': '"1"' };
    expect((await api.patch(`/v2/quotes/${quote.id}`, { notes: 'a' }, { headers })).status).toBe(200);
    expect((await api.patch(`/v2/quotes/${quote.id}`, { notes: 'b' }, { headers })).status).toBe(412);
    expect(booking.peers.askedOf(property_id)).toHaveLength(before);
  });

  it.each(['', ' ', ' \t'])('clears the redirect URL if it is set to %j', async (redirect_after_booking_url) => {
    const { api, quote } = await aQuote(booking, { redirect_after_booking_url: 'https://example.com/thanks' });
    expect(quote.redirect_after_booking_url).toBe('https://example.com/thanks');
    const answer = await api.patch(`/v2/quotes/${quote.id}`, { redirect_after_booking_url });
    expect(answer.body.redirect_after_booking_url).toBeNull();
  });
});

describe('GET v2/quotes', () => {
  it('lists quotes in the order of their ids, with charges, tags and guest only on request', async () => {
    const { api, property_id, quote } = await aQuote(booking, { tags: ['direct'] });
    const { body: second } = await api.post('/v2/quotes', { property_id, ...quotedStay });
    const plain = (await api.get('/v2/quotes?limit=1')).body;
    expect(plain).toMatchObject({ count: 1, items: [{ id: quote.id }] });
    for (const part of ['charges', 'tags', 'guest']) expect(plain.items[0]).not.toHaveProperty(part);
    expect((await api.get(plain.next_page_url)).body.items).toMatchObject([{ id: second.id }]);
    const full = await api.get('/v2/quotes?include_charges=true&include_tags=True&include_guest=1');
    expect(full.body.items[0]).toMatchObject({ charges: quote.charges, tags: ['direct'], guest: null });
    expect((await api.get(`/v2/quotes?property_ids=${property_id + 1}`)).body.items).toEqual([]);
  });

  it('explains the charges with the prices at the time when the charges were created', async () => {
    const { api, property_id, quote } = await aQuote(booking);
    booking.peers.price(property_id, { rent: 999 });
    const answer = await api.get(`/v2/quotes/${quote.id}?include_explanation=true`);
    expect(answer.body.explanation.nights).toEqual(
      ['2030-07-01', '2030-07-02', '2030-07-03'].map((date) => ({ date, rent: 100, adjuster_ids: [], amount: 100 })),
    );
    expect((await api.get(`/v2/quotes/${quote.id}`)).body).not.toHaveProperty('explanation');
  });
});
