import { type LoopbackServer, startLoopbackServer } from '@keyhaven/testing/loopback-server';
import type { Browser, Page } from 'playwright-core';
import { faultsOfPage } from './testing/check-page';
import { describeInChromium, launchChromium } from './testing/chromium';
import { day, fillAccount } from './testing/fill-account';
import { longName, type PlatformForPages, startPlatformForPages } from './testing/platform-for-pages';

const password = 'a house at the quiet end of the bay';

describeInChromium('the pages, checked for layout and accessibility faults', () => {
  let platform: PlatformForPages;
  let browser: Browser;
  let page: Page;
  let consentPath: string;
  let token: string;
  let app: LoopbackServer;
  let paymentForm: string;

  beforeAll(async () => {
    platform = await startPlatformForPages();
    app = await startLoopbackServer((request, response) => {
      response.statusCode = request.url?.startsWith('/refused') ? 503 : 200;
      response.end('The app');
    });
    browser = await launchChromium();
    page = await newPage();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await app?.close();
    await platform?.stop();
  });

  const newPage = async () => {
    const context = await browser.newContext();
    const opened = await context.newPage();
    opened.setDefaultTimeout(15_000);
    opened.on('dialog', (dialog) => void dialog.accept());
    return opened;
  };
  const open = (path: string, at = page) => at.goto(platform.url + path);
  const press = (name: string, at = page) => at.locator('main').getByRole('button', { name, exact: true }).click();
  /** The faults of the pages that the current test has checked. The test fails if there are any. */
  const faults: string[] = [];
  const check = async (name: string, at = page) => void faults.push(...(await faultsOfPage(at, name)));
  afterEach(() => expect(faults.splice(0)).toEqual([]));
  const setPassword = async (at: Page, link: string) => {
    await at.goto(link);
    await at.getByLabel('New password').fill(password);
    await at.getByLabel('The same password again').fill(password);
    await press('Set the password', at);
    await at.getByText('Your password is set.').waitFor();
  };

  it('have no faults for people who are not signed in', async () => {
    await open('/portal/sign-in');
    await check('sign-in');
    await page.getByLabel('E-mail address').fill('nobody@example.com');
    await page.getByLabel('Password').fill('a wrong password');
    await press('Sign in');
    await page.getByText('is wrong').waitFor();
    await check('sign-in-refused');
    await open('/portal/forgotten-password');
    await check('forgotten-password');
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await press('Send me a link');
    await page.getByText('This platform sends no e-mail').waitFor();
    await check('forgotten-password-answer');
    await open('/portal/links/no-such-link');
    await check('error-not-found');
    await page.goto(platform.firstLink);
    await check('link');
    await page.getByLabel('New password').fill(password);
    await page.getByLabel('The same password again').fill(`${password} of the lake`);
    await press('Set the password');
    await page.getByText('The two passwords differ.').waitFor();
    await check('link-refused');
  }, 120_000);

  it('have no faults while the account is empty', async () => {
    await setPassword(page, platform.firstLink);
    await check('overview-with-flash');
    for (const { name, path } of await pagesOfNavigation()) {
      await open(path);
      await check(`empty-${name}`);
    }
  }, 240_000);

  const pagesOfNavigation = async () => {
    await open('/portal');
    const paths: string[] = await page
      .locator('.side nav a')
      .evaluateAll((links) =>
        links.map((link) => (link as { getAttribute(name: string): string }).getAttribute('href')),
      );
    expect(paths.length).toBeGreaterThan(5);
    return paths.map((path) => ({ path, name: path.slice(1).replaceAll('/', '-') }));
  };

  it('have no faults while a person creates an app and sets it up', async () => {
    await open('/portal/apps/new');
    await check('new-app');
    await page.getByLabel('Name', { exact: true }).fill(`App of ${longName}`);
    await page.getByLabel('Description').fill(`Cleans after each departure. ${longName}. `.repeat(4));
    await page.getByLabel('Website').fill(`https://clean.example/${longName}`);
    await page.getByLabel('Redirect addresses').fill(`http://elsewhere.example/${longName}`);
    await press('Create the app');
    await page.getByText('Please correct the marked fields.').waitFor();
    await check('new-app-refused');
    await page.getByLabel('Redirect addresses').fill(app.url);
    await press('Create the app');
    await page.getByText('Copy it now').waitFor();
    await check('app-secret');
    const clientId = (await page.locator('pre').first().textContent())!;
    consentPath = `/oauth/authorize?${new URLSearchParams({ response_type: 'code', client_id: clientId, redirect_uri: app.url }).toString()}`;
    await page.getByRole('link', { name: 'To the setup of the app' }).click();
    await page.getByLabel('Address', { exact: true }).fill(`ftp://hooks.example/${longName}`);
    await press('Save the webhook settings');
    await page.getByRole('alert').waitFor();
    await check('app-setup-refused');
    await page.getByLabel('Address', { exact: true }).fill('http://127.0.0.1:9/hook');
    await press('Save the webhook settings');
    await page.getByText('The webhook settings are saved.').waitFor();
    await press('Add a secret');
    await page.getByText('Copy it now').waitFor();
    await page.getByRole('link', { name: 'To the setup of the app' }).click();
    await check('app-setup');
  }, 180_000);

  it('have no faults while a person authorizes an app', async () => {
    await open(consentPath);
    await check('consent');
    await open('/oauth/authorize?client_id=c_unknown&response_type=code');
    await check('consent-not-valid');
    await open(consentPath);
    await press('Allow');
    await page.waitForURL(`${app.url}/**`);
    await open(consentPath);
    await page.getByText('The account has allowed this app before.').waitFor();
    await check('consent-again');
  }, 120_000);

  it('have no faults when they show a secret that can be seen only once', async () => {
    await open('/portal/tokens');
    await page.getByLabel('Name', { exact: true }).fill(`Report of ${longName}`);
    await press('Create the token');
    await page.getByText('Copy it now').waitFor();
    token = (await page.getByRole('region', { name: 'The token', exact: true }).textContent())!.trim();
    await check('token-made');
    await open('/portal/people');
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await press('Invite');
    await page.getByRole('alert').waitFor();
    await check('people-refused');
    await page.getByLabel('E-mail address').fill(`${longName.slice(0, 50).replace(/[^a-z]/gi, '')}@example.com`);
    await page.getByLabel('First name').fill(longName);
    await page.getByLabel('Last name').fill(longName);
    await press('Invite');
    await page.getByText('Hand it over yourself').waitFor();
    await check('invitation-link');
  }, 120_000);

  it('have no faults for a person with the role member', async () => {
    const link = (await page.locator('pre').textContent())!;
    const member = await newPage();
    await setPassword(member, link);
    await check('member-overview', member);
    await open('/portal/apps', member);
    await check('error-for-members', member);
    await open('/portal/authorized-apps', member);
    await check('member-authorized-apps', member);
    await member.context().close();
  }, 120_000);

  it('have no faults with records that have long names', async () => {
    const announcement = {
      topic: 'api_changes',
      title: `Guests of ${longName} get a title`,
      effective_date: '2027-01-15',
    };
    await platform.operate('identity', '/announcements', {
      ...announcement,
      body: `A new field, title.\n\nIt is empty for guests of before, such as ${longName}.`,
    });
    await platform.operate('identity', '/announcements', {
      topic: 'api_bug_fixes',
      title: 'Quotes of one night are rounded once',
      body: 'They were rounded twice.',
    });
    for (const { name, path } of await pagesOfNavigation()) {
      await open(path);
      await check(name);
    }
  }, 240_000);

  it('have no faults for an account with records of each kind', async () => {
    const credentials = `ada@example.com:${token}`;
    const made = await fillAccount({ platform, credentials, endpoint: app.url });
    paymentForm = made.paymentForm;
    const chart = `/portal/calendar?from=${day(0)}&days=30`;
    const pages = {
      'calendar-filled': chart,
      'calendar-night-that-can-be-sold': `${chart}&property=${made.property}&date=${day(11)}#night`,
      'calendar-night-overbooked': `${chart}&property=${made.property}&date=${day(7)}#night`,
      'bookings-filled': '/portal/bookings',
      booking: `/portal/bookings/${made.booking}`,
      'quotes-filled': '/portal/quotes',
      quote: `/portal/quotes/${made.quote}`,
      'webhooks-filled': '/portal/webhooks',
      subscription: `/portal/webhooks/${made.subscription}`,
      delivery: `/portal/webhooks/${made.subscription}/deliveries/${made.delivery}`,
      'request-log-filled': '/portal/request-log',
      'request-log-without-matches': '/portal/request-log?status=500&method=DELETE',
      request: `/portal/request-log/${made.request}`,
      'apps-filled': '/portal/apps',
      'tokens-filled': '/portal/tokens',
    };
    for (const [name, path] of Object.entries(pages)) {
      const answer = await open(path);
      expect([name, answer?.status()]).toEqual([name, 200]);
      await check(name);
    }
  }, 300_000);

  it('have no faults for a guest who opens a payment form', async () => {
    await page.goto(paymentForm);
    await check('payment-form');
    await page.getByLabel('First name').fill(' ');
    await page.getByLabel('Last name').fill(longName);
    await page.getByLabel('E-mail address').fill('guest@example.com');
    await page.getByLabel('Telephone').fill('+44 20 7946 0100');
    await press('Book this stay');
    await page.locator('.notice').waitFor();
    await check('payment-form-refused');
    await page.getByLabel('First name').fill('Ada');
    await press('Book this stay');
    await page.getByText('Your stay is booked').waitFor();
    await check('payment-form-booked');
    await open('/payment_forms/unknown');
    await check('payment-form-unknown');
  }, 120_000);

  it('scroll the chart of the calendar to the chosen night', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await open(`/portal/calendar?from=${day(0)}&days=28`);
    await page.locator('.chart td.night a').nth(24).click();
    await page.locator('#night').waitFor();
    const chosen = (await page.locator('.chart [aria-current]').boundingBox())!;
    const box = (await page.locator('.chart-box').boundingBox())!;
    expect(chosen.x).toBeGreaterThan(box.x);
    expect(chosen.x + chosen.width).toBeLessThan(box.x + box.width);
  });

  it('show the menu on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open('/portal');
    await page.locator('.bar summary').click();
    await page.screenshot({ path: 'dist/screenshots/menu-phone.png' });
    expect(await page.getByRole('navigation', { name: 'Menu' }).isVisible()).toBe(true);
  });
});
