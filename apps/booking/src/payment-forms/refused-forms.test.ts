import { gzipSync } from 'node:zlib';
import { DEADLINE_HEADER } from '@keyhaven/contracts/shared/headers';
import { aQuote, type QuoteSetup } from '../testing/a-quote';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';
import { keyOf, sendForm } from '../testing/payment-form';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

const guest = { first_name: 'Ada', last_name: 'Rossi', email: 'ada@example.com', telephone: '+44 20 7946 0100' };

describe('the payment form', () => {
  it.each([
    ['a body that is too large', 413, 'application/x-www-form-urlencoded', `first_name=${'a'.repeat(20_000)}`],
    ['a body with too many fields', 400, 'application/x-www-form-urlencoded', 'a=1&'.repeat(60)],
    ['plain text', 415, 'text/plain', 'first_name=<b>Ada</b>'],
    ['files', 415, 'multipart/form-data; boundary=x', '--x--'],
    ['broken JSON', 400, 'application/json', '{"first_name":'],
    ['a charset that is not supported', 415, 'application/x-www-form-urlencoded; charset=utf-7', 'a=1'],
  ])('returns an HTML page with the error for a POST with %s', async (_name, status, contentType, body) => {
    const setup = await aQuote(booking);
    const answer = await sendForm(booking, keyOf(setup), body, contentType);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
    expect(answer.page).toMatch(/^<!doctype html>[^]*Nothing was changed[^]*<\/html>\s*$/);
    expect(answer.page).not.toMatch(/<b>|<script/);
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect((await setup.api.get('/v2/bookings')).body.items).toEqual([]);
  });

  it('accepts a compressed form, but returns a 413 if the form is too large when it is decompressed', async () => {
    const sendCompressed = async (setup: QuoteSetup, form: string) =>
      (await sendForm(booking, keyOf(setup), gzipSync(form), undefined, { 'content-encoding': 'gzip' })).status;
    const setup = await aQuote(booking);
    expect(await sendCompressed(setup, `first_name=${'a'.repeat(20_000)}`)).toBe(413);
    expect((await setup.api.get('/v2/bookings')).body.items).toEqual([]);
    await sendCompressed(setup, new URLSearchParams({ ...guest, version: '1' }).toString());
    expect((await setup.api.get('/v2/bookings')).body.items).toHaveLength(1);
  });

  it('returns an HTML page with the error for a key that is too long, and after the deadline of the request', async () => {
    const long = await sendForm(booking, 'x'.repeat(101), 'version=1');
    expect([long.status, long.page]).toEqual([400, expect.stringContaining('<!doctype html>')]);
    const setup = await aQuote(booking);
    const past = { [DEADLINE_HEADER]: String(Date.now() - 1000) };
    const form = new URLSearchParams({ ...guest, version: '1' }).toString();
    const late = await sendForm(booking, keyOf(setup), form, undefined, past);
    expect([late.status, late.page]).toEqual([503, expect.stringContaining('Please try again')]);
    expect(late.headers.get('retry-after')).not.toBeNull();
    expect((await setup.api.get('/v2/guests')).body.items).toEqual([]);
  });

  it.each(['x', '..', `zz-${'0'.repeat(32)}`, `0-${'0'.repeat(32)}`, `zzzzzzzzzzz-${'0'.repeat(32)}`])(
    'returns a 404 for the key %s',
    async (key) => {
      const answer = await sendForm(booking, encodeURIComponent(key));
      expect(answer.status).toBe(404);
    },
  );
});
