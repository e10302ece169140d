import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { describeInChromium, launchChromium } from './testing/chromium';
import { type PlatformForPages, startPlatformForPages } from './testing/platform-for-pages';

const password = 'a house at the quiet end of the bay';
/**
 * How many times a test presses the tab key before it fails. On all tested pages, the wanted element is reached sooner.
 */
const MOST_TABS = 80;

describeInChromium('a person who uses only the keyboard, in a browser without scripts', () => {
  let platform: PlatformForPages;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    platform = await startPlatformForPages();
    browser = await launchChromium();
    context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1280, height: 800 } });
    page = await context.newPage();
    page.setDefaultTimeout(15_000);
    const property = { name: 'Casa Aurora', currency_code: 'EUR', time_zone: 'Europe/Rome', max_guests: 4 };
    await platform.operate('booking', `/accounts/${platform.userId}/properties`, property);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
  });

  const open = (path: string) => page.goto(platform.url + path);
  const press = (key: string) => page.keyboard.press(key);
  const isFocused = async (wanted: Locator) => (await wanted.and(page.locator(':focus')).count()) > 0;
  /** Presses the tab key until one of the elements has the focus. */
  const tabTo = async (wanted: Locator) => {
    await wanted.first().waitFor();
    for (let tabs = 0; tabs < MOST_TABS; tabs++) {
      if (await isFocused(wanted)) return;
      await press('Tab');
    }
    throw new Error(`the tab key does not reach ${String(wanted)}`);
  };
  const button = (name: string) => page.locator('main').getByRole('button', { name, exact: true });

  it('sets a password, and signs out and in', async () => {
    await page.goto(platform.firstLink);
    await tabTo(page.getByLabel('New password'));
    await page.keyboard.type(password);
    await press('Tab');
    await page.keyboard.type(password);
    await press('Enter');
    await page.getByText('Your password is set.').waitFor();
    await tabTo(page.getByRole('button', { name: 'Sign out' }));
    await press('Enter');
    await page.getByText('You are signed out.').waitFor();
    await tabTo(page.getByLabel('E-mail address'));
    await page.keyboard.type('ada@example.com');
    await press('Tab');
    await page.keyboard.type(password);
    await press('Enter');
    await page.waitForURL(`${platform.url}/portal`);
  });

  it('skips the navigation with the first link of a page', async () => {
    await open('/portal/tokens');
    await press('Tab');
    expect(await isFocused(page.getByRole('link', { name: 'Skip to the content' }))).toBe(true);
    await press('Enter');
    await press('Tab');
    expect(await isFocused(page.getByLabel('Name', { exact: true }))).toBe(true);
  });

  it('creates a token and revokes it', async () => {
    await open('/portal/tokens');
    await tabTo(page.getByLabel('Name', { exact: true }));
    await page.keyboard.type('Nightly report');
    await tabTo(button('Create the token'));
    await press('Enter');
    await page.getByText('Copy it now').waitFor();
    await open('/portal/tokens');
    await tabTo(page.locator('main').getByRole('button', { name: 'Revoke' }));
    await press('Enter');
    await page.getByText('The token is revoked.').waitFor();
  });

  it('reads the tooltip of a night in the chart, and opens the night', async () => {
    await open('/portal/calendar');
    const nights = page.locator('.chart td.night a');
    await tabTo(nights);
    await press('Tab');
    const tip = (await page.locator('.chart a:focus .tip').boundingBox())!;
    expect(tip.width).toBeGreaterThan(100);
    expect(await page.locator('.chart a:focus .tip').textContent()).toContain('Casa Aurora');
    await press('Enter');
    await page.locator('#night').getByText('Cannot be sold', { exact: true }).waitFor();
  });

  it('opens the menu on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open('/portal');
    await tabTo(page.locator('.bar summary'));
    await press('Enter');
    await tabTo(page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Bookings' }));
    await press('Enter');
    await page.waitForURL(`${platform.url}/portal/bookings`);
  });
});
