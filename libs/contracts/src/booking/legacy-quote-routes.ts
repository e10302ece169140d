import { initContract } from '../platform/ts-rest';
import { previewRoute } from '../shared/dry-run';
import { changeHeaders, writeHeaders } from '../shared/headers';
import { idPath } from '../shared/inputs';
import { changeErrors, commonErrors, conflict, createErrors, listErrors, noContent } from '../shared/responses';
import { nightsRoute } from '../shared/takes-nights';
import {
  legacyQuote,
  legacyQuoteCreation,
  legacyQuoteListQuery,
  legacyQuotePage,
  legacyQuotePatch,
  legacyQuoteQuery,
} from './legacy-quote';

const responses = { 200: legacyQuote, ...createErrors, ...conflict };
const changeResponses = { 200: legacyQuote, ...changeErrors };

/**
 * The quote routes of version 1, in camelCase. Clients preview a quote with the legacy HTTP method TEST. The gateway
 * forwards such a request as a POST to the route whose path ends in /test.
 */
export const legacyQuoteRoutes = initContract().router({
  listLegacyQuotes: {
    method: 'GET',
    path: '/v1/quotes',
    query: legacyQuoteListQuery,
    summary: 'List quotes (version 1)',
    description: 'Lists quotes with their charges, ordered by id. Use `GET v2/quotes` in new programs.',
    responses: { 200: legacyQuotePage, ...listErrors },
  },
  getLegacyQuote: {
    method: 'GET',
    path: '/v1/quotes/:id',
    pathParams: idPath('quote'),
    summary: 'Read a quote (version 1)',
    description: 'Returns one quote with its charges. Use `GET v2/quotes/{id}` in new programs.',
    responses: { 200: legacyQuote, ...commonErrors },
  },
  createLegacyQuote: {
    method: 'POST',
    path: '/v1/quotes',
    headers: writeHeaders,
    query: legacyQuoteQuery,
    body: legacyQuoteCreation,
    metadata: nightsRoute,
    summary: 'Create a quote (version 1)',
    description:
      'Offers a stay at a price, by the same rules as `POST v2/quotes`, which new programs use. Options are in the query. ' +
      'A time in `arrival` or `departure` is a 400.',
    responses,
  },
  testLegacyQuote: {
    method: 'POST',
    path: '/v1/quotes/test',
    query: legacyQuoteQuery,
    body: legacyQuoteCreation,
    metadata: { ...previewRoute, ...nightsRoute },
    summary: 'Preview a quote (version 1)',
    description:
      'Evaluates and answers a new quote, but stores nothing. Programs of version 1 send it as `TEST v1/quotes`.',
    responses,
  },
  updateLegacyQuote: {
    method: 'PUT',
    path: '/v1/quotes/:id',
    pathParams: idPath('quote'),
    headers: changeHeaders,
    query: legacyQuoteQuery,
    body: legacyQuotePatch,
    metadata: nightsRoute,
    summary: 'Change a quote (version 1)',
    description:
      'Changes the fields that are sent, by the same rules as `PATCH v2/quotes/{id}`; other fields stay as they are. A ' +
      'time in `arrival` or `departure` is a 400.',
    responses: changeResponses,
  },
  deleteLegacyQuote: {
    method: 'DELETE',
    path: '/v1/quotes/:id',
    pathParams: idPath('quote'),
    headers: changeHeaders,
    summary: 'Delete a quote (version 1)',
    description: 'Deletes a quote and frees the nights that it held. An accepted quote cannot be deleted (409).',
    responses: { 204: noContent, ...changeErrors },
  },
  testLegacyQuoteUpdate: {
    method: 'POST',
    path: '/v1/quotes/:id/test',
    pathParams: idPath('quote'),
    headers: changeHeaders.pick({ 'if-match': true }),
    query: legacyQuoteQuery,
    body: legacyQuotePatch,
    metadata: { ...previewRoute, ...nightsRoute },
    summary: 'Preview the change of a quote (version 1)',
    description:
      'Evaluates and answers the change of a quote, but stores nothing. Programs of version 1 send it as ' +
      '`TEST v1/quotes/{id}`.',
    responses: changeResponses,
  },
});
