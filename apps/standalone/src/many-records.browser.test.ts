import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { faultsOfPage } from './testing/check-page';
import { describeInChromium, launchChromium } from './testing/chromium';
import { day } from './testing/fill-account';
import { longName, type PlatformForPages, startPlatformForPages } from './testing/platform-for-pages';

const password = 'a house at the quiet end of the bay';
const PROPERTIES = 1000;
/**
 * The number of imported bookings. For measurements, set PAGES_BOOKINGS to a larger number, such as
 * 100000.
 */
const BOOKINGS = Number(process.env.PAGES_BOOKINGS ?? 1000);
/** The length of each stay, in nights. The stays of a property follow one another without gaps. */
const NIGHTS = 3;
const FIRST_DAY = 1;
/** The file to which the measured times are written. No test fails because of a time. */
const TIMES = path.resolve(__dirname, '../../../dist/screenshots/page-times.txt');
const LINES_PER_IMPORT = 5000;
/**
 * When the platform uses less than this share of a core, it counts as idle: it has consumed all
 * events.
 */
const REST = 0.2;
const REST_WITHIN_MS = 900_000;
const IMPORTS_WITHIN_MS = 3_600_000 + REST_WITHIN_MS;

/** Processor time of the platform and its database since `before`, in milliseconds. */
function processorMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Waits until the platform has done all work that the import caused.
 * @returns the waiting time in seconds.
 */
async function rest(): Promise<number> {
  const began = Date.now();
  while (Date.now() - began < REST_WITHIN_MS) {
    const before = process.cpuUsage();
    await sleep(2000);
    if (processorMs(before) < 2000 * REST) return Math.round((Date.now() - began) / 1000);
  }
  throw new Error(`the platform still works ${REST_WITHIN_MS / 1000} s after the import`);
}

/** The median of all values except the first, rounded. */
function medianOfLater([, ...later]: readonly number[]): string {
  later.sort((one, other) => one - other);
  return later[Math.floor(later.length / 2)]!.toFixed(0);
}

describeInChromium(`an account with ${PROPERTIES} properties`, () => {
  let platform: PlatformForPages;
  let browser: Browser;
  let page: Page;
  let propertyIds: number[];
  let bookingId: number;
  let importSeconds: number;
  let restSeconds: number;

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

  const importAll = async (kind: string, lines: object[]): Promise<number[]> => {
    const target = `/accounts/${platform.userId}/imports/${kind}`;
    const report = await platform.operate('booking', target, lines);
    expect([kind, report.created, report.refused]).toEqual([kind, lines.length, 0]);
    return report.items.map(({ id }: { id: number }) => id);
  };

  it(
    'accepts the imports of all records',
    async () => {
      const property = { currency_code: 'EUR', time_zone: 'Europe/Rome', max_guests: 6 };
      const properties = Array.from({ length: PROPERTIES }, (_, index) => ({
        import_key: `p${index}`,
        name: index % 100 === 7 ? `${longName} ${index}` : `House ${index}`,
        ...property,
      }));
      propertyIds = await importAll('properties', properties);
      const always = { name: 'Always', from: '01-01', to: '12-31', currency_code: 'EUR', rate: { amount: 120 } };
      await platform.operate('pricing', `/accounts/${platform.userId}/seasons`, always);
      const bookings = Array.from({ length: BOOKINGS }, (_, index) => {
        const from = FIRST_DAY + NIGHTS * Math.floor(index / PROPERTIES);
        const stay = { arrival: day(from), departure: day(from + NIGHTS), adults: 2 };
        return { import_key: `b${index}`, property_id: propertyIds[index % PROPERTIES], ...stay };
      });
      const begun = Date.now();
      for (let at = 0; at < BOOKINGS; at += LINES_PER_IMPORT)
        bookingId = (await importAll('bookings', bookings.slice(at, at + LINES_PER_IMPORT)))[0]!;
      importSeconds = Math.round((Date.now() - begun) / 1000);
      restSeconds = await rest();
    },
    IMPORTS_WITHIN_MS,
  );

  it('can open all pages of the portal; the test prints their times and sizes', async () => {
    await page.goto(platform.firstLink);
    await page.getByLabel('New password').fill(password);
    await page.getByLabel('The same password again').fill(password);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByText('Your password is set.').waitFor();
    const paths = [
      '/portal',
      '/portal/calendar',
      `/portal/calendar?property=${propertyIds[7]}&date=${day(1)}`,
      '/portal/calendar?offset=900&days=90',
      '/portal/calendar?name=House+99',
      '/portal/bookings',
      '/portal/bookings?property=House+7',
      '/portal/bookings?status=canceled',
      `/portal/bookings/${bookingId}`,
      '/portal/quotes',
      '/portal/webhooks',
      '/portal/request-log',
      '/portal/apps',
      '/portal/tokens',
      '/portal/authorized-apps',
      '/portal/announcements',
      '/portal/people',
      '/portal/profile',
    ];
    const rows = [`${BOOKINGS} bookings were imported in ${importSeconds} s, and at rest ${restSeconds} s later`];
    for (const target of paths) {
      const times: number[] = [];
      const processor: number[] = [];
      let bytes = 0;
      for (let round = 0; round < 7; round++) {
        const before = process.cpuUsage();
        const answer = await page.goto(platform.url + target);
        processor.push(processorMs(before));
        expect([target, answer?.status()]).toEqual([target, 200]);
        bytes = (await answer!.body()).length;
        const { requestStart, responseStart } = answer!.request().timing();
        times.push(responseStart - requestStart);
      }
      const wall = `first ${times[0]!.toFixed(0)} ms, median ${medianOfLater(times)} ms`;
      const work = `processor ${processor[0]!.toFixed(0)} and ${medianOfLater(processor)} ms`;
      rows.push(`${target} ${wall}, ${work}, ${bytes} bytes`);
    }
    mkdirSync(path.dirname(TIMES), { recursive: true });
    writeFileSync(TIMES, `${rows.join('\n')}\n`);
  }, 300_000);

  it('has pages without layout or accessibility faults', async () => {
    const faults: string[] = [];
    for (const [name, target] of [
      ['calendar-many', '/portal/calendar'],
      ['bookings-many', '/portal/bookings'],
    ] as const) {
      const answer = await page.goto(platform.url + target);
      // A person who is not signed in would be redirected to the sign-in page.
      expect([answer?.status(), page.url()]).toEqual([200, platform.url + target]);
      faults.push(...(await faultsOfPage(page, name)));
    }
    expect(faults).toEqual([]);
  }, 120_000);
});
