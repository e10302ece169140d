import type { AccountDelivery, AccountSubscription } from '@keyhaven/contracts/webhook/account-routes';
import type { Browser } from '../testing/browser';
import { type PortalUnderTest, startPortalUnderTest } from '../testing/portal-under-test';
import { Refused, startStubServices, type StubServices } from '../testing/stub-services';
import { identityOfAda, sessionToken } from '../testing/stub-identity';

const utc = '2030-07-01T10:00:00Z';
const subscription: AccountSubscription = {
  id: 5,
  type: 'booking',
  action: 'entity_update',
  category: 'dates',
  webhook_url: 'https://app.example/<hook>?secret=s3',
  status: 'disabled',
  disabled_reason: 'the endpoint answered 410',
  created_utc: utc,
  updated_utc: utc,
  app_key: '7',
};
const delivery: AccountDelivery = {
  id: 91,
  subscription_id: 5,
  event_id: '01890a5d-ac96-474b-bcce-b302099a8057',
  action: 'entity_update',
  entity_type: 'booking',
  entity_id: 81,
  status: 'pending',
  attempt_count: 2,
  occurred_utc: utc,
  next_attempt_utc: '2030-07-01T10:30:00Z',
  delivered_utc: null,
  attempts: [
    { attempted_utc: utc, duration_ms: 20, status_code: 503, error: 'the endpoint answered 503' },
    { attempted_utc: utc, duration_ms: 15000, status_code: null, error: 'no answer in time' },
  ],
  last_response: 'try <later>',
  payload: '{"id":"x"}',
};
const { attempts: _attempts, last_response: _response, payload: _payload, ...listed } = delivery;
const settings = {
  id: 3,
  app_key: '7',
  webhook_url: null,
  basic_username: null,
  signing_secrets: [{ secret: 'whsec_abc', created_utc: utc, expires_utc: null }],
  revoked_utc: null,
};

const base = 'POST /internal/accounts/42/webhook_subscriptions';
const ofToken = '/operator/accounts/42/webhook_apps/7';
let stub: StubServices;
let portal: PortalUnderTest;
let browser: Browser;
beforeAll(async () => {
  stub = await startStubServices({
    [`${base}/list`]: () => ({ items: [subscription, { ...subscription, id: 6, app_key: 'c_app', status: 'active' }] }),
    [`${base}/5/read`]: () => subscription,
    [`${base}/6/read`]: () => ({ ...subscription, id: 6, app_key: 'c_app' }),
    [`${base}/5/deliveries/list`]: () => ({ items: [listed], next_before_id: 91 }),
    [`${base}/6/deliveries/list`]: () => ({ items: [], next_before_id: null }),
    [`${base}/5/deliveries/91/read`]: () => delivery,
    [`${base}/5/deliveries/91/replay`]: () => listed,
    [`${base}/5/test`]: () => new Refused('conflict', 'the subscription is disabled; enable it first'),
    [`${base}/6/test`]: () => ({ ...delivery, id: 92, subscription_id: 6, payload: undefined }),
    [`${base}/5/enable`]: () => ({ ...subscription, status: 'active' }),
    [`${base}/5/disable`]: () => subscription,
    [`${base}/5/delete`]: () => ({}),
    [`${base}/5/replay`]: ({ body }) =>
      (body as { since_utc: string }).since_utc === ''
        ? new Refused('bad_request', 'since_utc: expected an instant')
        : { replayed: 3 },
    [`GET ${ofToken}`]: () => settings,
    [`POST ${ofToken}/rotate_secret`]: () => settings,
  });
  portal = await startPortalUnderTest({ ...stub.services, identity: identityOfAda() });
});
afterAll(async () => {
  await portal.stop();
  await stub.stop();
});
beforeEach(() => {
  stub.requests.length = 0;
  browser = portal.browser();
  browser.cookies.set('keyhaven_session', sessionToken);
});

describe('the pages of webhooks', () => {
  it('list the subscriptions of all apps and tokens, without the secrets in the URLs', async () => {
    const { status, html } = await browser.open('/portal/webhooks');
    expect(status).toBe(200);
    for (const text of ['booking, entity_update, category dates', 'token 7', 'app c_app', 'disabled', 'active']) {
      expect(html).toContain(text);
    }
    expect(html).toContain('https://app.example/&lt;hook>?…');
    expect(html).not.toContain('s3');
  });

  it('show a subscription with its deliveries by status, and the secrets of a token', async () => {
    const { html } = await browser.open('/portal/webhooks/5?status=pending');
    for (const text of [
      'the endpoint answered 410',
      'booking 81, entity_update',
      'whsec_abc',
      '1 Jul 2030, 12:30:00',
    ]) {
      expect(html).toContain(text);
    }
    expect(html).toContain('href="/portal/webhooks/5?status=pending&before=91"');
    const list = stub.requests.find(({ route }) => route.endsWith('/deliveries/list'));
    expect(list?.body).toMatchObject({ status: 'pending', before_id: null });
  });

  it("do not show the secrets of an app, which are on the app's own page", async () => {
    const { html } = await browser.open('/portal/webhooks/6');
    expect(html).toContain('No deliveries');
    expect(html).not.toContain('Signing secrets');
    expect(stub.routes().some((route) => route.includes('/operator/'))).toBe(false);
  });

  it('show a delivery with its payload, every attempt with its response, and the time of the next attempt', async () => {
    const { html } = await browser.open('/portal/webhooks/5/deliveries/91');
    const shown = [
      'the endpoint answered 503',
      'no answer in time',
      'try &lt;later>',
      '{"id":"x"}',
      '1 Jul 2030, 12:30:00',
    ];
    for (const text of shown) expect(html.replaceAll('&#34;', '"')).toContain(text);
  });

  it('replay one delivery, and then show a message that it was replayed', async () => {
    await browser.open('/portal/webhooks/5/deliveries/91');
    const answer = await browser.submit('/portal/webhooks/5/deliveries/91/replay');
    expect([answer.status, answer.location]).toEqual([303, '/portal/webhooks/5/deliveries/91']);
    expect(stub.routes()).toContain(`${base}/5/deliveries/91/replay`);
    expect((await browser.open(answer.location!)).html).toContain('It is sent again.');
  });

  it('replay the failed deliveries since a given time, and show an error if the time is missing', async () => {
    await browser.open('/portal/webhooks/5');
    const answer = await browser.submit('/portal/webhooks/5/replay', { since_utc: '2030-07-01T10:00' });
    expect(answer.location).toBe('/portal/webhooks/5');
    expect((await browser.open('/portal/webhooks/5')).html).toContain('Sent again: 3.');
    const wrong = await browser.submit('/portal/webhooks/5/replay', { since_utc: '' });
    expect([wrong.status, wrong.html.includes('Expected an instant.')]).toEqual([400, true]);
  });

  it('send a test delivery, and show an error if the subscription is disabled', async () => {
    await browser.open('/portal/webhooks/6');
    expect((await browser.submit('/portal/webhooks/6/test')).location).toBe('/portal/webhooks/6/deliveries/92');
    await browser.open('/portal/webhooks/5');
    const refused = await browser.submit('/portal/webhooks/5/test');
    expect([refused.status, refused.html.includes('enable it first')]).toEqual([409, true]);
  });

  it.each([
    ['enable', '/portal/webhooks/5', `${base}/5/enable`],
    ['delete', '/portal/webhooks', `${base}/5/delete`],
    ['rotate', '/portal/webhooks/5', `POST ${ofToken}/rotate_secret`],
  ])('carry out the action %s when its form is submitted', async (what, to, called) => {
    await browser.open('/portal/webhooks/5');
    const answer = await browser.submit(`/portal/webhooks/5/${what}`);
    expect([answer.status, answer.location]).toEqual([303, to]);
    expect(stub.routes()).toContain(called);
  });

  it('return 404 for records that do not exist in the account', async () => {
    expect((await browser.open('/portal/webhooks/999')).status).toBe(404);
    expect((await browser.open('/portal/webhooks/5/deliveries/1')).status).toBe(404);
  });

  it('are for owners only', async () => {
    const ofMember = await startPortalUnderTest({ ...stub.services, identity: identityOfAda('member') });
    const member = ofMember.browser();
    member.cookies.set('keyhaven_session', sessionToken);
    for (const path of ['/portal/webhooks', '/portal/webhooks/5', '/portal/webhooks/5/deliveries/91']) {
      expect((await member.open(path)).status).toBe(403);
    }
    await member.open('/portal/profile');
    expect((await member.submit('/portal/webhooks/5/delete')).status).toBe(403);
    await ofMember.stop();
    expect(stub.requests).toEqual([]);
  });
});
