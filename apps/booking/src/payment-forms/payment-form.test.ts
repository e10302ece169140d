import { DEADLINE_HEADER } from '@keyhaven/contracts/shared/headers';
import { aQuote, letExpire, type QuotedPlace, quotedStay } from '../testing/a-quote';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';
import { withClockWrongBy } from '../testing/wrong-clock';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

const guest = { first_name: 'Ada', last_name: 'Rossi', email: 'ada@example.com', telephone: '+39 06 555 0100' };

/** The page of a quote, as a guest without credentials gets it through the gateway. */
async function open(key: string): Promise<{ status: number; page: string; headers: Headers }> {
  return send(key);
}

async function submit(key: string, form: Record<string, string>) {
  return send(key, new URLSearchParams(form).toString());
}

async function send(
  key: string,
  body?: string,
  contentType = 'application/x-www-form-urlencoded',
  headers: Record<string, string> = {},
) {
  const token = await booking.keys.sign({ audience: 'booking', scope: 'open' });
  const answer = await fetch(`${booking.running.url}/payment_forms/${key}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': contentType }),
      ...headers,
    },
    body,
    redirect: 'manual',
  });
  return { status: answer.status, page: await answer.text(), headers: answer.headers };
}

const keyOf = ({ quote }: Pick<QuotedPlace, 'quote'>) => String(quote.payment_form).split('/').pop()!;

describe('the payment form', () => {
  it('shows the quote, and loads no scripts or external resources', async () => {
    const place = await aQuote(booking, { children: 1 }, { name: 'Casa <Aurora>', security_deposit_amount: 250 });
    const { status, page, headers } = await open(keyOf(place));
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    for (const text of ['Casa &lt;Aurora&gt;', 'Mon, 1 July 2030', '2 adults, 1 child', '300.00 EUR', '250.00 EUR']) {
      expect(page).toContain(text);
    }
    expect(page).toMatch(/security deposit of <strong>250\.00 EUR<\/strong>/);
    expect(page).not.toContain('<script');
  });

  it('books the stay once, as pending, with the guest who submitted it, and redirects', async () => {
    const redirect_after_booking_url = 'https://example.com/thanks?a=1&b=2';
    const place = await aQuote(booking, { redirect_after_booking_url, hold_dates: true });
    const { api, quote } = place;
    const answer = await submit(keyOf(place), { ...guest, version: '1' });
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
    const again = await submit(keyOf(place), { ...guest, version: '1' });
    expect([again.status, again.headers.get('location')]).toEqual([303, redirect_after_booking_url]);
    expect((await api.get('/v2/bookings')).body.items).toHaveLength(1);
    expect((await api.get('/v2/guests')).body.items).toHaveLength(1);
    expect((await open(keyOf(place))).page).toContain('Your stay is booked');
  });

  it("redirects to the property's address, makes an active booking if nothing is due, and asks a known guest nothing", async () => {
    const place = await aQuote(
      booking,
      {},
      { redirect_after_booking_url: 'https://example.com/', payment_due_percent: 0 },
    );
    const { body: known } = await place.api.post('/v2/guests', { first_name: 'Bo', last_name: 'Li' });
    const patched = await place.api.patch(`/v2/quotes/${place.quote.id}`, { guest_id: known.id });
    expect(patched.status).toBe(200);
    expect((await open(keyOf(place))).page).not.toContain('name="email"');
    const answer = await submit(keyOf(place), { version: '2' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, 'https://example.com/']);
    const { items } = (await place.api.get('/v2/bookings')).body;
    expect(items).toMatchObject([{ status: 'active', pending_until_utc: null, guest_id: known.id }]);
  });

  it('makes an active booking of a stay without charges, which no payment could confirm', async () => {
    const place = await aQuote(booking, { generate_charges: false });
    expect((await submit(keyOf(place), { ...guest, version: '1' })).status).toBe(200);
    const { items } = (await place.api.get('/v2/bookings')).body;
    expect(items).toMatchObject([{ status: 'active', pending_until_utc: null, total_amount: 0 }]);
  });

  it('redirects to an address in any script, and cleans an invalid address that a property still has', async () => {
    const redirect_after_booking_url = 'https://пример.example/Спасибо?имя=Åse';
    const location = new URL(redirect_after_booking_url).href;
    const place = await aQuote(booking, { redirect_after_booking_url });
    expect(place.quote.redirect_after_booking_url).toBe(redirect_after_booking_url);
    const answer = await submit(keyOf(place), { ...guest, version: '1' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, location]);
    const other = await aQuote(booking);
    await booking.connection
      .collection<{ _id: number }>('properties')
      .updateOne(
        { _id: other.property_id },
        { $set: { redirect_after_booking_url: 'https://example.com/\r\nX-Y: z' } },
      );
    const led = await submit(keyOf(other), { ...guest, version: '1' });
    expect([led.status, led.headers.get('location')]).toEqual([303, 'https://example.com/X-Y:%20z']);
  });

  it('books nothing when the quote changed after the guest saw it, and shows the new quote', async () => {
    const place = await aQuote(booking);
    await place.api.patch(`/v2/quotes/${place.quote.id}`, { departure: '2030-07-09', generate_charges: true });
    const answer = await submit(keyOf(place), { ...guest, version: '1' });
    expect(answer.status).toBe(422);
    expect(answer.page).toContain('The offer has changed');
    expect(answer.page).toContain('800.00 EUR');
    expect(answer.page).toContain('value="ada@example.com"');
    expect((await place.api.get('/v2/bookings')).body.items).toEqual([]);
    expect((await submit(keyOf(place), { ...guest, version: '2' })).page).toContain('Your stay is booked');
  });

  it('says that another quote holds the nights when the booking is refused, and does not claim that the quote changed', async () => {
    const place = await aQuote(booking);
    const holding = { property_id: place.property_id, ...quotedStay, hold_dates: true };
    const { body: hold } = await place.api.post('/v2/quotes', holding);
    const answer = await submit(keyOf(place), { ...guest, version: '1' });
    expect([answer.status, answer.page]).toEqual([422, expect.stringContaining('Somebody else is holding')]);
    expect(answer.page).not.toContain('The offer has changed');
    expect(answer.page).toContain('value="ada@example.com"');
    await place.api.delete(`/v2/quotes/${hold.id}`);
    expect((await submit(keyOf(place), { ...guest, version: '1' })).page).toContain('Your stay is booked');
  });

  it('stores no guest while the booking is refused, and one when it is made', async () => {
    const place = await aQuote(booking);
    const holding = { property_id: place.property_id, ...quotedStay, hold_dates: true };
    const { body: hold } = await place.api.post('/v2/quotes', holding);
    for (const first_name of ['Ada', 'Eva', 'Ida']) {
      expect((await submit(keyOf(place), { ...guest, first_name, version: '1' })).status).toBe(422);
    }
    await place.operator.patch(`/properties/${place.property_id}`, { is_snoozed: true });
    expect((await submit(keyOf(place), { ...guest, version: '1' })).status).toBe(410);
    await place.operator.patch(`/properties/${place.property_id}`, { is_snoozed: false });
    expect((await place.api.get('/v2/guests')).body.items).toEqual([]);
    expect((await place.api.get('/v2/guests?q=rossi')).body.items).toEqual([]);
    await place.api.delete(`/v2/quotes/${hold.id}`);
    await submit(keyOf(place), { ...guest, version: '1' });
    expect((await place.api.get('/v2/guests')).body.items).toHaveLength(1);
  });

  it('adds the guest to the booking and the quote, and publishes both with the name', async () => {
    for (const hold_dates of [true, false]) {
      const { api, quote, userId, ...place } = await aQuote(booking, { hold_dates });
      await submit(keyOf({ quote, ...place }), { ...guest, version: '1' });
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

  it('does not claim that the quote changed when it has expired only by the clock of the database', async () => {
    const answer = await withClockWrongBy(-30 * 86_400_000, async () => {
      const place = await aQuote(booking);
      return submit(keyOf(place), { ...guest, version: '1' });
    });
    expect([answer.status, answer.page]).toEqual([422, expect.stringContaining('could not be booked just now')]);
    expect(answer.page).not.toContain('The offer has changed');
  });

  it.each([
    [{ first_name: '' }, 'first and last name'],
    [{ email: 'nobody' }, 'e-mail address'],
    [{ telephone: 'x' }, 'telephone'],
    [{ first_name: '\u0001' }, 'cannot be read'],
  ])('shows the guest what is wrong with %j', async (wrong, message) => {
    const place = await aQuote(booking);
    const answer = await submit(keyOf(place), { ...guest, ...wrong, version: '1' });
    expect([answer.status, answer.page]).toEqual([422, expect.stringContaining(message)]);
    expect((await place.api.get('/v2/guests')).body.items).toEqual([]);
  });

  it('says why a deleted, expired or preempted quote cannot be booked', async () => {
    const deleted = await aQuote(booking);
    await deleted.api.delete(`/v2/quotes/${deleted.quote.id}`);
    const expired = await aQuote(booking);
    await letExpire(booking, expired.quote.id);
    const sold = await aQuote(booking);
    await sold.api.post('/v2/bookings', { property_id: sold.property_id, ...quotedStay });
    const cases: [QuotedPlace, string, number][] = [
      [deleted, 'was withdrawn', 410],
      [expired, 'has expired', 410],
      [sold, 'no longer available', 410],
    ];
    for (const [place, words, status] of cases) {
      for (const answer of [await open(keyOf(place)), await submit(keyOf(place), { ...guest, version: '1' })]) {
        expect([answer.status, answer.page]).toEqual([status, expect.stringContaining(words)]);
        expect(answer.page).not.toContain('<form');
      }
    }
  });

  it('says that the booking was canceled and does not redirect, until the booking is active again', async () => {
    const redirect_after_booking_url = 'https://example.com/thanks';
    const place = await aQuote(booking, { redirect_after_booking_url });
    const sent = { ...guest, version: '1' };
    expect((await submit(keyOf(place), sent)).status).toBe(303);
    const [{ id }] = (await place.api.get('/v2/bookings')).body.items;
    await place.api.patch(`/v2/bookings/${id}`, { status: 'canceled' });
    for (const answer of [await open(keyOf(place)), await submit(keyOf(place), sent)]) {
      expect([answer.status, answer.page]).toEqual([410, expect.stringContaining('Your booking was canceled')]);
      expect(answer.page).not.toMatch(/Your stay is booked|<form/);
      expect(answer.headers.get('location')).toBeNull();
    }
    await place.api.patch(`/v2/bookings/${id}`, { status: 'active' });
    expect((await open(keyOf(place))).page).toContain('Your stay is booked');
    expect((await submit(keyOf(place), sent)).headers.get('location')).toBe(redirect_after_booking_url);
  });

  it.each([
    ['a body that is too large', 413, 'application/x-www-form-urlencoded', `first_name=${'a'.repeat(20_000)}`],
    ['a body with too many fields', 400, 'application/x-www-form-urlencoded', 'a=1&'.repeat(60)],
    ['another type of content', 415, 'text/plain', 'first_name=<b>Ada</b>'],
    ['files', 415, 'multipart/form-data; boundary=x', '--x--'],
    ['broken JSON', 400, 'application/json', '{"first_name":'],
    ['a charset that is not read', 415, 'application/x-www-form-urlencoded; charset=utf-7', 'a=1'],
  ])('returns an HTML page for a POST with %s', async (_name, status, contentType, body) => {
    const place = await aQuote(booking);
    const answer = await send(keyOf(place), body, contentType);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
    expect(answer.page).toMatch(/^<!doctype html>[^]*Nothing was changed[^]*<\/html>\s*$/);
    expect(answer.page).not.toMatch(/<b>|<script/);
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect((await place.api.get('/v2/bookings')).body.items).toEqual([]);
  });

  it('returns an HTML page when the key is too long, and when the deadline of the request has passed', async () => {
    const long = await send('x'.repeat(101), 'version=1');
    expect([long.status, long.page]).toEqual([400, expect.stringContaining('<!doctype html>')]);
    const place = await aQuote(booking);
    const past = { [DEADLINE_HEADER]: String(Date.now() - 1000) };
    const form = new URLSearchParams({ ...guest, version: '1' }).toString();
    const late = await send(keyOf(place), form, undefined, past);
    expect([late.status, late.page]).toEqual([503, expect.stringContaining('Please try again')]);
    expect(late.headers.get('retry-after')).not.toBeNull();
    expect((await place.api.get('/v2/guests')).body.items).toEqual([]);
  });

  it.each(['x', '..', `zz-${'0'.repeat(32)}`, `0-${'0'.repeat(32)}`, `zzzzzzzzzzz-${'0'.repeat(32)}`])(
    'returns a 404 for the key %s',
    async (key) => {
      const answer = await open(encodeURIComponent(key));
      expect(answer.status).toBe(404);
    },
  );
});
