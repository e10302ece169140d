import type { LoggedRequestDetails } from '@keyhaven/contracts/identity/request-log';
import type { Browser } from '../testing/browser';
import { type PortalUnderTest, startPortalUnderTest } from '../testing/portal-under-test';
import { Refused, startStubServices, type StubServices } from '../testing/stub-services';
import { fieldOf } from '../testing/start-signed-in';
import { identityOfAda, sessionToken } from '../testing/stub-identity';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const refused: LoggedRequestDetails = {
  id: ID,
  request_id: 'mine-1',
  received_utc: '2030-07-01T10:00:01.250Z',
  method: 'POST',
  route: 'POST /v2/bookings',
  path: '/v2/bookings?a=<b>',
  status: 409,
  duration_ms: 12.5,
  is_dry_run: false,
  credential_id: '7',
  app_key: null,
  client_address: '192.0.2.1',
  error_code: 'nights_taken',
  error_messages: ['2030-07-01 is <taken>'],
  request_body: { text: `{"title":"Ada's","password":"[removed]"}`, is_cut: true },
  answer_body: { text: '{"status":"nights_taken"}', is_cut: false },
};
const { request_body: _sent, answer_body: _answered, ...listed } = refused;

let stub: StubServices;
let portal: PortalUnderTest;
let browser: Browser;
let isLogEmpty = false;
beforeAll(async () => {
  stub = await startStubServices({
    'GET /v2/requestlog': ({ query }) => {
      if (query.get('from') === 'never') return new Refused('bad_request', 'query parameter from: expected an instant');
      const items = isLogEmpty || query.has('route') ? [] : [listed];
      const next_page_url = query.has('after_id') ? null : '/v2/requestlog?after_id=x';
      return { items, limit: 50, offset: 0, count: items.length, next_page_url };
    },
    [`GET /v2/requestlog/${ID}`]: () => refused,
  });
  portal = await startPortalUnderTest({ ...stub.services, identity: identityOfAda() });
});
afterAll(async () => {
  await portal.stop();
  await stub.stop();
});
beforeEach(() => {
  isLogEmpty = false;
  stub.requests.length = 0;
  browser = portal.browser();
  browser.cookies.set('keyhaven_session', sessionToken);
});

describe('the page of the request log', () => {
  it('shows requests with their errors, and links to older requests with the same filters', async () => {
    const { status, html } = await browser.open('/portal/request-log?status=4xx&errors_only=true');
    expect(status).toBe(200);
    expect(html).toContain('POST /v2/bookings?a=&lt;b>');
    for (const text of ['409', 'nights_taken', '12.5 ms', 'token 7', '192.0.2.1', '1 Jul 2030, 12:00:01']) {
      expect(html).toContain(text);
    }
    expect(html).toContain('href="/help/v2/errors#nights_taken"');
    expect(html).toContain(`href="/portal/request-log?status=4xx&errors_only=true&after_id=${ID}"`);
    expect(Object.fromEntries(stub.requests[0]!.query)).toEqual({ status: '4xx', errors_only: 'true', limit: '50' });
    const older = await browser.open(`/portal/request-log?after_id=${ID}`);
    expect(older.html).toContain('Newest requests');
    expect(older.html).not.toContain('after_id=');
  });

  it('reads and shows times in the time zone of the account', async () => {
    const { html } = await browser.open('/portal/request-log?from=2030-07-01T12:00&to=2030-01-01T12:00');
    const sent = Object.fromEntries(stub.requests[0]!.query);
    expect(sent).toMatchObject({ from: '2030-07-01T10:00:00.000Z', to: '2030-01-01T11:00:00.000Z' });
    expect(fieldOf(html, 'from')).toContain('value="2030-07-01T12:00"');
    expect(html).toContain('Times are those of Europe/Rome.');
    expect(html).toContain(`href="/portal/request-log?from=2030-07-01T12%3A00&to=2030-01-01T12%3A00&after_id=${ID}"`);
  });

  it('says that no request matches the filters, and shows the error of an invalid filter', async () => {
    const nothing = await browser.open('/portal/request-log?route=GET+/x');
    expect(nothing.html).toContain('No request of the last seven days matches these filters.');
    const wrong = await browser.open('/portal/request-log?from=never');
    expect([wrong.status, wrong.html.includes('expected an instant')]).toEqual([400, true]);
  });

  it('says how to send the first request if the log is empty and no filter is set', async () => {
    isLogEmpty = true;
    const { html } = await browser.open('/portal/request-log');
    expect(html).toContain('Call the API with one of your credentials: the request appears here a second later.');
    expect(html).not.toContain('matches these filters');
  });

  it('is for owners only', async () => {
    const ofMember = await startPortalUnderTest({ ...stub.services, identity: identityOfAda('member') });
    const member = ofMember.browser();
    member.cookies.set('keyhaven_session', sessionToken);
    expect((await member.open('/portal/request-log')).status).toBe(403);
    expect((await member.open('/portal')).html).not.toContain('/portal/request-log');
    await ofMember.stop();
    expect(stub.requests).toEqual([]);
  });
});

describe('the page of one request', () => {
  it('explains the error, and shows the request and response bodies and a curl command without secrets', async () => {
    const { html } = await browser.open(`/portal/request-log/${ID}`);
    for (const text of ['2030-07-01 is &lt;taken>', 'Nights of the stay are occupied', 'Choose other nights']) {
      expect(html).toContain(text);
    }
    expect(html).toContain('The body is cut');
    expect(html).toContain('id="error-nights_taken"');
    expect(html).toContain('href="/help/v2/errors#nights_taken"');
    const text = html.replaceAll('&#39;', "'").replaceAll('&#34;', '"').replaceAll('&lt;', '<');
    expect(text).toContain(`--data-raw '{"title":"Ada'\\''s","password":"[removed]"}'`);
    expect(text).toContain('-u "$KEYHAVEN_EMAIL:$KEYHAVEN_TOKEN"');
    expect(text).toContain(`'http://127.0.0.1:8080/v2/bookings?a=<b>'`);
  });

  it('returns 404 for a request that is not in the log', async () => {
    expect((await browser.open('/portal/request-log/01890a5d-ac96-774b-bcce-b302099a8058')).status).toBe(404);
  });
});
