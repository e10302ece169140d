import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import { describeReads } from '@keyhaven/testing/describe-reads';
import { type BookingUnderTest, startBookingUnderTest, type TestAccount } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

interface World extends TestAccount {
  ids: { booking: number; guest: number; property: number; quote: number; site: number };
}

/** More bookings than the database sends in its first answer by default. */
const BOOKINGS = 110;

/** An account whose bookings and quotes refer to many properties, guests and listing sites. */
async function aWorld(): Promise<World> {
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
  return {
    ...account,
    ids: { booking: made.id, guest: guest.id, property, quote: quote.body.id, site },
  };
}

describeReads(
  bookingPublicContract,
  aWorld,
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
    { route: '/v2/properties', path: () => '/v2/properties', reads: ['properties'] },
    { route: '/v2/properties/:id', path: ({ ids }) => `/v2/properties/${ids.property}`, reads: ['properties'] },
    { route: '/v2/guests', path: () => '/v2/guests?q=ada', reads: ['guests'] },
    { route: '/v2/guests/:id', path: ({ ids }) => `/v2/guests/${ids.guest}`, reads: ['guests'] },
    { route: '/v2/listing_sites', path: () => '/v2/listing_sites', reads: ['listing_sites'] },
    { route: '/v2/listing_sites/:id', path: ({ ids }) => `/v2/listing_sites/${ids.site}`, reads: ['listing_sites'] },
  ],
  // The form of a quote and its property, at an address that names no account.
  ['/payment_forms/:key'],
);
