import type { Browser } from '../testing/browser';
import { type PortalUnderTest, startPortalUnderTest } from '../testing/portal-under-test';
import { fieldOf } from '../testing/start-signed-in';
import { bookingOf, chargeOf, propertyOf } from '../testing/stays';
import { pageOf, Refused, startStubServices, type StubServices } from '../testing/stub-services';
import { identityOfAda, sessionToken } from '../testing/stub-identity';

const money = {
  property_id: 1,
  booking_id: 81,
  currency_code: 'EUR',
  status: 'completed',
  reference: 'ref-7',
  created_utc: '2030-01-03T10:00:00Z',
  updated_utc: '2030-01-03T10:00:00Z',
  deposit_id: null,
};
const message = {
  thread_id: 9,
  threadId: 9,
  from_contact_id: null,
  is_draft: false,
  removed_utc: null,
  delivered_utc: null,
  failed_utc: null,
  failure_reason: null,
  date_utc: '2030-01-04T10:00:00Z',
};
const change = (version: number, action: string, entity: object) => ({
  id: `01890a5d-ac96-474b-bcce-b30209${String(version).padStart(6, '0')}`,
  user_id: 42,
  action,
  entity_type: 'booking',
  entity_id: 81,
  categories: ['dates', 'other'],
  entity,
  occurred_utc: `2030-01-0${1 + version}T10:00:00.500Z`,
  version,
});
const created = change(1, 'entity_create', { arrival: '2040-07-01', title: null });
const moved = change(2, 'entity_update', { arrival: '2040-07-03', title: '<b>Late</b>' });
const confirmed = change(3, 'entity_update', { arrival: '2040-07-03', title: 'On time' });
const tooMany = 'query parameter q: more than 1,000 guests match "a"; send more of the name, number or title';
const withoutCurrency = [
  bookingOf(91, { property_id: 7, currency_code: null }),
  bookingOf(92, { property_id: 7, currency_code: null }),
  bookingOf(93, { property_id: 8, currency_code: null }),
  bookingOf(94, { property_id: 9, currency_code: 'CHF' }),
];
let changes = [moved, created];
let isLogAway = false;
let api: StubServices;
let portal: PortalUnderTest;
let browser: Browser;
beforeAll(async () => {
  api = await startStubServices({
    'GET /v2/bookings': ({ query }) => {
      if (query.get('q') === 'a') return new Refused('bad_request', tooMany);
      if (query.get('q') === 'old') return pageOf(withoutCurrency);
      return query.get('status') === 'canceled' ? pageOf([]) : pageOf([bookingOf(81), bookingOf(82)], '/next');
    },
    'GET /v2/properties': () =>
      pageOf([propertyOf(7, 'Sea', { currency_code: 'USD' }), propertyOf(8, 'Hill', { currency_code: null })]),
    'GET /v2/bookings/81': () =>
      bookingOf(81, { quote_id: 4, thread_ids: [9], notes: 'Late <b>arrival</b>', charges: [chargeOf()] }),
    'GET /v2/bookings/82': () => bookingOf(82, { thread_ids: [10, 9] }),
    'GET /v2/payments': () =>
      pageOf([
        { ...money, id: 31, amount: 150, guest_id: 5, method: 'bank_transfer', kind: 'charge', collected_utc: null },
      ]),
    'POST /internal/accounts/42/record_events/list': () => {
      if (isLogAway) return new Refused('unavailable', 'later');
      return { items: changes, has_more: changes.length === 2 };
    },
    'GET /v2/refunds': () => pageOf([]),
    'GET /v2/fees': () => pageOf([{ ...money, id: 41, amount: 9, type: 'processing', payment_id: 31 }]),
    'GET /v2/messages': ({ query }) => {
      if (query.get('thread_id') !== '9') return new Refused('not_found', 'there is no such thread');
      return {
        ...pageOf([
          { ...message, id: 1, from_role: 'guest', body: 'Is there a <cot>?' },
          { ...message, id: 2, from_role: 'owner', body: null, removed_utc: '2030-01-05T10:00:00Z' },
        ]),
        thread: { id: 9, channel: 'Airbnb', booking_id: 81 },
        guest: null,
      };
    },
  });
  portal = await startPortalUnderTest({ ...api.services, identity: identityOfAda() });
});
afterAll(async () => {
  await portal.stop();
  await api.stop();
});
beforeEach(() => {
  changes = [confirmed, moved, created];
  isLogAway = false;
  browser = portal.browser();
  browser.cookies.set('keyhaven_session', sessionToken);
  api.requests.length = 0;
});

describe('the list of bookings', () => {
  it('is read with one API call, and omits past stays by default', async () => {
    const { status, html } = await browser.open('/portal/bookings');
    expect([status, api.routes()]).toEqual([200, ['GET /v2/bookings']]);
    expect(api.queryOf('GET /v2/bookings')!.get('from')).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(html.match(/href="\/portal\/bookings\/8\d"/g)).toHaveLength(2);
  });

  it('sends all filters to the API in one call', async () => {
    const { html } = await browser.open(
      '/portal/bookings?property=sea&q=Bo+Chen&status=pending&from=2040-01-01&to=2040-12-31',
    );
    expect(api.routes()).toEqual(['GET /v2/bookings']);
    expect(html).toContain('q=Bo+Chen&property=sea&status=pending&from=2040-01-01');
    const sent = api.queryOf('GET /v2/bookings')!;
    expect(Object.fromEntries(sent)).toMatchObject({
      property_q: 'sea',
      q: 'Bo Chen',
      status: 'pending',
      from: '2040-01-01',
      to: '2040-12-31',
    });
  });

  it('links to the next page, which begins after the last booking of the current page', async () => {
    const { html } = await browser.open('/portal/bookings?from=2040-01-01');
    expect(html).toContain('from=2040-01-01&to=&offset=2&after=82');
    await browser.open('/portal/bookings?from=2040-01-01&to=&offset=2&after=82');
    expect(Object.fromEntries(api.queryOf('GET /v2/bookings')!)).toMatchObject({ offset: '2', after_id: '82' });
  });

  it('shows a total in the currency of the booking, or else of its property, or else of the account', async () => {
    const { html } = await browser.open('/portal/bookings?q=old');
    const totals = html.match(/USD\u00a0200\.00|200,00\u00a0EUR|CHF\u00a0200\.00/g);
    expect(totals).toEqual(['USD\u00a0200.00', 'USD\u00a0200.00', '200,00\u00a0EUR', 'CHF\u00a0200.00']);
    expect(api.routes()).toEqual(['GET /v2/bookings', 'GET /v2/properties']);
    expect(api.queryOf('GET /v2/properties')!.get('property_ids')).toBe('7,8');
  });

  it('shows a message if nothing was found, or if a search text matches too many guests', async () => {
    expect((await browser.open('/portal/bookings?status=canceled')).html).toContain('No bookings');
    const { status, html } = await browser.open('/portal/bookings?q=a');
    expect([status, html.includes('more than 1,000 guests match')]).toEqual([400, true]);
    expect(html).toContain('value="a"');
  });

  it('redirects to a booking if its id is entered', async () => {
    expect((await browser.open('/portal/bookings?id=81')).location).toBe('/portal/bookings/81');
  });

  it('ignores invalid filters, and shows their fields as empty', async () => {
    const invalid = 'id=x&status=y&from=z&to=2040-02-30&offset=-1&after=1e9';
    const { status, html } = await browser.open(`/portal/bookings?property=sea&${invalid}`);
    expect(status).toBe(200);
    expect(Object.fromEntries(api.queryOf('GET /v2/bookings')!)).toEqual({
      property_q: 'sea',
      limit: '50',
      offset: '0',
      include_guest: 'true',
    });
    for (const name of ['from', 'to']) expect(fieldOf(html, name)).toContain('value=""');
    expect(html).toContain('<option value="" selected>Every status</option>');
  });
});

describe('the page of a booking', () => {
  it('shows the charges, money records and messages of the booking, and reads each kind with one call', async () => {
    const { status, html } = await browser.open('/portal/bookings/81');
    expect([status, api.routes().toSorted()]).toEqual([
      200,
      [
        'GET /v2/bookings/81',
        'GET /v2/fees',
        'GET /v2/messages',
        'GET /v2/payments',
        'GET /v2/refunds',
        'POST /internal/accounts/42/record_events/list',
      ],
    ]);
    for (const text of [
      'Bo Chen',
      '2 adults, 1 child',
      'Payment 31',
      'bank transfer',
      'Fee 41',
      'Is there a &lt;cot>?',
    ]) {
      expect(html).toContain(text);
    }
    expect(html).toContain('This message was removed.');
    expect(html).toContain('href="/portal/quotes/4"');
    expect(html).not.toContain('<b>arrival');
  });

  it('shows all amounts with a currency code, as the list of bookings does', async () => {
    const list = (await browser.open('/portal/bookings')).html;
    expect(list).toContain('200,00\u00a0EUR');
    const { html } = await browser.open('/portal/bookings/81');
    expect(html).toContain('9,00\u00a0EUR');
    expect(html).toContain('Payment 31 of 150,00\u00a0EUR');
    expect(list + html).not.toContain('€');
  });

  it('shows when and how the booking was changed, with the latest change first', async () => {
    const { html } = await browser.open('/portal/bookings/81');
    const history = html.slice(html.indexOf('class="timeline"'));
    const texts = [
      'Title: &lt;b>Late&lt;/b> → On time',
      '4 January 2030 at 11:00',
      'Message from guest',
      'Arrival: 2040-07-01 → 2040-07-03',
      'Payment 31 of',
      'Created',
    ];
    const at = texts.map((text) => history.indexOf(text));
    expect(at.filter((index) => index < 0)).toEqual([]);
    expect(history).not.toContain('Stored');
    const list = api.requests.find(({ route }) => route.endsWith('/record_events/list'));
    expect(list?.body).toEqual({ entity_type: 'booking', entity_id: 81 });
  });

  it('shows when the booking was made and last changed, even if the event log no longer contains these events', async () => {
    changes = [moved];
    const partly = (await browser.open('/portal/bookings/81')).html;
    expect(partly).toContain('Kinds of data: dates, other');
    expect(partly).toContain('Booked');
    changes = [];
    expect((await browser.open('/portal/bookings/81')).html).toContain('Changed for the last time');
  });

  it('is shown without the list of changes if the event log is unavailable', async () => {
    isLogAway = true;
    const { status, html } = await browser.open('/portal/bookings/81');
    expect([status, html.includes('The event log does not answer at the moment.')]).toEqual([200, true]);
  });

  it('shows the newest messages of a thread, in the order in which they were sent', async () => {
    const { html } = await browser.open('/portal/bookings/81');
    expect(api.queryOf('GET /v2/messages')!.get('newest_first')).toBe('true');
    expect(html.indexOf('This message was removed.')).toBeLessThan(html.indexOf('Is there a &lt;cot>?'));
  });

  it('shows the other threads if the messaging service does not have one of the threads', async () => {
    const { status, html } = await browser.open('/portal/bookings/82');
    expect([status, html]).toEqual([200, expect.stringContaining('This thread was not found.')]);
    expect(html).toContain('Is there a &lt;cot>?');
  });

  it('returns 404 if the booking does not exist', async () => {
    for (const id of ['99', '0', 'x', '9'.repeat(30)])
      expect((await browser.open(`/portal/bookings/${id}`)).status).toBe(404);
  });
});
