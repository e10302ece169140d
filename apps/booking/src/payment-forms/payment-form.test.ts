import { aQuote, letExpire, type QuoteSetup, quotedStay } from '../testing/a-quote';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';
import { keyOf, sendForm } from '../testing/payment-form';
import { withClockWrongBy } from '@keyhaven/testing/wrong-clock';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

const guest = { first_name: 'Ada', last_name: 'Rossi', email: 'ada@example.com', telephone: '+44 20 7946 0100' };

const open = (key: string) => sendForm(booking, key);
const submit = (key: string, form: Record<string, string>) =>
  sendForm(booking, key, new URLSearchParams(form).toString());

describe('the payment form', () => {
  it('shows the quote, and loads no scripts or external resources', async () => {
    const setup = await aQuote(booking, { children: 1 }, { name: 'Casa <Aurora>', security_deposit_amount: 250 });
    const { status, page, headers } = await open(keyOf(setup));
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    for (const text of ['Casa &lt;Aurora>', 'Mon, 1 July 2030', '2 adults, 1 child', '300,00\u00a0€', 'Euro (EUR)']) {
      expect(page).toContain(text);
    }
    expect(page).toMatch(/security deposit of <strong>250,00\u00a0€<\/strong>/);
    expect(page).not.toContain('<script');
  });

  it('creates a pending booking for the guest and redirects; a form that is sent again creates no second booking', async () => {
    const redirect_after_booking_url = 'https://example.com/thanks?a=1&b=2';
    const setup = await aQuote(booking, { redirect_after_booking_url, hold_dates: true });
    const { api, quote } = setup;
    const answer = await submit(keyOf(setup), { ...guest, version: '1' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, redirect_after_booking_url]);
    const { items } = (await api.get('/v2/bookings?include_guest=true&include_charges=true')).body;
    expect(items).toMatchObject([
      {
        type: 'booking',
        status: 'pending',
        quote_id: quote.id,
        guest: { first_name: 'Ada', last_name: 'Rossi' },
        charges: quote.charges,
      },
    ]);
    const hours = (Date.parse(items[0].pending_until_utc) - Date.parse(items[0].booked_utc)) / 3_600_000;
    expect(Math.round(hours)).toBe(72);
    const active = await api.patch(`/v2/bookings/${items[0].id}`, { status: 'active' });
    expect(active.body.pending_until_utc).toBeNull();
    const again = await submit(keyOf(setup), { ...guest, version: '1' });
    expect([again.status, again.headers.get('location')]).toEqual([303, redirect_after_booking_url]);
    expect((await api.get('/v2/bookings')).body.items).toHaveLength(1);
    expect((await api.get('/v2/guests')).body.items).toHaveLength(1);
    expect((await open(keyOf(setup))).page).toContain('Your stay is booked');
  });

  it('copies the tags and custom fields of the quote to the new booking', async () => {
    const shown = { tags: ['VIP'], fields: [{ code: 'gate', value: '12' }] };
    const setup = await aQuote(booking, shown);
    await submit(keyOf(setup), { ...guest, version: '1' });
    const { items } = (await setup.api.get('/v2/bookings?include_tags=true&include_fields=true')).body;
    expect(items).toMatchObject([{ type: 'booking', ...shown }]);
  });

  it('asks for no details of the guest when the quote already has a guest', async () => {
    const setup = await aQuote(
      booking,
      {},
      { redirect_after_booking_url: 'https://example.com/', payment_due_percent: 0 },
    );
    const { body: known } = await setup.api.post('/v2/guests', { first_name: 'Bo', last_name: 'Li' });
    const patched = await setup.api.patch(`/v2/quotes/${setup.quote.id}`, { guest_id: known.id });
    expect(patched.status).toBe(200);
    expect((await open(keyOf(setup))).page).not.toContain('name="email"');
    const answer = await submit(keyOf(setup), { version: '2' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, 'https://example.com/']);
    const { items } = (await setup.api.get('/v2/bookings')).body;
    expect(items).toMatchObject([{ status: 'active', pending_until_utc: null, guest_id: known.id }]);
  });

  it('creates an active booking when the quote has no charges, because no payment could confirm the booking', async () => {
    const setup = await aQuote(booking, { generate_charges: false });
    expect((await submit(keyOf(setup), { ...guest, version: '1' })).status).toBe(200);
    const { items } = (await setup.api.get('/v2/bookings')).body;
    expect(items).toMatchObject([{ status: 'active', pending_until_utc: null, total_amount: 0 }]);
  });

  it('redirects to URLs with non-ASCII characters, and removes line breaks from stored redirect URLs', async () => {
    const redirect_after_booking_url = 'https://пример.example/Спасибо?имя=Åse';
    const location = new URL(redirect_after_booking_url).href;
    const setup = await aQuote(booking, { redirect_after_booking_url });
    expect(setup.quote.redirect_after_booking_url).toBe(redirect_after_booking_url);
    const answer = await submit(keyOf(setup), { ...guest, version: '1' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, location]);
    const other = await aQuote(booking);
    await booking.connection
      .collection<{ _id: number }>('properties')
      .updateOne(
        { _id: other.property_id },
        { $set: { redirect_after_booking_url: 'https://example.com/\r\nX-Y: z' } },
      );
    const cleaned = await submit(keyOf(other), { ...guest, version: '1' });
    expect([cleaned.status, cleaned.headers.get('location')]).toEqual([303, 'https://example.com/X-Y:%20z']);
  });

  it('books nothing and shows the changed quote if the quote changed after the guest opened the page', async () => {
    const setup = await aQuote(booking);
    await setup.api.patch(`/v2/quotes/${setup.quote.id}`, { departure: '2030-07-09', generate_charges: true });
    const answer = await submit(keyOf(setup), { ...guest, version: '1' });
    expect(answer.status).toBe(422);
    expect(answer.page).toContain('The offer has changed');
    expect(answer.page).toContain('800,00\u00a0€');
    expect(answer.page).toContain('value="ada@example.com"');
    expect((await setup.api.get('/v2/bookings')).body.items).toEqual([]);
    expect((await submit(keyOf(setup), { ...guest, version: '2' })).page).toContain('Your stay is booked');
  });

  it('says that somebody else is holding the nights when another quote holds them', async () => {
    const setup = await aQuote(booking);
    const holding = { property_id: setup.property_id, ...quotedStay, hold_dates: true };
    const { body: hold } = await setup.api.post('/v2/quotes', holding);
    const answer = await submit(keyOf(setup), { ...guest, version: '1' });
    expect([answer.status, answer.page]).toEqual([422, expect.stringContaining('Somebody else is holding')]);
    expect(answer.page).not.toContain('The offer has changed');
    expect(answer.page).toContain('value="ada@example.com"');
    await setup.api.delete(`/v2/quotes/${hold.id}`);
    expect((await submit(keyOf(setup), { ...guest, version: '1' })).page).toContain('Your stay is booked');
  });

  it('stores the guest only when the booking is created', async () => {
    const setup = await aQuote(booking);
    const holding = { property_id: setup.property_id, ...quotedStay, hold_dates: true };
    const { body: hold } = await setup.api.post('/v2/quotes', holding);
    for (const first_name of ['Ada', 'Eva', 'Ida']) {
      expect((await submit(keyOf(setup), { ...guest, first_name, version: '1' })).status).toBe(422);
    }
    await setup.operator.patch(`/properties/${setup.property_id}`, { is_snoozed: true });
    expect((await submit(keyOf(setup), { ...guest, version: '1' })).status).toBe(410);
    await setup.operator.patch(`/properties/${setup.property_id}`, { is_snoozed: false });
    expect((await setup.api.get('/v2/guests')).body.items).toEqual([]);
    expect((await setup.api.get('/v2/guests?q=rossi')).body.items).toEqual([]);
    await setup.api.delete(`/v2/quotes/${hold.id}`);
    await submit(keyOf(setup), { ...guest, version: '1' });
    expect((await setup.api.get('/v2/guests')).body.items).toHaveLength(1);
  });

  it("stores the guest in the booking and the quote, and publishes both with the guest's name", async () => {
    for (const hold_dates of [true, false]) {
      const { api, quote, userId, ...setup } = await aQuote(booking, { hold_dates });
      await submit(keyOf({ quote, ...setup }), { ...guest, version: '1' });
      const [added] = (await api.get('/v2/guests?q=rossi')).body.items;
      expect(added).toMatchObject({
        first_name: 'Ada',
        last_name: 'Rossi',
        email_addresses: [{ address: guest.email, is_default: true }],
        phones: [{ number: guest.telephone, is_default: true }],
      });
      const shown = { guest_id: added.id, guest: { id: added.id, first_name: 'Ada', last_name: 'Rossi' } };
      const accepted = (await api.get(`/v2/quotes/${quote.id}`)).body;
      expect(accepted).toMatchObject({ status: 'accepted', ...shown });
      expect((await api.get(`/v2/bookings/${accepted.booking_id}`)).body).toMatchObject(shown);
      const [ofGuest] = await booking.eventsOf(userId, 'guest', 1);
      expect(ofGuest).toMatchObject({ action: 'entity_create', entity_id: added.id, entity: added });
      const ofBooking = await booking.eventsOf(userId, 'booking', hold_dates ? 2 : 1);
      expect(ofBooking.at(-1)!.entity).toMatchObject(shown);
      const ofQuote = await booking.eventsOf(userId, 'quote', 2);
      expect(ofQuote.at(-1)!.entity).toMatchObject({ status: 'accepted', ...shown });
    }
  });

  it("does not say that the quote was changed if the quote has expired only by the database's clock", async () => {
    const answer = await withClockWrongBy(-30 * 86_400_000, async () => {
      const setup = await aQuote(booking);
      return submit(keyOf(setup), { ...guest, version: '1' });
    });
    expect([answer.status, answer.page]).toEqual([422, expect.stringContaining('could not be booked just now')]);
    expect(answer.page).not.toContain('The offer has changed');
  });

  it.each([
    [{ first_name: '' }, 'first and last name'],
    [{ email: 'nobody' }, 'e-mail address'],
    [{ telephone: 'x' }, 'telephone'],
    [{ telephone: 'ext. 1234' }, 'telephone number with at least 5 digits and at most 50 characters'],
    [{ telephone: '1'.repeat(51) }, 'telephone number with at least 5 digits and at most 50 characters'],
    [{ telephone: '12345\u0001' }, 'cannot be read'],
    [{ first_name: '\u0001' }, 'cannot be read'],
  ])('says what is wrong with the input %j', async (wrong, message) => {
    const setup = await aQuote(booking);
    const answer = await submit(keyOf(setup), { ...guest, ...wrong, version: '1' });
    expect([answer.status, answer.page]).toEqual([422, expect.stringContaining(message)]);
    expect((await setup.api.get('/v2/guests')).body.items).toEqual([]);
  });

  it.each([
    ['\u202a+44 20 7946 0100\u202c', '+44 20 7946 0100'],
    [' \u200e+39 06 1234\u2069 ', '+39 06 1234'],
    ['٠٢٠ ٧٩٤٦ ٠١٠٠', '٠٢٠ ٧٩٤٦ ٠١٠٠'],
    ['０３－１２３４－５６７８', '０３－１２３４－５６７８'],
    ['020–7946–0100 ext. 12', '020–7946–0100 ext. 12'],
  ])('accepts a telephone number in any notation, and removes direction marks: %j', async (telephone, number) => {
    const setup = await aQuote(booking);
    await submit(keyOf(setup), { ...guest, telephone, version: '1' });
    const { items } = (await setup.api.get('/v2/guests')).body;
    expect(items).toMatchObject([{ phones: [{ number }] }]);
  });

  it('says why a deleted, expired or preempted quote cannot be booked', async () => {
    const deleted = await aQuote(booking);
    await deleted.api.delete(`/v2/quotes/${deleted.quote.id}`);
    const expired = await aQuote(booking);
    await letExpire(booking, expired.quote.id);
    const sold = await aQuote(booking);
    await sold.api.post('/v2/bookings', { property_id: sold.property_id, ...quotedStay });
    const cases: [QuoteSetup, string, number][] = [
      [deleted, 'was withdrawn', 410],
      [expired, 'has expired', 410],
      [sold, 'no longer available', 410],
    ];
    for (const [setup, words, status] of cases) {
      for (const answer of [await open(keyOf(setup)), await submit(keyOf(setup), { ...guest, version: '1' })]) {
        expect([answer.status, answer.page]).toEqual([status, expect.stringContaining(words)]);
        expect(answer.page).not.toContain('<form');
      }
    }
  });

  it('says that the booking was canceled, and does not redirect until the booking is active again', async () => {
    const redirect_after_booking_url = 'https://example.com/thanks';
    const setup = await aQuote(booking, { redirect_after_booking_url });
    const sent = { ...guest, version: '1' };
    expect((await submit(keyOf(setup), sent)).status).toBe(303);
    const [{ id }] = (await setup.api.get('/v2/bookings')).body.items;
    await setup.api.patch(`/v2/bookings/${id}`, { status: 'canceled' });
    for (const answer of [await open(keyOf(setup)), await submit(keyOf(setup), sent)]) {
      expect([answer.status, answer.page]).toEqual([410, expect.stringContaining('Your booking was canceled')]);
      expect(answer.page).not.toMatch(/Your stay is booked|<form/);
      expect(answer.headers.get('location')).toBeNull();
    }
    await setup.api.patch(`/v2/bookings/${id}`, { status: 'active' });
    expect((await open(keyOf(setup))).page).toContain('Your stay is booked');
    expect((await submit(keyOf(setup), sent)).headers.get('location')).toBe(redirect_after_booking_url);
  });
});
