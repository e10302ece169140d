import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { writeHeaders } from '../shared/headers';
import { idInput } from '../shared/inputs';
import { page } from '../shared/paging';
import { commonErrors, noContent, writeErrors } from '../shared/responses';
import { quote } from './quote';
import { quoteCreation, quoteListQuery, quoteParts, quotePatch } from './quote-input';

const idPath = z.object({ id: idInput });

/** Quotes as integrations read and write them. */
export const quoteRoutes = initContract().router({
  listQuotes: {
    method: 'GET',
    path: '/v2/quotes',
    query: quoteListQuery,
    summary: 'Quotes, ordered by id',
    responses: { 200: page(quote), ...commonErrors },
  },
  getQuote: {
    method: 'GET',
    path: '/v2/quotes/:id',
    pathParams: idPath,
    query: quoteParts,
    summary: 'One quote, always with its charges',
    responses: { 200: quote, ...commonErrors },
  },
  createQuote: {
    method: 'POST',
    path: '/v2/quotes',
    headers: writeHeaders,
    query: quoteParts,
    body: quoteCreation,
    summary: 'Quote a stay; with test: true nothing is stored',
    responses: { 200: quote, ...writeErrors },
  },
  updateQuote: {
    method: 'PATCH',
    path: '/v2/quotes/:id',
    pathParams: idPath,
    headers: writeHeaders,
    query: quoteParts,
    body: quotePatch,
    summary: 'Change a quote; fields that are not sent stay as they are',
    responses: { 200: quote, ...writeErrors },
  },
  deleteQuote: {
    method: 'DELETE',
    path: '/v2/quotes/:id',
    pathParams: idPath,
    headers: writeHeaders,
    summary: 'Delete a quote; the nights that it held are free again',
    responses: { 204: noContent, ...writeErrors },
  },
});
