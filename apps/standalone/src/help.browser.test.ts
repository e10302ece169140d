import type { Browser, Page } from 'playwright-core';
import { faultsOfPage } from './testing/check-page';
import { describeInChromium, launchChromium } from './testing/chromium';
import { type PlatformForPages, startPlatformForPages } from './testing/platform-for-pages';

const password = 'a house at the quiet end of the bay';

describeInChromium('the online help', () => {
  let platform: PlatformForPages;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    platform = await startPlatformForPages();
    browser = await launchChromium();
    page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(15_000);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
  });

  const faults: string[] = [];
  afterEach(() => expect(faults.splice(0)).toEqual([]));
  const check = async (name: string) => void faults.push(...(await faultsOfPage(page, `help-${name}`)));
  const open = async (path: string) => {
    const answer = await page.goto(platform.url + path);
    if (answer?.status() !== 200) faults.push(`${path} answered ${String(answer?.status())}`);
  };

  it('has no faults on the index page and on all guides', async () => {
    await open('/help/v2');
    await check('index');
    const paths: string[] = await page
      .locator('.manual a')
      .evaluateAll((links) =>
        links.map((link) => (link as { getAttribute(name: string): string }).getAttribute('href')),
      );
    const guides = [...new Set(paths)].filter((path) => /^\/help\/v2\/[a-z-]+$/.test(path));
    expect(guides.length).toBeGreaterThan(15);
    for (const path of guides) {
      await open(path);
      await check(path.split('/').at(-1)!);
    }
  }, 480_000);

  it('has no faults on endpoint pages, on pages for operators, and on pages with search results', async () => {
    for (const name of ['create-booking', 'list-bookings', 'get-calendar', 'update-spot-rates']) {
      await open(`/help/v2/endpoints/${name}`);
      await check(`endpoint-${name}`);
    }
    for (const section of ['operators', 'developers']) {
      await open(`/help/${section}`);
      await check(section);
    }
    await page.locator('main').waitFor();
    await open('/help/search?q=verify%20webhook');
    await check('search');
    await open('/help/search?q=zzzzqqqq');
    await check('search-without-results');
  }, 300_000);

  it('leads from the index page to the verification of webhooks in one click', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await open('/help/v2');
    await page.locator('.side').getByRole('link', { name: 'Verify a webhook' }).click();
    await page.getByRole('heading', { name: 'TypeScript' }).waitFor();
  });

  it('sends a request from "Try it" after the person has signed in', async () => {
    await page.goto(platform.firstLink);
    await page.getByLabel('New password').fill(password);
    await page.getByLabel('The same password again').fill(password);
    await page.locator('main').getByRole('button', { name: 'Set the password' }).click();
    await page.getByText('Your password is set.').waitFor();
    await page.context().clearCookies();
    await open('/help/v2/endpoints/create-guest');
    await page.getByRole('link', { name: 'Try it with your account' }).click();
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await page.getByLabel('Password').fill(password);
    await page.locator('main').getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Body (JSON)').fill('{"first_name": "Mara"}');
    await check('try');
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.getByText('Dry run: nothing was changed').waitFor();
    await check('try-answer');
    await open('/portal/try/list-bookings');
    await check('try-list');
  }, 180_000);
});
