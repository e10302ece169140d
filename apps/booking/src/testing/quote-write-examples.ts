import type { KeyedWrite, WriteExample } from '@keyhaven/testing/describe-idempotent-writes';
import { aQuote, quotedStay } from './a-quote';
import type { BookingUnderTest } from './booking-under-test';
import { july, preparePublicWrite, takeNights, type WritePart } from './prepare-write';

/** Examples of the write routes of quotes and of the payment form. */
export function quoteWriteExamples(service: () => BookingUnderTest): Record<string, WriteExample> {
  const publicWrite = preparePublicWrite(service);
  const quoteWrite = prepareQuoteWrite(service);
  return {
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
    'POST /v1/quotes/test': {
      needsNoKey: 'it stores nothing',
      prepareDry: () =>
        publicWrite((_account, propertyId) => ({ path: '/v1/quotes/test', body: { propertyId, ...quotedStay } })),
    },
    'POST /v1/quotes/:id/test': {
      needsNoKey: 'it stores nothing',
      prepareDry: () => quoteWrite(({ quote }) => ({ path: `/v1/quotes/${quote.id}/test`, body: { notes: 'First' } })),
    },
    'POST /payment_forms/:key': {
      needsNoKey: 'sending the form again books nothing twice',
      isNeverDry: 'it is a page for guests, which refuses dry runs',
    },
  };
}

/** Prepares requests for a new account with a quote. */
export function prepareQuoteWrite(service: () => BookingUnderTest) {
  return async (
    write: (quoted: Awaited<ReturnType<typeof aQuote>>) => WritePart,
    body: Record<string, unknown> = {},
  ): Promise<KeyedWrite> => {
    const quoted = await aQuote(service(), body);
    return { userId: quoted.userId, caller: 'account', ...write(quoted) };
  };
}
