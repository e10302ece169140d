import type { WriteExample } from '@keyhaven/testing/describe-idempotent-writes';
import type { BookingUnderTest } from './booking-under-test';
import { july, preparePublicWrite, takeNights } from './prepare-write';
import { prepareQuoteWrite } from './quote-write-examples';

/** Examples of the write routes of bookings. */
export function bookingWriteExamples(service: () => BookingUnderTest): Record<string, WriteExample> {
  const publicWrite = preparePublicWrite(service);
  const quoteWrite = prepareQuoteWrite(service);
  return {
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
    'POST /v2/bookings (that accepts a quote with a hold)': {
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
    'PATCH /v2/bookings/:id (that moves it to other nights)': {
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
    'POST /v2/bookings (with tags and custom fields)': {
      prepare: () =>
        publicWrite(async ({ api }, property_id) => {
          const annotations = { tags: ['VIP', 'Late'], fields: [{ code: 'gate', value: '12' }] };
          await api.post('/v2/guests', { first_name: 'Ida', ...annotations });
          return { path: '/v2/bookings', body: { property_id, ...july, ...annotations } };
        }),
    },
  };
}
