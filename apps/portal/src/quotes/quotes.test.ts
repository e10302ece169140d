import type { QuoteStatus } from '@keyhaven/contracts/booking/quote';
import type { Browser } from '../testing/browser';
import { type PortalUnderTest, startPortalUnderTest } from '../testing/portal-under-test';
import { fieldOf } from '../testing/start-signed-in';
import { chargeOf, quoteOf } from '../testing/stays';
import { pageOf, Refused, startStubServices, type StubServices } from '../testing/stub-services';
import { identityOfAda, sessionToken } from '../testing/stub-identity';

const explanation = {
  made_utc: '2030-01-02T10:00:00Z',
  nights: [{ date: '2040-07-03', rent: 100, adjuster_ids: [3], amount: 110 }],
  adjusters: [{ surcharge_id: 3, description: 'Weekend', change: '+10%', nights: 1 }],
  charges: [{ position: 0, computation: 'sum of <2> nights' }],
  left_out: [{ discount_id: 8, description: 'Long stay', field: 'criteria.min_nights', reason: '2 nights, not 7' }],
  contained_taxes: [],
  is_complete: true,
};
// As floating-point numbers, the amounts have the sum -1.4e-14.
const canceledOut = [100.1, 0.1, -100.2].map((amount, position) => chargeOf({ amount, position }));
const tooManyProperties = 'query parameter property_q: is not accepted for accounts with more than 10,000 properties';
let held: QuoteStatus = 'open';
let is_complete = false;
let api: StubServices;
let portal: PortalUnderTest;
let browser: Browser;
beforeAll(async () => {
  api = await startStubServices({
    'GET /v2/quotes': ({ query }) => {
      if (query.get('property_q') === 'sea') return new Refused('bad_request', tooManyProperties);
      return pageOf([quoteOf(4), quoteOf(5, { guest: null, status: 'preempted', hold_dates: true })]);
    },
    'GET /v2/quotes/4': () => quoteOf(4, { charges: [chargeOf()], explanation, booking_id: 81, status: 'accepted' }),
    'GET /v2/quotes/9': () => quoteOf(9, { currency_code: 'USD', total_amount: 0, charges: canceledOut }),
    'GET /v2/quotes/5': () => quoteOf(5, { charges: [], guest: null }),
    'GET /v2/quotes/7': () => quoteOf(7, { hold_dates: true, status: held, security_deposit_amount: 50 }),
    'GET /v2/quotes/8': () => quoteOf(8, { explanation: { ...explanation, left_out: [], is_complete } }),
  });
  portal = await startPortalUnderTest({ ...api.services, identity: identityOfAda() });
});
afterAll(async () => {
  await portal.stop();
  await api.stop();
});
beforeEach(() => {
  browser = portal.browser();
  browser.cookies.set('keyhaven_session', sessionToken);
  api.requests.length = 0;
});

it('the list of quotes is read with one API call', async () => {
  const { html } = await browser.open('/portal/quotes?status=open');
  expect(api.routes()).toEqual(['GET /v2/quotes']);
  expect(api.queryOf('GET /v2/quotes')!.get('status')).toBe('open');
  expect(html).toContain('No guest yet');
});

it('the list of quotes shows its form with the error if a filter is refused', async () => {
  const { status, html } = await browser.open('/portal/quotes?property=sea');
  expect([status, html]).toEqual([400, expect.stringContaining('accounts with more than 10,000 properties.')]);
  expect(fieldOf(html, 'property')).toContain('value="sea"');
  expect(html).not.toContain('No quotes');
});

it('the page of a quote explains each charge, and why a surcharge, discount or tax was not charged', async () => {
  const { html } = await browser.open('/portal/quotes/4');
  expect(api.routes()).toEqual(['GET /v2/quotes/4']);
  expect(api.queryOf('GET /v2/quotes/4')!.get('include_explanation')).toBe('true');
  for (const text of ['sum of &lt;2> nights', 'Weekend', '+10%', 'criteria.min_nights', '2 nights, not 7']) {
    expect(html).toContain(text);
  }
  expect(html).toContain('href="/portal/bookings/81"');
});

it('the page of a quote without charges says that there are none, and the page of an unknown quote returns 404', async () => {
  expect((await browser.open('/portal/quotes/5')).html).toContain('This quote was made without charges.');
  expect((await browser.open('/portal/quotes/6')).status).toBe(404);
});

it.each([
  ['open', true],
  ['accepted', false],
  ['expired', false],
  ['preempted', false],
] as const)('the page of a quote with status %s says that the quote holds nights: %s', async (status, isHolding) => {
  held = status;
  const { html } = await browser.open('/portal/quotes/7');
  expect(html.includes('holds its nights until then')).toBe(isHolding);
});

it.each([
  [false, true],
  [true, false],
])(
  'the page of a quote with an empty list left_out and is_complete %s warns that the list is not complete: %s',
  async (complete, isWarned) => {
    is_complete = complete;
    const { html } = await browser.open('/portal/quotes/8');
    expect(html.includes('The list is not complete')).toBe(isWarned);
  },
);

it('the amounts on the pages of quotes contain the code of their currency', async () => {
  expect((await browser.open('/portal/quotes')).html).toContain('200,00\u00a0EUR');
  const { html } = await browser.open('/portal/quotes/7');
  for (const amount of ['200,00', '50,00']) expect(html).toContain(`${amount}\u00a0EUR`);
  const explained = (await browser.open('/portal/quotes/4')).html;
  for (const amount of ['100,00', '110,00']) expect(explained).toContain(`${amount}\u00a0EUR`);
});

it('charges that cancel each other out have the total 0, without a minus sign', async () => {
  const { html } = await browser.open('/portal/quotes/9');
  expect(html.match(/[^<>]*USD\u00a00\.00/g)).toEqual(['USD\u00a00.00', 'USD\u00a00.00']);
});
