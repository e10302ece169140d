import type { CalendarNight } from '@keyhaven/contracts/pricing/calendar';
import { addDays } from '@keyhaven/stays/calendar-date';
import { localTimeAt } from '@keyhaven/stays/local-time';
import type { Browser } from '../testing/browser';
import { type PortalUnderTest, startPortalUnderTest } from '../testing/portal-under-test';
import { fieldOf } from '../testing/start-signed-in';
import { bookingOf, propertyOf } from '../testing/stays';
import { pageOf, Refused, startStubServices, type StubServices } from '../testing/stub-services';
import { ada, identityOfAda, sessionToken } from '../testing/stub-identity';

const properties = Array.from({ length: 25 }, (_, index) =>
  propertyOf(index + 1, index === 3 ? 'Villa <Nord> & Sea, a house with a very long name' : `House ${index + 1}`),
);
const rate = { rent: 120, amount: 110.5 };
const nights: CalendarNight[] = [
  { date: '2040-07-01', status: 'available', rate, rules: { min_nights: 2 } },
  { date: '2040-07-02', status: 'gap', gap_type: 'required' },
  { date: '2040-07-03', status: 'booked', is_arrival: true, booking_id: 81, overbooked_booking_ids: [82] },
  { date: '2040-07-04', status: 'booked', booking_id: 81 },
];
const bookings = [
  bookingOf(81),
  bookingOf(82, {
    guest: { id: 6, first_name: 'Eve', last_name: '<i>Okafor</i>' },
    arrival: '2040-07-03',
    departure: '2040-07-04',
    has_problem: true,
    overbooked_nights: [{ date: '2040-07-03', booking_ids: [81] }],
  }),
  bookingOf(84, { property_id: 4 }),
  bookingOf(83, { status: 'canceled', guest: { id: 7, first_name: 'Gone', last_name: 'Guest' } }),
];

const identity = identityOfAda();
let api: StubServices;
let portal: PortalUnderTest;
let browser: Browser;
let quoteAnswer: object = {};
beforeAll(async () => {
  api = await startStubServices({
    'GET /v2/properties': ({ query }) => {
      const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset') ?? 0)];
      const q = (query.get('q') ?? '').toLowerCase();
      if (q === 'refused') return new Refused('bad_request', 'query parameter q: is not accepted');
      const found = properties.filter(({ name }) => name.toLowerCase().includes(q));
      return pageOf(found.slice(offset, offset + limit), offset + limit < found.length ? '/next' : null);
    },
    'GET /v2/calendar': ({ query }) =>
      pageOf(
        query
          .get('property_ids')!
          .split(',')
          .map((id) => ({ property_id: Number(id), currency_code: 'EUR', days: id === '1' ? nights : [] })),
      ),
    'GET /v2/bookings': () => pageOf(bookings),
    'POST /v2/quotes': () => quoteAnswer,
  });
  portal = await startPortalUnderTest({ ...api.services, identity });
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

const july = '/portal/calendar?from=2040-07-01&days=14';

describe('the availability chart', () => {
  it('reads properties, nights and bookings with one call each, for any number of properties on a page', async () => {
    const { status, html } = await browser.open(july);
    expect([status, api.routes().toSorted()]).toEqual([
      200,
      ['GET /v2/bookings', 'GET /v2/calendar', 'GET /v2/properties'],
    ]);
    expect(html.match(/scope="rowgroup"/g)).toHaveLength(20);
    expect(api.queryOf('GET /v2/calendar')!.get('from')).toBe('2040-06-30');
    expect(api.queryOf('GET /v2/calendar')!.get('to')).toBe('2040-07-14');
  });

  it('has a text for each night with the status, the rate and the minimum stay', async () => {
    const { html } = await browser.open(july);
    expect(html).toContain('House 1, Sun, 1 July 2040: Available · 110,50\u00a0EUR · at least 2 nights');
    expect(html).toContain('class="night required"');
    expect(html).toContain('Booked · arrival · overbooked');
    expect(html).not.toMatch(/\sstyle=/);
  });

  it('shows bookings as bars with the name of the guest, marks overbooked bookings, and omits canceled bookings', async () => {
    const { html } = await browser.open(july);
    expect(html).toMatch(/href="\/portal\/bookings\/81" class="stay-bar booking"><span class="who-stays">Bo Chen</);
    expect(html).toMatch(/href="\/portal\/bookings\/82" class="stay-bar booking overbooked">/);
    expect(html).toContain('overbooked on 2040-07-03');
    expect(html).not.toContain('Gone Guest');
    expect(html).not.toContain('<i>Okafor');
  });

  it('links to the next properties and to other weeks', async () => {
    const { html } = await browser.open(july);
    expect(html).toContain('/portal/calendar?from=2040-07-01&days=14&offset=20');
    expect(html).toContain('/portal/calendar?from=2040-07-15&days=14');
    expect((await browser.open(`${july}&offset=20`)).html.match(/scope="rowgroup"/g)).toHaveLength(5);
  });

  it('finds properties by a part of their name, even if they are on a later page', async () => {
    const { html } = await browser.open(`${july}&name=house+2`);
    expect([...html.matchAll(/class="name" title="([^"]*)"/g)].map(([, name]) => name)).toEqual(
      [2, 20, 21, 22, 23, 24, 25].map((id) => `House ${id}`),
    );
    expect((await browser.open(`${july}&name=%3Cnord%3E+%26`)).html).toContain('Villa &lt;Nord>');
    expect((await browser.open(`${july}&name=castle`)).html).toContain('No property found');
  });

  it('shows the form with the error if the API refuses the text that is searched in property names', async () => {
    const { status, html } = await browser.open(`${july}&name=refused&property=1&date=2040-07-01`);
    expect([status, html]).toEqual([400, expect.stringContaining('Query parameter q: is not accepted.')]);
    expect(fieldOf(html, 'name')).toContain('value="refused"');
    expect(fieldOf(html, 'from')).toContain('value="2040-07-01"');
    expect(html).not.toContain('No property found');
  });

  it.each(['from=2040-02-30', 'from=x&days=9999&offset=-3', 'offset=1.5', 'property=0&date=tomorrow'])(
    'shows the first properties for four weeks from today, with no night selected, for the invalid query %s',
    async (query) => {
      const today = localTimeAt(new Date(), ada.account.time_zone).date;
      const { status, html } = await browser.open(`/portal/calendar?${query}`);
      expect([status, api.routes()]).toEqual([200, expect.not.arrayContaining(['POST /v2/quotes'])]);
      expect(api.queryOf('GET /v2/properties')!.get('offset')).toBe('0');
      const dates = { from: addDays(today, -1), to: addDays(today, 27) };
      expect(Object.fromEntries(api.queryOf('GET /v2/calendar')!)).toMatchObject(dates);
      expect(fieldOf(html, 'from')).toContain(`value="${today}"`);
      expect(html).not.toContain('id="night"');
    },
  );
});

describe('the details of a selected night', () => {
  it('show the total of a test quote for the shortest stay if the night can be booked', async () => {
    quoteAnswer = { total_amount: 260, currency_code: 'EUR' };
    const { html } = await browser.open(`${july}&property=1&date=2040-07-01`);
    expect(html).toContain('Can be sold');
    expect(html).toContain('2040-07-01 to 2040-07-03');
    expect(html).toContain('The total is 260,00\u00a0EUR.');
    expect(api.routes()).toHaveLength(4);
  });

  it('show why the night cannot be booked, with the message of the refused test quote', async () => {
    const message = 'arrival 2040-07-02 is within the gap of 1 night after booking 80';
    quoteAnswer = new Refused('bad_request', message);
    const { html } = await browser.open(`${july}&property=1&date=2040-07-02`);
    expect(html).toContain('Cannot be sold');
    expect(html).toContain('requires vacant nights between two stays');
    expect(html).toContain('Arrival 2040-07-02 is within the gap');
  });

  it('are shown without a test quote if the services that compute quotes are unavailable', async () => {
    quoteAnswer = new Refused('unavailable', 'later');
    const { status, html } = await browser.open(`${july}&property=1&date=2040-07-01`);
    expect([status, html]).toEqual([200, expect.stringContaining('The test quote is not available at the moment.')]);
    expect(html).toContain('Can be sold');
    expect(html).not.toContain('It can be booked.');
  });

  it('show how many bookings occupy the night, and request no test quote', async () => {
    const { html } = await browser.open(`${july}&property=1&date=2040-07-03`);
    expect(html).toContain('2 bookings have this night');
    expect(api.routes()).toHaveLength(3);
  });

  it('show why a night that is missing in the calendar cannot be booked, with the message of the refused test quote', async () => {
    const message = 'The night of 2040-07-08 is beyond the booking window of 30 nights';
    quoteAnswer = new Refused('bad_request', message);
    const { html } = await browser.open(`${july}&property=1&date=2040-07-08`);
    expect(html).toContain('Cannot be sold');
    expect(html).toContain('the night is after the booking window');
    expect(html).toContain(message);
  });

  it('show the booking on a night that is missing in the calendar, and request no test quote', async () => {
    const { html } = await browser.open(`${july}&property=4&date=2040-07-04`);
    expect(html).toContain('Occupied by');
    expect(api.routes()).toHaveLength(3);
  });

  it.each(['2040-06-29', '2040-07-15'])('are not shown for %s, which the chart does not contain', async (date) => {
    const { html } = await browser.open(`${july}&property=1&date=${date}`);
    expect(html).not.toContain('id="night"');
    expect(api.routes()).toHaveLength(3);
  });

  it('are shown to members without a test quote, because the scope `read` does not allow POST', async () => {
    const other = await startPortalUnderTest({ api: api.services.api, identity: identityOfAda('member') });
    const member = other.browser();
    member.cookies.set('keyhaven_session', sessionToken);
    const { html } = await member.open(`${july}&property=1&date=2040-07-01`);
    expect(html).toContain('Can be sold');
    expect(api.routes()).not.toContain('POST /v2/quotes');
    await other.stop();
  });
});
