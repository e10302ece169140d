import { dates, type PlatformForClients, startPlatformForClients } from './testing/platform-for-clients';
import { date, describeRows, type Ids, instant, listWith, me, emptyList } from './testing/client-rows';

/** The tests send the GET requests of typical clients of the API through the gateway. */

let platform: PlatformForClients;
beforeAll(async () => void (platform = await startPlatformForClients()), 120_000);
afterAll(() => platform.stop());

describe('clients that test their connection', () => {
  it.each(['Bearer', 'bearer'])('are accepted with the scheme %s and an access token', async (scheme) => {
    const authorization = `${scheme} ${platform.accessToken}`;
    expect((await platform.call('/v2/users/me', { headers: { authorization } })).body).toMatchObject(me);
  });

  it('are accepted with Basic, an e-mail address and a personal access token', async () => {
    const { status, headers } = await platform.call('/v2/properties?limit=1', {
      headers: { authorization: platform.basic },
    });
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  });

  it('get a 401 with an error body for a wrong token', async () => {
    const { status, body } = await platform.call('/v2/users/me', { headers: { authorization: 'Bearer at_wrong' } });
    expect([status, body]).toEqual([401, { messages: [expect.any(String)], status: 'unauthorized', status_code: 401 }]);
  });
});

const polled = [
  'bookings',
  'properties',
  'guests',
  'owners',
  'seasons',
  'quotes',
  'surcharges',
  'discounts',
  'payments',
  'refunds',
  'fees',
  'deposits',
  'webhooksubscriptions',
];
const times = [
  '2025-05-24T23:03:29.919Z',
  '2025-01-01T00:00:00Z',
  '2024-01-01',
  '2025-01-01%2000:00:00',
  '2025-11-20%2023:04:29.696741',
];
describe('clients that poll lists', () => {
  it.each(polled)(
    'can read v2/%s with a trailing slash, an unknown parameter, and since_utc in several time formats',
    async (list) => {
      for (const since of times) {
        const { status, body } = await platform.call(`/v2/${list}/?since_utc=${since}&limit=200&page_size=5`);
        expect([since, status, Array.isArray(body.items), body.next_page_url]).toEqual([since, 200, true, null]);
      }
    },
  );

  it.each(polled)('get an empty list of v2/%s if nothing changed', async (list) => {
    expect((await platform.call(`/v2/${list}?since_utc=2190-01-01&limit=100`)).body).toMatchObject(emptyList);
  });

  it('can follow a relative next_page_url, and recognise the last page because next_page_url is null', async () => {
    for (const first_name of ['Bea', 'Cleo']) {
      await platform.call('/v2/guests', { method: 'POST', body: { first_name, last_name: 'Pagani' } });
    }
    const first = (await platform.call('/v2/guests?limit=1&offset=0&q=pagani')).body;
    expect(first).toMatchObject({ limit: 1, offset: 0, count: 1, items: [{ first_name: 'Bea' }] });
    expect(first.next_page_url).toMatch(/^\/v2\/guests\?limit=1&offset=1&q=pagani/);
    const second = (await platform.call(first.next_page_url)).body;
    expect(second).toMatchObject({ offset: 1, count: 1, items: [{ first_name: 'Cleo' }], next_page_url: null });
    expect((await platform.call('/v2/guests?limit=1&offset=2&q=pagani')).body).toMatchObject(emptyList);
  });
});

const stay = { arrival: dates.arrival, departure: dates.departure };
const inLists = ({ booking, property }: Ids) => ({ id: booking, property_id: property, type: 'booking', ...stay });
describeRows(() => platform, 'clients that read bookings', [
  [({ property }) => `/v2/bookings/?property_ids=${property},987654`, (ids) => listWith(inLists(ids))],
  [({ property }) => `/v2/bookings?property_id=${property}&status=Active`, (ids) => listWith(inLists(ids))],
  [`/v2/bookings?from=${stay.arrival}&to=${stay.departure}`, (ids) => listWith(inLists(ids))],
  [
    '/v2/bookings?include_charges=True&include_guest=true&include_tags=true&include_fields=true',
    (ids) => listWith({ ...inLists(ids), guest: { id: ids.guest, first_name: 'Ada', last_name: 'Rossi' }, tags: [] }),
  ],
  [
    ({ booking }) =>
      `/v2/bookings/${booking}/?include_door_codes=true&include_agreements=true&include_cancellation_policy=true`,
    (ids) => ({
      ...inLists(ids),
      charges: expect.arrayContaining([expect.objectContaining({ type: 'rent', amount: 840 })]),
      door_codes: [],
      title: null,
      canceled_utc: null,
      check_in_end: null,
      pending_until_utc: null,
      quote_id: null,
      owner_id: ids.owner,
      platform_email_address: null,
      created_utc: instant,
    }),
  ],
  ['/v2/bookings/987654321', () => ({ messages: [expect.any(String)], status: 'not_found' }), {}, 404],
]);

const property = ({ property: id, owner }: Ids) => ({
  id,
  key: expect.stringMatching(/^[0-9a-f-]{36}$/),
  name: 'Casa Aurora',
  owner_id: owner,
  currency_code: 'USD',
  time_zone: 'Europe/Rome',
  is_snoozed: false,
  thumbnail_url_large: null,
});
describeRows(() => platform, 'clients that read properties, owners and listing sites', [
  ['/v2/properties?limit=1', (ids) => listWith({ id: ids.property })],
  ['/v2/properties/?active=true&include_tags=true&include_fields=true', (ids) => listWith(property(ids))],
  [({ property: id }) => `/v2/properties/${id}`, (ids) => ({ ...property(ids), address: { postal_code: '00184' } })],
  [
    `/v2/properties?availability_start_date=${dates.date}&availability_end_date=${dates.after}`,
    (ids) => listWith({ id: ids.property }),
  ],
  [
    `/v2/properties?availability_start_date=${dates.arrival}&availability_end_date=${dates.departure}`,
    () => ({ items: [] }),
  ],
  [
    ({ property: id }) =>
      `/v2/propertysearch/?available_from=${dates.free}&available_to=${dates.freeUntil}&guests_min=1&guests_max=6&bedrooms_min=1&bedrooms_max=3` +
      `&rate_min=50&rate_max=500&property_ids=${id},987654&evaluate_rules=True`,
    ({ property: id }) => listWith({ id, average_nightly_rate: 120, total_amount: expect.any(Number) }),
  ],
  [
    `/v2/propertysearch?available_from=${dates.arrival}&available_to=${dates.departure}&evaluate_rules=false`,
    () => emptyList,
  ],
  ['/v2/propertysearch?pets_allowed=False', (ids) => listWith({ id: ids.property })],
  ['/v2/propertysearch?pets_allowed=true', () => emptyList],
  ['/v2/propertysearch?children_allowed=true', (ids) => listWith({ id: ids.property })],
  ['/v2/propertysearch?children_allowed=false', () => emptyList],
  [({ tag }) => `/v2/propertysearch?include_tag_ids[0]=${tag}`, (ids) => listWith({ id: ids.property })],
  ['/v2/propertysearch?include_tag_ids[0]=987654', () => emptyList],
  ['/v2/propertysearch?exclude_tag_ids[0]=987655', (ids) => listWith({ id: ids.property })],
  [({ tag }) => `/v2/propertysearch?exclude_tag_ids[0]=987655&exclude_tag_ids[1]=${tag}`, () => emptyList],
  [
    ({ tag }) => `/v2/propertysearch?pets_allowed=false&children_allowed=true&include_tag_ids=${tag}&rate_max=1`,
    (ids) => listWith({ id: ids.property }),
  ],
  ['/v2/owners?include_tags=true&include_fields=true&limit=100', ({ owner }) => listWith({ id: owner })],
  [({ owner }) => `/v2/owners/${owner}`, ({ owner }) => ({ id: owner, name: 'Olga Costa', email_addresses: [] })],
  ['/v2/listingsites', ({ site }) => listWith({ id: site, name: 'Airbnb' })],
  ['/v2/listing_sites/', ({ site }) => listWith({ id: site })],
]);

describeRows(() => platform, 'clients that look up guests', [
  [
    ({ guest }) => `/v2/guests/${guest}`,
    ({ guest }) => ({
      id: guest,
      first_name: 'Ada',
      addresses: [],
      email_addresses: [{ id: expect.any(Number), address: 'ada@example.com', is_default: true, type: null }],
      phones: [{ number: '+44 20 7946 0100', extension: null, is_default: true, type: null }],
    }),
  ],
  ['/v2/guests?q=ada%40example.com', ({ guest }) => listWith({ id: guest })],
  ['/v2/guests/?created_since_utc=2024-01-01%2000:00:00', ({ guest }) => listWith({ id: guest })],
]);

const message = { body: 'Is the house quiet?', from_role: 'guest', is_draft: false, date_utc: instant };
const ofThread = (ids: Ids) =>
  listWith(
    { id: ids.message, thread_id: ids.thread, ...message },
    {
      thread: { id: ids.thread, channel: 'airbnb', booking_id: ids.booking },
      guest: { id: ids.guest, first_name: 'Ada', last_name: 'Rossi' },
    },
  );
describeRows(() => platform, 'clients that read messages', [
  [({ thread }) => `/v2/messages?threadId=${thread}`, ofThread],
  [({ thread }) => `/v2/messages/?thread_id=${thread}&include_attachments=true`, ofThread],
  [({ message: id }) => `/v2/messages/${id}`, ({ message: id, thread }) => ({ id, threadId: thread, ...message })],
]);

const quoted = { arrival: dates.later, departure: dates.latest };
describeRows(() => platform, 'clients that read quotes, surcharges, discounts and money', [
  [
    ({ property: id }) => `/v2/quotes?property_ids=${id}&include_guest=true&include_charges=true&include_tags=true`,
    ({ quote }) => listWith({ id: quote, name: expect.any(String), created_utc: instant, updated_utc: instant }),
  ],
  ['/v2/quotes?created_since_utc=2024-01-01', ({ quote }) => listWith({ id: quote })],
  [({ quote }) => `/v2/quotes/${quote}`, ({ quote }) => ({ id: quote, ...quoted })],
  ['/v2/surcharges', ({ surcharge }) => listWith({ id: surcharge })],
  ['/v2/discounts/', ({ discount }) => listWith({ id: discount })],
  [
    ({ booking }) => `/v2/payments?booking_id=${booking}&limit=100&offset=0`,
    ({ payment }) => listWith({ id: payment, collected_utc: instant }),
  ],
  [({ booking }) => `/v2/refunds?booking_id=${booking}`, ({ refund }) => listWith({ id: refund, paid_utc: instant })],
  [({ booking }) => `/v2/fees?booking_id=${booking}`, ({ fee }) => listWith({ id: fee })],
  ['/v2/deposits', ({ deposit }) => listWith({ id: deposit, deposited_utc: instant })],
]);

const range = `from=${dates.date}&to=${dates.date}`;
describeRows(() => platform, 'clients that read calendars', [
  [
    ({ property: id }) => `/v2/calendar/${id}?${range}`,
    ({ property: id, season }) => ({ property_id: id, days: [{ date, rate: { season_id: season } }] }),
  ],
  [
    ({ property: id }) => `/v2/calendar?property_ids=${id}&${range}`,
    ({ property: id }) => listWith({ property_id: id }),
  ],
  [({ season }) => `/v2/seasons/${season}`, ({ season }) => ({ id: season, name: 'Summer', rate: { amount: 120 } })],
]);

const inVersion1 = ({ property: id }: Ids) => ({ propertyId: id, ...stay });
describeRows(() => platform, 'clients of version 1', [
  ['/v1/users/me', () => ({ id: expect.any(Number), emailAddress: 'demo@example.com', companyName: me.company_name })],
  ['/v1/properties?limit=100', ({ property: id, owner }) => listWith({ id, ownerId: owner }, { nextPageUrl: null })],
  [({ property: id }) => `/api/properties/${id}`, ({ property: id }) => ({ id, address: { postalCode: '00184' } })],
  [
    ({ property: id }) => `/v1/bookings/?propertyIds=${id}&sinceUtc=2024-01-01%2000:00:00&includeGuest=True`,
    (ids) => listWith({ id: ids.booking, ...inVersion1(ids), guest: expect.objectContaining({ firstName: 'Ada' }) }),
  ],
  [({ booking }) => `/v1.1/bookings/${booking}`, (ids) => ({ id: ids.booking, ...inVersion1(ids) })],
  [({ quote }) => `/v1/quotes/${quote}`, ({ quote }) => ({ id: quote, name: expect.any(String), ...quoted })],
]);

describeRows(() => platform, 'clients that call resources that the platform does not have', [
  ['/v2/reviews', () => ({ messages: [expect.stringContaining('not part of this platform')] }), {}, 404],
  ['/v2/listings/1/', () => ({ messages: [expect.stringContaining('/v2/properties')] }), {}, 404],
  ['/v2/inquiries?limit=1', () => ({ messages: [expect.stringContaining('/v2/messages')] }), {}, 404],
  ['/v2/widgets/1', () => ({ status: 'not_found', status_code: 404 }), {}, 404],
  ['/v1/reviews', () => ({ messages: [expect.stringContaining('not part of this platform')] }), {}, 404],
  ['/api/listings', () => ({ messages: [expect.stringContaining('/v2/properties')] }), {}, 404],
]);
