import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import { describeReads } from '@keyhaven/testing/describe-reads';
import { type BookingUnderTest, startBookingUnderTest, type TestAccount } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

interface Setup extends TestAccount {
  tag: Record<string, number>;
  field: Record<string, number>;
  ids: { booking: number; guest: number; owner: number; property: number; quote: number; site: number };
}

/** More bookings than the database returns in its first batch by default. */
const BOOKINGS = 110;

/** An account with bookings and quotes that refer to several properties, guests and listing sites. */
async function anAccountWithRecords(): Promise<Setup> {
  const account = await booking.anAccount();
  const { operator, api } = account;
  const [property, site] = [await operator.property(), await operator.listingSite()];
  const { body: guest } = await api.post('/v2/guests', { first_name: 'Ada', last_name: 'Rossi' });
  const stay = { arrival: '2030-07-01', departure: '2030-07-04', adults: 2, guest_id: guest.id };
  const quote = await api.post('/v2/quotes', { ...stay, property_id: property });
  const made = await operator.booking({ ...stay, property_id: property, listing_site_id: site });
  const other = { ...stay, property_id: await operator.property(), guest_id: null, type: 'booking' };
  for (let at = 1; at < BOOKINGS; at += 10) {
    const days = Array.from({ length: 10 }, (_, index) => new Date(Date.UTC(2031, 0, 2 * (at + index))));
    const nights = days.map((day) => [day, new Date(day.getTime() + 86_400_000)]);
    const dates = nights.map((pair) => pair.map((day) => day.toISOString().slice(0, 10)));
    await Promise.all(dates.map(([arrival, departure]) => operator.booking({ ...other, arrival, departure })));
  }
  const ofBooking = { entity_type: 'booking', entity_id: made.id };
  const { body: tag } = await api.post('/v2/tags', { ...ofBooking, name: 'VIP' });
  const { body: field } = await api.post('/v2/fields', { ...ofBooking, code: 'gate', value: '12' });
  return {
    ...account,
    tag,
    field,
    ids: { booking: made.id, guest: guest.id, owner: await operator.owner(), property, quote: quote.body.id, site },
  };
}

describeReads(
  bookingPublicContract,
  anAccountWithRecords,
  [
    { route: '/v2/bookings', path: () => '/v2/bookings', reads: ['listing_sites', 'properties', 'stays'] },
    {
      route: '/v2/bookings',
      path: () => '/v2/bookings?include_guest=true&include_charges=true&limit=1000',
      reads: ['guests', 'listing_sites', 'properties', 'stays'],
    },
    { route: '/v2/bookings', path: () => '/v2/bookings?since_utc=2030-01-01T00:00:00Z', reads: ['stays'] },
    {
      route: '/v2/bookings/:id',
      path: ({ ids }) => `/v2/bookings/${ids.booking}`,
      reads: ['guests', 'listing_sites', 'properties', 'stays'],
    },
    { route: '/v2/quotes', path: () => '/v2/quotes', reads: ['properties', 'stays'] },
    {
      route: '/v2/quotes/:id',
      path: ({ ids }) => `/v2/quotes/${ids.quote}`,
      reads: ['guests', 'properties', 'stays'],
    },
    { route: '/v1/quotes', path: () => '/v1/quotes', reads: ['properties', 'stays'] },
    {
      route: '/v1/quotes/:id',
      path: ({ ids }) => `/v1/quotes/${ids.quote}`,
      reads: ['guests', 'properties', 'stays'],
    },
    { route: '/v1/bookings', path: () => '/v1/bookings', reads: ['listing_sites', 'properties', 'stays'] },
    {
      route: '/v1/bookings/:id',
      path: ({ ids }) => `/v1/bookings/${ids.booking}`,
      reads: ['guests', 'listing_sites', 'properties', 'stays'],
    },
    { route: '/v1/properties', path: () => '/v1/properties', reads: ['properties'] },
    { route: '/v1/properties/:id', path: ({ ids }) => `/v1/properties/${ids.property}`, reads: ['properties'] },
    { route: '/v2/properties', path: () => '/v2/properties', reads: ['properties'] },
    { route: '/v2/properties/:id', path: ({ ids }) => `/v2/properties/${ids.property}`, reads: ['properties'] },
    { route: '/v2/propertysearch', path: () => '/v2/propertysearch', reads: ['properties'] },
    { route: '/v2/guests', path: () => '/v2/guests?q=ada', reads: ['guests'] },
    { route: '/v2/guests/:id', path: ({ ids }) => `/v2/guests/${ids.guest}`, reads: ['guests'] },
    { route: '/v2/tagdefinitions', path: () => '/v2/tagdefinitions', reads: ['tag_definitions'] },
    {
      route: '/v2/tagdefinitions/:id',
      path: ({ tag }) => `/v2/tagdefinitions/${tag.tag_definition_id}`,
      reads: ['tag_definitions'],
    },
    { route: '/v2/fielddefinitions', path: () => '/v2/fielddefinitions', reads: ['field_definitions'] },
    {
      route: '/v2/fielddefinitions/:id',
      path: ({ field }) => `/v2/fielddefinitions/${field.field_definition_id}`,
      reads: ['field_definitions'],
    },
    { route: '/v2/tags', path: ({ ids }) => `/v2/tags?entity_type=booking&entity_id=${ids.booking}`, reads: ['stays'] },
    { route: '/v2/tags/:id', path: ({ tag }) => `/v2/tags/${tag.id}`, reads: ['stays'] },
    {
      route: '/v2/fields',
      path: ({ ids }) => `/v2/fields?entity_type=booking&entity_id=${ids.booking}`,
      reads: ['field_definitions', 'stays'],
    },
    { route: '/v2/fields/:id', path: ({ field }) => `/v2/fields/${field.id}`, reads: ['field_definitions', 'stays'] },
    { route: '/v2/owners', path: () => '/v2/owners?q=rossi', reads: ['owners'] },
    { route: '/v2/owners/:id', path: ({ ids }) => `/v2/owners/${ids.owner}`, reads: ['owners'] },
    { route: '/v2/listing_sites', path: () => '/v2/listing_sites', reads: ['listing_sites'] },
    { route: '/v2/listing_sites/:id', path: ({ ids }) => `/v2/listing_sites/${ids.site}`, reads: ['listing_sites'] },
  ],
  // This route is not tested here, because its URL does not name the account.
  ['/payment_forms/:key'],
);
