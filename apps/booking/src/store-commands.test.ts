import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import { describeStoreCommands } from '@keyhaven/testing/describe-store-commands';
import { aQuote, quotedStay } from './testing/a-quote';
import { type BookingUnderTest, startBookingUnderTest, type TestAccount } from './testing/booking-under-test';
import table from './testing/store-commands.json';

let booking: BookingUnderTest;
beforeAll(async () => {
  booking = await startBookingUnderTest();
});
afterAll(() => booking.stop());

/** An account with two bookings at the same property. */
async function booked() {
  const account = await booking.anAccount();
  const property_id = await account.operator.property();
  const { id } = await account.operator.booking({ property_id, arrival: '2030-07-01', departure: '2030-07-04' });
  await account.operator.booking({ property_id, arrival: '2030-08-01', departure: '2030-08-04' });
  return { ...account, property_id, id };
}

const ofBooked = (pathOf: (account: Awaited<ReturnType<typeof booked>>) => string) => async () => {
  const account = await booked();
  return { userId: account.userId, path: pathOf(account) };
};

const ofQuote = (pathOf: (quote: { id: number } & Record<string, any>) => string, body?: object) => async () => {
  const { userId, quote } = await aQuote(booking);
  return { userId, path: pathOf(quote), body };
};

/** An account with a booking that has a tag and a custom field. `pathOf` returns the path of the request. */
const ofAnnotated = (pathOf: (made: { id: number; tag: Made; field: Made }) => string) => async () => {
  const { api, userId, id } = await booked();
  const ofBooking = { entity_type: 'booking', entity_id: id };
  const tag = (await api.post('/v2/tags', { ...ofBooking, name: 'VIP' })).body as Made;
  const field = (await api.post('/v2/fields', { ...ofBooking, code: 'gate', value: '12' })).body as Made;
  return { userId, path: pathOf({ id, tag, field }) };
};
type Made = { id: number } & Record<string, any>;

async function aGuest({ api }: TestAccount): Promise<number> {
  return (await api.post('/v2/guests', { first_name: 'Ada', last_name: 'Rossi' })).body.id as number;
}

const stay = { arrival: '2030-09-01', departure: '2030-09-04', adults: 2 };

describeStoreCommands({
  service: () => booking,
  contract: bookingPublicContract,
  table,
  leftOut: {
    'GET /payment_forms/:key': 'it is a page for guests',
    'POST /payment_forms/:key': 'it is a page for guests',
  },
  requests: {
    'GET /v2/bookings': ofBooked(() => '/v2/bookings'),
    'GET /v2/bookings (with guests and charges)': ofBooked(
      () => '/v2/bookings?include_guest=true&include_charges=true',
    ),
    'GET /v2/bookings (of a property, from a day on)': ofBooked(
      ({ property_id }) => `/v2/bookings?property_ids=${property_id}&from=2030-07-01`,
    ),
    'GET /v2/bookings/:id': ofBooked(({ id }) => `/v2/bookings/${id}`),
    'POST /v2/bookings (with charges)': async () => {
      const { userId, property_id } = await booked();
      return { userId, path: '/v2/bookings', body: { property_id, ...stay, generate_charges: true } };
    },
    'PATCH /v2/bookings/:id (that moves the stay)': async () => {
      const { userId, id } = await booked();
      const { arrival, departure } = stay;
      return { userId, path: `/v2/bookings/${id}`, body: { arrival, departure } };
    },
    'GET /v2/quotes': ofQuote(() => '/v2/quotes'),
    'GET /v2/quotes/:id': ofQuote(({ id }) => `/v2/quotes/${id}`),
    'POST /v2/quotes (that tests)': async () => {
      const { userId, property_id } = await booked();
      return { userId, path: '/v2/quotes', body: { property_id, ...stay, test: true } };
    },
    'GET /v2/properties': ofBooked(() => '/v2/properties'),
    'GET /v2/properties/:id': ofBooked(({ property_id }) => `/v2/properties/${property_id}`),
    'GET /v2/propertysearch': ofBooked(() => '/v2/propertysearch?guests_min=1'),
    'GET /v2/propertysearch (with dates)': ofBooked(
      () => '/v2/propertysearch?available_from=2030-09-01&available_to=2030-09-04',
    ),
    'GET /v2/guests': ofBooked(() => '/v2/guests'),
    'GET /v2/guests/:id': async () => {
      const account = await booked();
      return { userId: account.userId, path: `/v2/guests/${await aGuest(account)}` };
    },
    'GET /v2/tagdefinitions': ofBooked(() => '/v2/tagdefinitions'),
    'GET /v2/tagdefinitions/:id': ofAnnotated(({ tag }) => `/v2/tagdefinitions/${tag.tag_definition_id}`),
    'GET /v2/fielddefinitions': ofBooked(() => '/v2/fielddefinitions'),
    'GET /v2/fielddefinitions/:id': ofAnnotated(({ field }) => `/v2/fielddefinitions/${field.field_definition_id}`),
    'GET /v2/tags': ofBooked(({ id }) => `/v2/tags?entity_type=booking&entity_id=${id}`),
    'GET /v2/tags/:id': ofAnnotated(({ tag }) => `/v2/tags/${tag.id}`),
    'GET /v2/fields': ofAnnotated(({ id }) => `/v2/fields?entity_type=booking&entity_id=${id}`),
    'GET /v2/fields/:id': ofAnnotated(({ field }) => `/v2/fields/${field.id}`),
    'GET /v2/owners': ofBooked(() => '/v2/owners'),
    'GET /v2/owners/:id': async () => {
      const { userId, operator } = await booked();
      return { userId, path: `/v2/owners/${await operator.owner()}` };
    },
    'GET /v2/listing_sites': ofBooked(() => '/v2/listing_sites'),
    'GET /v2/listing_sites/:id': async () => {
      const { userId, operator } = await booked();
      return { userId, path: `/v2/listing_sites/${await operator.listingSite()}` };
    },
    'GET /v1/bookings': ofBooked(() => '/v1/bookings'),
    'GET /v1/bookings/:id': ofBooked(({ id }) => `/v1/bookings/${id}`),
    'GET /v1/properties': ofBooked(() => '/v1/properties'),
    'GET /v1/properties/:id': ofBooked(({ property_id }) => `/v1/properties/${property_id}`),
    'GET /v1/quotes': ofQuote(() => '/v1/quotes'),
    'GET /v1/quotes/:id': ofQuote(({ id }) => `/v1/quotes/${id}`),
    'POST /v1/quotes/test': async () => {
      const { userId, property_id } = await booked();
      return { userId, path: '/v1/quotes/test', body: { propertyId: property_id, ...stay } };
    },
    'POST /v1/quotes/:id/test': ofQuote(({ id }) => `/v1/quotes/${id}/test`, { adults: quotedStay.adults + 1 }),
  },
});
