import { type LoopbackServer, startLoopbackServer } from '@keyhaven/testing/loopback-server';
import { until } from '@keyhaven/testing/until';
import type { Browser, Page } from 'playwright-core';
import { describeInChromium, launchChromium } from './testing/chromium';
import { longName, type PlatformForPages, startPlatformForPages } from './testing/platform-for-pages';

const password = 'a house at the quiet end of the bay';
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describeInChromium('the developer of an integration, from the first sign-in to the revocation', () => {
  let platform: PlatformForPages;
  let browser: Browser;
  let page: Page;
  let receiver: LoopbackServer;
  /** What the app's own server received: the deliveries, and the URLs to which the browser was redirected. */
  const deliveries: any[] = [];
  const returns: URL[] = [];
  const app = { id: '', secret: '', code: '', token: '' };
  let propertyId = 0;
  let bookingId = 0;

  beforeAll(async () => {
    platform = await startPlatformForPages();
    receiver = await startLoopbackServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        if (request.method === 'POST') deliveries.push({ ...JSON.parse(text), sent: text });
        else returns.push(new URL(request.url!, receiver.url));
        response.setHeader('content-type', 'text/html').end('<title>The app</title><h1>Back at the app</h1>');
      });
    });
    browser = await launchChromium();
    const context = await browser.newContext();
    page = await context.newPage();
    page.setDefaultTimeout(15_000);
    page.on('dialog', (dialog) => void dialog.accept());
    const address = { city: 'Rome', country: 'IT', postal_code: '00184' };
    const rooms = { bedrooms: 2, max_guests: 4, max_pets: 0 };
    const property = { name: longName, currency_code: 'EUR', time_zone: 'Europe/Rome', address, ...rooms };
    propertyId = (await platform.operate('booking', `/accounts/${platform.userId}/properties`, property)).id;
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await receiver?.close();
    await platform?.stop();
  });

  const open = (path: string) => page.goto(platform.url + path);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const call = async (target: string, method = 'GET', body?: object) => {
    const headers = { authorization: `Bearer ${app.token}`, 'content-type': 'application/json' };
    const response = await fetch(platform.url + target, { method, headers, body: body && JSON.stringify(body) });
    const requestId = response.headers.get('x-request-id')!;
    return { status: response.status, requestId, body: (await response.json()) as any };
  };
  const arrivals = () => deliveries.filter(({ entity_id }) => entity_id === bookingId);
  /** Waits until the open page of a delivery shows this number of attempts, each with the receiver's response 200. */
  const attempted = async (count: number) => {
    const attempts = page.getByRole('table', { name: 'Attempts' }).getByText('200', { exact: true });
    await until(async () => {
      await page.reload();
      return (await attempts.count()) === count;
    });
  };

  it('opens the first one-time link, chooses a password and is signed in', async () => {
    await page.goto(platform.firstLink);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Welcome to Keyhaven');
    await page.getByLabel('New password').fill(password);
    await page.getByLabel('The same password again').fill(password);
    await press('Set the password');
    await page.getByText('Your password is set.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/portal');
  });

  it('signs in with the password', async () => {
    await page.locator('.side').getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out.').waitFor();
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await page.getByLabel('Password').fill(password);
    await press('Sign in');
    await page.waitForURL(`${platform.url}/portal`);
  });

  it('creates an app, for which the announcements checkbox is checked by default', async () => {
    await open('/portal/apps/new');
    expect(await page.getByLabel('Subscribe to announcements').isChecked()).toBe(true);
    await page.getByLabel('Name', { exact: true }).fill('Clean & Ready');
    await page.getByLabel('Redirect addresses').fill(`${receiver.url}/back`);
    await press('Create the app');
    await page.getByText('Copy it now').waitFor();
    const codes = await page.locator('pre').allTextContents();
    [app.id, app.secret] = [codes[0]!, codes[1]!];
    expect(codes).toEqual([expect.stringMatching(/^c_/), expect.stringMatching(/^s_/)]);
    await page.getByRole('link', { name: 'To the setup of the app' }).click();
    expect(await page.getByLabel('Subscribe to announcements').isChecked()).toBe(true);
    expect(await page.content()).not.toContain(app.secret);
  });

  it('authorizes the app on the consent page, which redirects the browser to the app with a code', async () => {
    const asked = { response_type: 'code', client_id: app.id, redirect_uri: `${receiver.url}/back`, state: 'a&b=c' };
    await open(`/oauth/authorize?${new URLSearchParams(asked).toString()}`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Clean & Ready');
    await press('Allow');
    await page.getByText('Back at the app').waitFor();
    const back = returns.find(({ pathname }) => pathname === '/back')!;
    expect(back.searchParams.get('state')).toBe('a&b=c');
    app.code = back.searchParams.get('code')!;
  });

  it('exchanges the code for a token, and calls the API', async () => {
    const fields = { grant_type: 'authorization_code', code: app.code, redirect_uri: `${receiver.url}/back` };
    const response = await fetch(`${platform.url}/oauth/access_token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${app.id}:${app.secret}`).toString('base64')}` },
      body: new URLSearchParams(fields),
    });
    const answer = (await response.json()) as any;
    expect(answer).toMatchObject({ token_type: 'Bearer', user_id: platform.userId });
    app.token = answer.access_token;
    expect(await call('/v2/users/me')).toMatchObject({ status: 200 });
  });

  it('receives the delivery of a booking, and finds its payload and attempt on the page of the delivery', async () => {
    const subscription = { type: 'booking', action: 'entity_create', webhook_url: `${receiver.url}/hook` };
    expect(await call('/v2/webhooksubscriptions', 'POST', subscription)).toMatchObject({ status: 200 });
    const booking = { property_id: propertyId, arrival: day(40), departure: day(43), adults: 2 };
    const { status, body } = await call('/v2/bookings', 'POST', booking);
    expect([status, body.messages]).toEqual([200, undefined]);
    bookingId = body.id;
    await until(() => arrivals().length === 1);
    await open('/portal/webhooks');
    await page.getByRole('link', { name: 'booking, entity_create' }).click();
    await page.getByRole('link', { name: `booking ${bookingId}, entity_create` }).click();
    await attempted(1);
    const payload = (await page.getByRole('region', { name: 'The payload' }).textContent())!;
    expect(payload.trim()).toBe(arrivals()[0].sent);
  });

  it('replays the delivery on the page, and receives the same bytes again', async () => {
    await press('Replay');
    await page.getByText('It is sent again.').waitFor();
    await until(() => arrivals().length === 2);
    expect(arrivals()[1].sent).toBe(arrivals()[0].sent);
    await attempted(2);
  });

  it('finds the failed request in the request log, with its error, its id and a curl command', async () => {
    const backwards = { property_id: propertyId, arrival: day(50), departure: day(49), adults: 2 };
    const failed = await call('/v2/bookings', 'POST', backwards);
    expect(failed.status).toBe(400);
    const link = page.locator('main').getByRole('link', { name: 'POST /v2/bookings', exact: true });
    await until(async () => {
      await open('/portal/request-log');
      await page.getByLabel('Errors only').check();
      await press('Search');
      return (await link.count()) > 0;
    });
    expect(new URL(page.url()).searchParams.get('errors_only')).toBe('true');
    // The page does not show successful requests, such as the one that created the booking.
    expect(await link.count()).toBe(1);
    await link.click();
    const text = (await page.locator('main').textContent())!;
    expect(text).toContain('Error: bad_request');
    for (const message of failed.body.messages) expect(text).toContain(message);
    expect(text).toContain(failed.requestId);
    const curl = (await page.getByRole('region', { name: 'The request as a curl command' }).textContent())!;
    expect(curl).toContain(`'${platform.url}/v2/bookings'`);
    expect(curl).toContain(JSON.stringify(backwards));
    expect(curl).not.toContain(app.token);
  });

  it('revokes the app, and finds that calls of the app are refused within five seconds', async () => {
    await open('/portal/authorized-apps');
    await press('Revoke Clean & Ready');
    await page.getByText('The app is revoked.').waitFor();
    await until(async () => (await call('/v2/users/me')).status === 401, 5000);
    expect(await page.getByText('No apps').count()).toBe(1);
    await until(() => deliveries.find(({ action }) => action === 'application_authorization_revoked'));
  });
});
