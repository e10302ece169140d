import { oauthAppCreation } from '@keyhaven/contracts/identity/oauth-apps';
import type { PortalServices } from '../services/portal-services';
import type { Browser } from '../testing/browser';
import type { PortalUnderTest } from '../testing/portal-under-test';
import { answering, errorOf, fieldOf, refusing, refusingWith, startSignedIn } from '../testing/start-signed-in';

const instant = '2026-05-01T10:00:00Z';
const secret = (id: number, ending: string) => ({ id, ending, created_utc: instant, last_used_utc: null });
const app = {
  id: 1,
  client_id: 'c_1',
  name: 'Clean "<Ready>"',
  description: 'It <cleans>.',
  website_url: null,
  redirect_uris: ['https://a.example/x', 'https://b.example/y?q="1"'],
  is_public: false,
  uses_refresh_tokens: false,
  is_subscribed_to_announcements: false,
  secrets: [secret(1, 'abcd'), secret(2, 'wxyz')],
  created_utc: instant,
  updated_utc: instant,
};
const settings = {
  id: 9,
  app_key: 'c_1',
  webhook_url: 'https://a.example/hook',
  basic_username: 'clean',
  signing_secrets: [{ secret: 'whsec_abc', created_utc: instant, expires_utc: null }],
  revoked_utc: null,
};
const ofOperator = (status: number, body: unknown) => answering({ status, body, headers: new Headers() });
const refusedByOperator = (message: string) =>
  ofOperator(400, { messages: [message], status: 'bad_request', status_code: 400 });
const conflictByOperator = (message: string) =>
  ofOperator(409, { messages: [message], status: 'conflict', status_code: 409 });

let portal: PortalUnderTest;
let browser: Browser;
const start = async (
  answers: Parameters<typeof startSignedIn>[0] = {},
  { role = 'owner', webhook = {} }: { role?: 'owner' | 'member'; webhook?: object } = {},
) => {
  const webhookOperator = { getAppSettings: ofOperator(200, settings), ...webhook } as never;
  const services: Partial<PortalServices> = { webhookOperator };
  const own = { readApp: answering(app), listApps: answering({ items: [app] }), ...answers };
  ({ portal, browser } = await startSignedIn(own, { role, services }));
};
afterEach(() => portal.stop());

const entered = { name: 'Clean', description: 'It <cleans>', website_url: '', redirect_uris: 'https://a.example/x' };

describe('the list of apps', () => {
  it('shows escaped names that link to the setup pages', async () => {
    await start();
    const { html } = await browser.open('/portal/apps');
    expect(html).toContain('<a href="/portal/apps/c_1">Clean &#34;&lt;Ready>&#34;</a>');
  });

  it('says that there are no apps if the list is empty', async () => {
    await start({ listApps: answering({ items: [] }) });
    expect((await browser.open('/portal/apps')).html).toContain('No apps');
  });

  it.each(['/portal/apps', '/portal/apps/new', '/portal/apps/c_1'])(
    'is only for owners, like the other pages about apps: %s',
    async (path) => {
      await start({}, { role: 'member' });
      expect((await browser.open(path)).status).toBe(403);
      expect((await browser.open('/portal')).html).not.toContain('href="/portal/apps"');
    },
  );
});

describe('the form for a new app', () => {
  it('has the checkbox for announcements checked by default', async () => {
    await start();
    const { html } = await browser.open('/portal/apps/new');
    expect(fieldOf(html, 'is_subscribed_to_announcements')).toContain(' checked');
    expect(fieldOf(html, 'uses_refresh_tokens')).not.toContain(' checked');
  });

  it('creates an app without announcements if the checkbox is not checked, and shows the secret once', async () => {
    const createApp = answering({ app, client_secret: 's_shown-once' });
    await start({ createApp });
    await browser.open('/portal/apps/new');
    const made = await browser.submit('/portal/apps/new', entered);
    expect([made.status, made.location]).toEqual([303, '/portal/apps/c_1/new-secret']);
    expect((await browser.open('/portal/apps/c_1')).html).not.toContain('s_shown-once');
    expect((await browser.open(made.location!)).html).toContain('s_shown-once');
    expect((await browser.open(made.location!)).location).toBe('/portal/apps/c_1');
    expect(createApp).toHaveBeenCalledTimes(1);
    expect(createApp.mock.calls[0]![0]).toEqual({
      params: { user_id: 42 },
      body: {
        person_id: 7,
        name: 'Clean',
        description: 'It <cleans>',
        website_url: null,
        redirect_uris: ['https://a.example/x'],
        is_public: false,
        uses_refresh_tokens: false,
        is_subscribed_to_announcements: false,
      },
    });
    const setup = await browser.open('/portal/apps/c_1');
    expect(setup.html).not.toContain('s_shown-once');
    expect(fieldOf(setup.html, 'is_subscribed_to_announcements')).not.toContain(' checked');
  });

  it('accepts the longest values that the identity service accepts, also with non-Latin characters', async () => {
    const createApp = answering({ app, client_secret: 's_shown-once' });
    await start({ createApp });
    const { html } = await browser.open('/portal/apps/new');
    const redirect_uris = Array.from({ length: 20 }, (_, index) => `https://${index}.example/`.padEnd(2000, '/'));
    const largest = {
      name: '\u4e2d'.repeat(100),
      description: '\u4e2d'.repeat(2000),
      website_url: 'https://a.example/'.padEnd(2000, '\u4e2d'),
      redirect_uris: redirect_uris.join('\r\n'),
    };
    expect(oauthAppCreation.safeParse({ ...largest, redirect_uris }).success).toBe(true);
    expect((await browser.submit('/portal/apps/new', largest)).status).toBe(303);
    expect(createApp.mock.calls[0]![0]).toMatchObject({ body: { ...largest, redirect_uris } });
    const [, maxLength] = /maxlength="(\d+)"/.exec(fieldOf(html, 'redirect_uris'))!;
    // A browser counts a line end as one character.
    expect(Number(maxLength)).toBeGreaterThanOrEqual(redirect_uris.join('\n').length);
  });

  it('keeps the entered values and the unchecked checkbox if the app is refused, and marks the wrong fields', async () => {
    await start({ createApp: refusing('redirect_uris.0: expected https', 'name: expected a name', 'too many apps') });
    await browser.open('/portal/apps/new');
    const { status, html } = await browser.submit('/portal/apps/new', { ...entered, is_public: 'on' });
    expect([status, errorOf(html, 'redirect_uris'), errorOf(html, 'name')]).toEqual([
      400,
      'Expected https.',
      'Expected a name.',
    ]);
    expect(html).toContain('Too many apps.');
    expect(html).toContain('It &lt;cleans></textarea>');
    expect(fieldOf(html, 'is_subscribed_to_announcements')).not.toContain(' checked');
    expect(fieldOf(html, 'is_public')).toContain(' checked');
  });
});

describe('the setup page of an app', () => {
  it('shows the app with escaped names, the last characters of its secrets, and its webhook settings', async () => {
    await start();
    const { html } = await browser.open('/portal/apps/c_1');
    expect(html).toContain('<h1>Clean &#34;&lt;Ready>&#34;</h1>');
    expect(fieldOf(html, 'name')).toContain('value="Clean &#34;<Ready>&#34;"');
    expect(html).toContain('s_…abcd');
    expect(html).not.toContain('Add a secret');
    expect(fieldOf(html, 'webhook_url')).toContain('value="https://a.example/hook"');
    expect(fieldOf(html, 'basic_password')).not.toContain('value=');
    expect(html).toContain('whsec_abc');
  });

  it('returns 404 for an app of another account', async () => {
    await start({ readApp: refusingWith('not_found', 'there is no app c_2') });
    expect((await browser.open('/portal/apps/c_2')).status).toBe(404);
  });

  it('saves a change, and shows a message that the change was saved', async () => {
    const changeApp = answering(app);
    await start({ changeApp });
    await browser.open('/portal/apps/c_1');
    const answer = await browser.submit('/portal/apps/c_1', { ...entered, is_subscribed_to_announcements: 'on' });
    expect(answer.location).toBe('/portal/apps/c_1');
    expect(changeApp.mock.calls[0]![0]).toMatchObject({ body: { is_subscribed_to_announcements: true } });
    expect((await browser.open('/portal/apps/c_1')).html).toContain('The app is saved.');
  });

  it('keeps the entered values when the change is refused, and marks the wrong field', async () => {
    await start({ changeApp: refusing('website_url: expected an address') });
    await browser.open('/portal/apps/c_1');
    const { status, html } = await browser.submit('/portal/apps/c_1', { ...entered, website_url: '"clean' });
    expect([status, errorOf(html, 'website_url')]).toEqual([400, 'Expected an address.']);
    expect(fieldOf(html, 'website_url')).toContain('value="&#34;clean"');
    expect(fieldOf(html, 'name')).toContain('value="Clean"');
  });

  it('shows an added secret once, and lets the owner remove the other secret', async () => {
    const one = { ...app, secrets: [secret(1, 'abcd')] };
    const addAppSecret = answering({ app, client_secret: 's_second-secret' });
    await start({ readApp: answering(one), addAppSecret, removeAppSecret: answering(one) });
    expect((await browser.open('/portal/apps/c_1')).html).not.toContain('/secrets/1/remove');
    const { location } = await browser.submit('/portal/apps/c_1/secrets');
    expect((await browser.open(location!)).html).toContain('s_second-secret');
    expect((await browser.open(location!)).location).toBe('/portal/apps/c_1');
    expect(addAppSecret).toHaveBeenCalledTimes(1);
    expect((await browser.open('/portal/apps/c_1')).html).not.toContain('s_second-secret');
    const csrf_token = browser.cookies.get('keyhaven_csrf')!;
    await browser.submit('/portal/apps/c_1/secrets/1/remove', { csrf_token });
    expect((await browser.open('/portal/apps/c_1')).html).toContain('The secret is removed.');
  });

  it('deletes the app, and redirects to the list, which shows a message about the deletion', async () => {
    await start({ deleteApp: answering({}) });
    await browser.open('/portal/apps/c_1');
    expect((await browser.submit('/portal/apps/c_1/delete')).location).toBe('/portal/apps');
    expect((await browser.open('/portal/apps')).html).toContain('The app is deleted.');
  });
});

describe('the webhook settings of an app', () => {
  it('are empty before the first change', async () => {
    const missing = { messages: ['there are no settings'], status: 'not_found', status_code: 404 };
    await start({}, { webhook: { getAppSettings: ofOperator(404, missing) } });
    const { status, html } = await browser.open('/portal/apps/c_1');
    expect([status, fieldOf(html, 'webhook_url')]).toEqual([200, expect.stringContaining('value=""')]);
  });

  it.each([
    [
      'keep the stored password if the password field is empty',
      { basic_username: 'clean', basic_password: '' },
      undefined,
    ],
    ['store new credentials', { basic_username: 'a', basic_password: ' b ' }, { username: 'a', password: ' b ' }],
    ['remove the credentials if both fields are empty', { basic_username: '', basic_password: '' }, null],
  ])('%s', async (_case, sent, basic) => {
    const updateAppSettings = ofOperator(200, settings);
    await start({}, { webhook: { updateAppSettings } });
    await browser.open('/portal/apps/c_1');
    const answer = await browser.submit('/portal/apps/c_1/webhooks', { webhook_url: '', ...sent });
    expect(answer.location).toBe('/portal/apps/c_1');
    const request = { params: { user_id: 42, app_key: 'c_1' }, body: { webhook_url: null, basic } };
    expect(updateAppSettings.mock.calls[0]![0]).toEqual(request);
    expect((await browser.open('/portal/apps/c_1')).html).toContain('The webhook settings are saved.');
  });

  it('require a password if the user name changes', async () => {
    const updateAppSettings = ofOperator(200, settings);
    await start({}, { webhook: { updateAppSettings } });
    await browser.open('/portal/apps/c_1');
    const { status, html } = await browser.submit('/portal/apps/c_1/webhooks', { basic_username: 'other' });
    expect([status, errorOf(html, 'basic_password')]).toEqual([400, 'Enter the password of the new user name.']);
    expect(updateAppSettings).not.toHaveBeenCalled();
  });

  it('require a user name if a password is entered', async () => {
    const updateAppSettings = ofOperator(200, settings);
    await start({}, { webhook: { updateAppSettings } });
    await browser.open('/portal/apps/c_1');
    const sent = { basic_username: '', basic_password: 'entered-here' };
    const { status, html } = await browser.submit('/portal/apps/c_1/webhooks', sent);
    expect([status, errorOf(html, 'basic_username')]).toEqual([400, 'Enter the user name of the new password.']);
    expect(updateAppSettings).not.toHaveBeenCalled();
  });

  it.each([
    ['webhook_url: expected https', 'webhook_url'],
    ['basic.username: expected https', 'basic_username'],
    ['basic.password: expected https', 'basic_password'],
  ])('keep the entered values after the error “%s”, and mark the field', async (message, field) => {
    await start({}, { webhook: { updateAppSettings: refusedByOperator(message) } });
    await browser.open('/portal/apps/c_1');
    const sent = { webhook_url: 'ftp://"x', basic_username: 'a:b', basic_password: 'entered-here' };
    const { status, html } = await browser.submit('/portal/apps/c_1/webhooks', sent);
    expect([status, errorOf(html, field)]).toEqual([400, 'Expected https.']);
    expect(fieldOf(html, 'webhook_url')).toContain('value="ftp://&#34;x"');
    expect(fieldOf(html, 'basic_username')).toContain('value="a:b"');
    expect(html).not.toContain('entered-here');
  });

  it('get a new signing secret when the owner requests a rotation', async () => {
    const rotateSecret = ofOperator(200, settings);
    await start({}, { webhook: { rotateSecret } });
    await browser.open('/portal/apps/c_1');
    await browser.submit('/portal/apps/c_1/webhooks/rotate');
    expect(rotateSecret.mock.calls[0]![0]).toMatchObject({ params: { user_id: 42, app_key: 'c_1' } });
    expect((await browser.open('/portal/apps/c_1')).html).toContain('Deliveries are signed with a new secret');
  });

  it('are still shown after a refused rotation, so that the next save does not delete them', async () => {
    const rotateSecret = conflictByOperator('four secrets are still valid');
    await start({}, { webhook: { rotateSecret } });
    await browser.open('/portal/apps/c_1');
    const { status, html } = await browser.submit('/portal/apps/c_1/webhooks/rotate');
    expect([status, html]).toEqual([409, expect.stringContaining('Four secrets are still valid.')]);
    expect(fieldOf(html, 'webhook_url')).toContain('value="https://a.example/hook"');
    expect(fieldOf(html, 'basic_username')).toContain('value="clean"');
  });

  it('stay empty if the person emptied them and the change is refused', async () => {
    await start({}, { webhook: { updateAppSettings: refusedByOperator('webhook_url: expected https') } });
    await browser.open('/portal/apps/c_1');
    const { html } = await browser.submit('/portal/apps/c_1/webhooks', { webhook_url: 'x', basic_username: '' });
    expect(fieldOf(html, 'basic_username')).toContain('value=""');
  });
});
