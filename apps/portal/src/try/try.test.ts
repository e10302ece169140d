import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { Browser } from '../testing/browser';
import type { PortalUnderTest } from '../testing/portal-under-test';
import { errorOf, startSignedIn } from '../testing/start-signed-in';
import { startPortalUnderTest } from '../testing/portal-under-test';

const answer = {
  status: 200,
  headers: new Headers({ 'preference-applied': 'dry-run' }),
  body: { id: 7, notes: '<b>' },
};
const send = jest.fn((..._sent: unknown[]) => Promise.resolve(answer));
const path = '/portal/try/update-booking';

describe('the page "Try it"', () => {
  let portal: PortalUnderTest;
  let browser: Browser;
  beforeAll(async () => void ({ portal, browser } = await startSignedIn({}, { services: { send } })));
  beforeEach(() => send.mockClear());
  afterAll(() => portal.stop());

  it('sends a write as a dry run, and shows the response', async () => {
    const { html } = await browser.open(path);
    expect(html).toMatch(/name="dry_run"[^>]* checked/);
    const { status, html: shown } = await browser.submit(path, {
      'path.id': '7',
      body: '{"notes":"a"}',
      dry_run: 'on',
    });
    expect(send).toHaveBeenCalledWith(
      'booking',
      expect.anything(),
      {
        method: 'PATCH',
        path: '/v2/bookings/7',
        headers: { 'content-type': 'application/json', prefer: 'dry-run' },
        body: '{"notes":"a"}',
      },
      expect.any(String),
    );
    expect(status).toBe(200);
    expect(shown).toContain('Dry run: nothing was changed');
    expect(shown).toContain('&lt;b>');
  });

  it('carries out a write only if the person has unchecked the dry-run checkbox', async () => {
    await browser.open(path);
    const { html } = await browser.submit(path, { 'path.id': '7', body: '{}' });
    expect(send).toHaveBeenCalledWith(
      'booking',
      expect.anything(),
      expect.objectContaining({
        headers: {
          'content-type': 'application/json',
          'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        },
      }),
      expect.any(String),
    );
    expect(html).not.toMatch(/name="dry_run"[^>]* checked/);
  });

  const keyIn = (html: string) => /name="idempotency_key" value="([^"]+)"/.exec(html)?.[1];

  it('keeps the entered values and the Idempotency-Key if no response arrives, so that a retry writes only once', async () => {
    const opened = await browser.open(path);
    send.mockRejectedValueOnce(new ApiError('unavailable', 'the booking service is not available'));
    const { status, html } = await browser.submit(path, { 'path.id': '7', body: '{"notes":"kept"}' });
    expect(status).toBe(503);
    expect(html).toContain('If you send this form again, it is not carried out twice.');
    expect(html).toContain('{&#34;notes&#34;:&#34;kept&#34;}');
    expect(keyIn(html)).toBe(keyIn(opened.html));
    const repeated = await browser.submit(path, { 'path.id': '7', body: '{"notes":"kept"}' });
    expect(send.mock.calls[1]?.slice(0, 3)).toEqual(send.mock.calls[0]?.slice(0, 3));
    expect(keyIn(repeated.html)).toMatch(/^[0-9a-f-]{36}$/);
    expect(keyIn(repeated.html)).not.toBe(keyIn(opened.html));
  });

  it('keeps the Idempotency-Key after a 504, because the write may have been carried out', async () => {
    const opened = await browser.open(path);
    send.mockResolvedValueOnce({ ...answer, status: 504 });
    const { html } = await browser.submit(path, { 'path.id': '7', body: '{"notes":"kept"}' });
    expect(keyIn(html)).toBe(keyIn(opened.html));
  });

  it('keeps the Idempotency-Key if the form is wrong, because an earlier write with this key may have been carried out', async () => {
    const opened = await browser.open(path);
    send.mockRejectedValueOnce(new ApiError('unavailable', 'the booking service is not available'));
    await browser.submit(path, { 'path.id': '7', body: '{"notes":"kept"}' });
    const { status, html } = await browser.submit(path, { 'path.id': '7', body: '{"notes":"kept"' });
    expect([status, keyIn(html)]).toEqual([400, keyIn(opened.html)]);
    await browser.submit(path, { 'path.id': '7', body: '{"notes":"kept"}' });
    expect(send.mock.calls[1]?.slice(0, 3)).toEqual(send.mock.calls[0]?.slice(0, 3));
  });

  it('sends the id of its own request to the service, so that both logs contain the same id', async () => {
    await browser.open(path);
    const { headers } = await browser.submit(path, { 'path.id': '7', body: '{}' });
    expect(send).toHaveBeenCalledWith('booking', expect.anything(), expect.anything(), headers.get('x-request-id'));
  });

  it('accepts the longest body that fits into the field, also with non-Latin characters', async () => {
    await browser.open(path);
    const body = JSON.stringify({ notes: '\u4e2d'.repeat(9_988) });
    expect(body).toHaveLength(10_000);
    expect((await browser.submit(path, { 'path.id': '7', body })).status).toBe(200);
    expect(send).toHaveBeenCalledWith(
      'booking',
      expect.anything(),
      expect.objectContaining({ body }),
      expect.any(String),
    );
  });

  it('neither offers nor sends `wait`, the parameter that makes the event log wait for new events', async () => {
    const { html } = await browser.open('/portal/try/list-events');
    expect(html).toContain('name="query.limit"');
    expect(html).not.toContain('name="query.wait"');
    await browser.submit('/portal/try/list-events', { 'query.wait': '60' });
    expect(send).toHaveBeenCalledWith(
      'webhook',
      expect.anything(),
      expect.objectContaining({ path: '/v2/events' }),
      expect.any(String),
    );
  });

  it('is missing for GET /v2/users/me, because this endpoint needs a token and a session has none', async () => {
    expect((await browser.open('/portal/try/get-current-user')).status).toBe(404);
    const help = await browser.open('/help/v2/endpoints/get-current-user');
    expect([help.status, help.html.includes('/portal/try/')]).toEqual([200, false]);
  });

  it('encodes the entered values, and omits empty parameters', async () => {
    await browser.open('/portal/try/list-bookings');
    await browser.submit('/portal/try/list-bookings', { 'query.status': 'a&b=c', 'query.limit': '' });
    expect(send).toHaveBeenCalledWith(
      'booking',
      expect.anything(),
      expect.objectContaining({ path: '/v2/bookings?status=a%26b%3Dc' }),
      expect.any(String),
    );
    await browser.open('/portal/try/get-booking');
    await browser.submit('/portal/try/get-booking', { 'path.id': '../users/me' });
    expect(send).toHaveBeenLastCalledWith(
      'booking',
      expect.anything(),
      expect.objectContaining({ path: '/v2/bookings/..%2Fusers%2Fme' }),
      expect.any(String),
    );
  });

  it('refuses a body that is not JSON, and a missing id in the path', async () => {
    await browser.open(path);
    const { status, html } = await browser.submit(path, { body: '{' });
    expect([status, errorOf(html, 'body')]).toEqual([400, 'This is not valid JSON.']);
    expect(errorOf(html, 'path.id')).toContain('A value is needed');
    expect(send).not.toHaveBeenCalled();
  });

  it('is refused without a CSRF token', async () => {
    await browser.open(path);
    expect((await browser.submit(path, { 'path.id': '7', csrf_token: 'x' })).status).toBe(403);
    expect(send).not.toHaveBeenCalled();
  });

  it('is missing for endpoints that need no credentials', async () => {
    expect((await browser.open('/portal/try/list-announcements')).status).toBe(404);
    expect((await browser.open('/portal/try/nothing')).status).toBe(404);
  });

  it('redirects people without a session to the sign-in page, with its own path in `next`', async () => {
    const other = await startPortalUnderTest({ identity: {} });
    const { location } = await other.browser().open(path);
    expect(location).toBe(`/portal/sign-in?next=${encodeURIComponent(path)}`);
    await other.stop();
  });
});
