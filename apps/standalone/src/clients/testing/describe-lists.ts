import { describeRows, emptyList, type Ids, type Row } from '../../testing/client-rows';
import { dates, type PlatformForClients } from '../../testing/platform-for-clients';

const range = `from=${dates.date}&to=${dates.after}`;
/** Every list, with query parameters that its next_page_url must keep. */
const lists: [list: string, query: (ids: Ids) => string][] = [
  ['bookings', () => 'include_guest=True&include_charges=False&from=2024-01-01'],
  ['properties', () => 'include_tags=true&since_utc=2024-01-01%2000:00:00'],
  ['propertysearch', () => 'pets_allowed=False'],
  ['guests', () => 'created_since_utc=2024-11-20+23%3A04%3A29.696741'],
  ['owners', () => 'include_fields=True&include_tags=true'],
  ['listing_sites', () => ''],
  ['listingsites', () => 'active=True'],
  ['quotes', () => 'include_charges=true&created_since_utc=2024-01-01'],
  ['surcharges', () => 'active=true'],
  ['discounts', () => 'active=true'],
  ['seasons', () => ''],
  ['payments', () => 'since_utc=2024-01-01T00%3A00%3A00Z'],
  ['refunds', () => ''],
  ['fees', () => ''],
  ['deposits', () => ''],
  ['webhooksubscriptions', () => ''],
  ['messages', ({ thread }) => `threadId=${thread}`],
  ['tags', ({ property }) => `entity_type=Property&entity_id=${property}`],
  ['fields', ({ property }) => `entity_type=PROPERTY&entity_id=${property}`],
  ['tagdefinitions', () => ''],
  ['fielddefinitions', () => ''],
  ['spotrates', ({ property }) => `property_ids=${property},987654`],
  ['calendar', ({ property, secondProperty }) => `property_ids=${property}%2C${secondProperty}&${range}`],
];
/** Paths of single records, with the kinds of records whose ids they contain. */
const singles = Object.entries({
  ...{ bookings: 'booking', properties: 'property', guests: 'guest', owners: 'owner', quotes: 'quote' },
  ...{ listing_sites: 'site', listingsites: 'site', seasons: 'season', messages: 'message' },
  ...{ surcharges: 'surcharge', discounts: 'discount' },
  ...{ payments: 'payment', refunds: 'refund', fees: 'fee', deposits: 'deposit' },
});
const keyOf = ({ id, property_id, date }: any) => [id, property_id, date];

/** Tests programs that read lists page by page. */
export function describeLists(platform: () => PlatformForClients): void {
  describe('a program that reads a list with pages of one item', () => {
    it.each(lists)(
      'gets all items of v2/%s from relative next_page_urls, which keep the parameters of the first request',
      async (list, queryOf) => {
        const { call, ids } = platform();
        const query = `colour=dark+blue&${queryOf(ids)}`;
        const whole = (await call(`/v2/${list}?${query}&limit=200`)).body;
        expect(whole).toMatchObject({ limit: 200, offset: 0, count: whole.items.length, next_page_url: null });
        expect(whole.items.length).toBeGreaterThan(1);
        const items: unknown[] = [];
        for (let next: string | null = `/v2/${list}/?limit=1&offset=0&${query}`; next !== null;) {
          const { status, body } = await call(next);
          const page = { limit: 1, offset: items.length, count: 1, items: [expect.any(Object)] };
          expect([status, body]).toMatchObject([200, page]);
          items.push(...body.items);
          next = body.next_page_url as string | null;
          if (next !== null) expectKept(next, list, query);
        }
        expect(items.map(keyOf)).toEqual(whole.items.map(keyOf));
      },
    );
  });

  describeRows(
    platform,
    'programs that read single records',
    singles.map(([list, kind]): Row => [(ids) => `/v2/${list}/${ids[kind]}/?page=1`, (ids) => ({ id: ids[kind] })]),
  );

  const nothing: Row[] = [
    ...['bookings', 'quotes', 'seasons', 'spotrates'].map((list) => `${list}?property_ids=987654`),
    ...['payments', 'refunds', 'fees', 'deposits'].map((list) => `${list}/?booking_id=987654`),
    ...['guests', 'owners'].map((list) => `${list}?q=nobody`),
    ...['surcharges', 'discounts', 'listingsites', 'listing_sites'].map((list) => `${list}?active=False`),
    ...['webhooksubscriptions', 'tagdefinitions', 'fielddefinitions'].map((list) => `${list}?since_utc=2190-01-01`),
    ...['properties?is_snoozed=true', 'propertysearch?bedrooms_min=90', `calendar?property_ids=987654&${range}`],
  ].map((target): Row => [`/v2/${target}`, () => ({ ...emptyList, limit: 20, offset: 0 })]);
  describeRows(platform, 'programs that read a list without records', [
    ...nothing,
    [({ owner }) => `/v2/tags?entity_type=owner&entity_id=${owner}`, () => emptyList],
    [({ owner }) => `/v2/fields?entity_type=owner&entity_id=${owner}`, () => emptyList],
    [({ emptyThread }) => `/v2/messages?thread_id=${emptyThread}`, () => emptyList],
  ]);
}

/** Expects that a next_page_url is a path of version 2 that keeps the parameters of the request. */
function expectKept(next: string, list: string, query: string): void {
  const path = list === 'listingsites' ? 'listing_sites' : list;
  expect(next).toMatch(new RegExp(`^/v2/${path}\\?`));
  const kept = new URL(next, 'http://root').searchParams;
  for (const [name, value] of new URLSearchParams(query)) expect([name, kept.get(name)]).toEqual([name, value]);
}
