import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { writeHeaders } from '../shared/headers';
import { idInput } from '../shared/inputs';
import { commonErrors, noContent, writeErrors } from '../shared/responses';
import {
  legacyQuote,
  legacyQuoteCreation,
  legacyQuoteListQuery,
  legacyQuotePage,
  legacyQuotePatch,
  legacyQuoteQuery,
} from './legacy-quote';

const idPath = z.object({ id: idInput });
const responses = { 200: legacyQuote, ...writeErrors };

/** Quotes of version 1, in camelCase. The gateway turns the method TEST into the routes that end in /test. */
export const legacyQuoteRoutes = initContract().router({
  listLegacyQuotes: {
    method: 'GET',
    path: '/v1/quotes',
    query: legacyQuoteListQuery,
    summary: 'Quotes, ordered by id (version 1)',
    responses: { 200: legacyQuotePage, ...commonErrors },
  },
  getLegacyQuote: {
    method: 'GET',
    path: '/v1/quotes/:id',
    pathParams: idPath,
    summary: 'One quote (version 1)',
    responses: { 200: legacyQuote, ...commonErrors },
  },
  createLegacyQuote: {
    method: 'POST',
    path: '/v1/quotes',
    headers: writeHeaders,
    query: legacyQuoteQuery,
    body: legacyQuoteCreation,
    summary: 'Quote a stay (version 1)',
    responses,
  },
  testLegacyQuote: {
    method: 'POST',
    path: '/v1/quotes/test',
    query: legacyQuoteQuery,
    body: legacyQuoteCreation,
    summary: 'Preview a quote (version 1); nothing is stored',
    responses,
  },
  updateLegacyQuote: {
    method: 'PUT',
    path: '/v1/quotes/:id',
    pathParams: idPath,
    headers: writeHeaders,
    query: legacyQuoteQuery,
    body: legacyQuotePatch,
    summary: 'Change a quote (version 1); fields that are not sent stay as they are',
    responses,
  },
  deleteLegacyQuote: {
    method: 'DELETE',
    path: '/v1/quotes/:id',
    pathParams: idPath,
    headers: writeHeaders,
    summary: 'Delete a quote (version 1); nights that it held are free again',
    responses: { 204: noContent, ...writeErrors },
  },
  testLegacyQuoteUpdate: {
    method: 'POST',
    path: '/v1/quotes/:id/test',
    pathParams: idPath,
    query: legacyQuoteQuery,
    body: legacyQuotePatch,
    summary: 'Preview the change of a quote (version 1); nothing is stored',
    responses,
  },
});
