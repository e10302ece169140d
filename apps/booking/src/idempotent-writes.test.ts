import { bookingInternalContract } from '@keyhaven/contracts/booking/internal-contract';
import { bookingOperatorContract } from '@keyhaven/contracts/booking/operator-contract';
import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import { deadLettersContract } from '@keyhaven/contracts/shared/dead-letters-contract';
import { resyncContract } from '@keyhaven/contracts/shared/resync-contract';
import { commonWriteExamples } from '@keyhaven/testing/common-write-examples';
import { describeIdempotentWrites, type KeyedWrite } from '@keyhaven/testing/describe-idempotent-writes';
import { aQuote, quotedStay } from './testing/a-quote';
import { type BookingUnderTest, startBookingUnderTest, type TestAccount } from './testing/booking-under-test';
import commands from './testing/store-commands.json';

let booking: BookingUnderTest;
beforeAll(async () => {
  booking = await startBookingUnderTest();
});
afterAll(() => booking.stop());

type Part = Pick<KeyedWrite, 'path' | 'body' | 'otherBody' | 'later' | 'block'>;
const july = { arrival: '2030-07-01', departure: '2030-07-04' };

async function publicWrite(write: (account: TestAccount, property_id: number) => Promise<Part> | Part) {
  const account = await booking.anAccount();
  const property_id = await account.operator.property();
  return { userId: account.userId, caller: 'account' as const, ...(await write(account, property_id)) };
}

async function operatorWrite(write: (account: TestAccount, property_id: number) => Promise<Part> | Part) {
  const account = await booking.anAccount();
  const part = await write(account, await account.operator.property());
  const path = `/operator/accounts/${account.userId}${part.path}`;
  return { userId: account.userId, caller: 'operator' as const, ...part, path };
}

async function quoteWrite(write: (quoted: Awaited<ReturnType<typeof aQuote>>) => Part, body = {}): Promise<KeyedWrite> {
  const quoted = await aQuote(booking, body);
  return { userId: quoted.userId, caller: 'account', ...write(quoted) };
}

/** Books the nights; returns a function that cancels the booking. */
async function takeNights({ operator, api }: TestAccount, nights: { property_id: number; arrival: string }) {
  const departure = '2030-12-01';
  const { id } = await operator.booking({ departure, ...nights });
  return () => api.patch(`/v2/bookings/${id}`, { status: 'canceled' });
}

describeIdempotentWrites({
  service: () => booking,
  contracts: [
    bookingPublicContract,
    bookingOperatorContract,
    bookingInternalContract,
    resyncContract,
    deadLettersContract,
  ],
  commands,
  examples: {
    ...commonWriteExamples,
    'POST /v2/bookings': {
      prepare: () =>
        publicWrite((_account, property_id) => ({
          path: '/v2/bookings',
          body: { property_id, ...july },
          otherBody: { property_id, ...july, title: 'Other' },
        })),
      prepareRefused: () =>
        publicWrite((account, property_id) => ({
          path: '/v2/bookings',
          body: { property_id, ...july },
          block: () => takeNights(account, { property_id, ...july }),
        })),
    },
    'POST /v2/bookings (that accepts a quote)': {
      prepare: () =>
        quoteWrite(({ quote }) => ({
          path: '/v2/bookings',
          body: { quote_id: quote.id },
          otherBody: { quote_id: quote.id, title: 'Other' },
        })),
    },
    'POST /v2/bookings (that accepts a quote which holds its nights)': {
      prepare: () =>
        quoteWrite(
          ({ quote }) => ({
            path: '/v2/bookings',
            body: { quote_id: quote.id },
            otherBody: { quote_id: quote.id, title: 'Other' },
          }),
          { hold_dates: true },
        ),
    },
    'PATCH /v2/bookings/:id': {
      prepare: () =>
        publicWrite(async ({ operator }, property_id) => {
          const { id } = await operator.booking({ property_id, ...july });
          return { path: `/v2/bookings/${id}`, body: { title: 'First' }, otherBody: { title: 'Later' } };
        }),
    },
    'PATCH /v2/bookings/:id (that moves it)': {
      prepare: () =>
        publicWrite(async ({ operator }, property_id) => {
          const { id } = await operator.booking({ property_id, ...july });
          return {
            path: `/v2/bookings/${id}`,
            body: { arrival: '2030-08-01', departure: '2030-08-05' },
            otherBody: { property_id: await operator.property() },
          };
        }),
      prepareRefused: () =>
        publicWrite(async (account, property_id) => {
          const { id } = await account.operator.booking({ property_id, ...july });
          const body = { arrival: '2030-08-01', departure: '2030-08-05' };
          return { path: `/v2/bookings/${id}`, body, block: () => takeNights(account, { property_id, ...body }) };
        }),
    },
    'PATCH /v2/bookings/:id (that changes nothing)': {
      prepare: () =>
        publicWrite(async ({ operator }, property_id) => {
          const { id } = await operator.booking({ property_id, ...july, title: 'Same' });
          return { path: `/v2/bookings/${id}`, body: { title: 'Same' }, otherBody: { title: 'Later' } };
        }),
    },
    'POST /v2/guests': {
      prepare: () =>
        publicWrite(() => ({ path: '/v2/guests', body: { first_name: 'Ida' }, otherBody: { first_name: 'Eva' } })),
    },
    'PATCH /v2/guests/:id': {
      prepare: () =>
        publicWrite(async ({ api }) => {
          const { body } = await api.post('/v2/guests', { first_name: 'Ida' });
          return { path: `/v2/guests/${body.id}`, body: { first_name: 'First' }, otherBody: { first_name: 'Later' } };
        }),
    },
    'DELETE /v2/guests/:id': {
      prepare: () =>
        publicWrite(async ({ api }) => ({
          path: `/v2/guests/${(await api.post('/v2/guests', { first_name: 'Ida' })).body.id}`,
        })),
      prepareRefused: () =>
        publicWrite(async ({ api, operator }, property_id) => {
          const guest_id = (await api.post('/v2/guests', { first_name: 'Ida' })).body.id as number;
          const block = async () => {
            const { id } = await operator.booking({ property_id, ...july, guest_id });
            return () => api.patch(`/v2/bookings/${id}`, { guest_id: null });
          };
          return { path: `/v2/guests/${guest_id}`, block };
        }),
    },
    'POST /v2/quotes': {
      prepare: () =>
        publicWrite((_account, property_id) => ({
          path: '/v2/quotes',
          body: { property_id, ...quotedStay },
          otherBody: { property_id, ...quotedStay, adults: 1 },
        })),
      prepareRefused: () =>
        publicWrite((account, property_id) => ({
          path: '/v2/quotes',
          body: { property_id, ...quotedStay },
          block: () => takeNights(account, { property_id, ...july }),
        })),
    },
    'PATCH /v2/quotes/:id': {
      prepare: () =>
        quoteWrite(({ quote }) => ({
          path: `/v2/quotes/${quote.id}`,
          body: { notes: 'First' },
          otherBody: { notes: 'Later' },
        })),
    },
    'DELETE /v2/quotes/:id': { prepare: () => quoteWrite(({ quote }) => ({ path: `/v2/quotes/${quote.id}` })) },
    'POST /v1/quotes': {
      prepare: () =>
        publicWrite((_account, propertyId) => ({
          path: '/v1/quotes',
          body: { propertyId, ...quotedStay },
          otherBody: { propertyId, ...quotedStay, adults: 1 },
        })),
    },
    'PUT /v1/quotes/:id': {
      prepare: () =>
        quoteWrite(({ quote }) => ({
          path: `/v1/quotes/${quote.id}`,
          body: { notes: 'First' },
          otherBody: { notes: 'Later' },
        })),
    },
    'DELETE /v1/quotes/:id': { prepare: () => quoteWrite(({ quote }) => ({ path: `/v1/quotes/${quote.id}` })) },
    'POST /v1/quotes/test': { needsNoKey: 'it stores nothing' },
    'POST /v1/quotes/:id/test': { needsNoKey: 'it stores nothing' },
    'POST /payment_forms/:key': { needsNoKey: 'the form books its quote only once, however often it is sent' },
    'POST /operator/accounts/:user_id/properties': {
      prepare: () => operatorWrite(() => ({ path: '/properties', body: { name: 'A' }, otherBody: { name: 'B' } })),
    },
    'PATCH /operator/accounts/:user_id/properties/:id': {
      prepare: () =>
        operatorWrite((_account, property_id) => ({
          path: `/properties/${property_id}`,
          body: { name: 'First' },
          otherBody: { name: 'Later' },
        })),
    },
    'POST /operator/accounts/:user_id/listing_sites': {
      prepare: () =>
        operatorWrite(() => ({
          path: '/listing_sites',
          body: { name: 'Airbnb', domain: 'airbnb.example' },
          otherBody: { name: 'Other', domain: 'other.example' },
        })),
    },
    'PATCH /operator/accounts/:user_id/listing_sites/:id': {
      prepare: () =>
        operatorWrite(async ({ operator }) => ({
          path: `/listing_sites/${await operator.listingSite()}`,
          body: { name: 'First' },
          otherBody: { name: 'Later' },
        })),
    },
    'POST /operator/accounts/:user_id/links': {
      prepare: () =>
        operatorWrite(async ({ operator }, property_id) => {
          const others = [await operator.property(), await operator.property()];
          return {
            path: '/links',
            body: { property_ids: [property_id, others[0]] },
            otherBody: { property_ids: [property_id, others[1]] },
          };
        }),
    },
    'POST /operator/accounts/:user_id/links (of a link that is removed later)': {
      prepare: () =>
        operatorWrite(async ({ operator }, property_id) => ({
          path: '/links',
          body: { property_ids: [property_id, await operator.property()] },
          later: async () => operator.delete(`/links/${(await operator.get('/links')).body.items[0].id}`),
        })),
    },
    'DELETE /operator/accounts/:user_id/links/:id': {
      prepare: () =>
        operatorWrite(async ({ operator }, property_id) => {
          const other = await operator.property();
          return {
            path: `/links/${await operator.link(property_id, other)}`,
            later: () => operator.post('/links', { property_ids: [property_id, other] }),
          };
        }),
    },
    'POST /operator/accounts/:user_id/bookings': {
      prepare: () =>
        operatorWrite((_account, property_id) => ({
          path: '/bookings',
          body: { property_id, ...july },
          otherBody: { property_id, ...july, title: 'Other' },
        })),
    },
    'PATCH /operator/accounts/:user_id/bookings/:id': {
      prepare: () =>
        operatorWrite(async ({ operator }, property_id) => {
          const { id } = await operator.booking({ property_id, ...july });
          return { path: `/bookings/${id}`, body: { title: 'First' }, otherBody: { title: 'Later' } };
        }),
    },
    'POST /internal/bookings/:id/read': { needsNoKey: 'it reads' },
    'POST /internal/properties/find': { needsNoKey: 'it reads' },
    'POST /internal/guests/find': { needsNoKey: 'it reads' },
    'POST /internal/records/find': { needsNoKey: 'it reads' },
    'POST /internal/bookings/:id/balance': { needsNoKey: 'totals are absolute, and older ones change nothing' },
  },
});
