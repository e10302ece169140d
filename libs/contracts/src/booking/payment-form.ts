import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { openRoute } from '../shared/open-route';
import { noContent } from '../shared/responses';

/** A page for a guest, or a redirect. */
const page = z.string();
const path = z.object({ key: z.string().max(100) });

/** The path prefix of payment forms: on these paths even errors are answered with pages. */
export const PAYMENT_FORMS_PATH = '/payment_forms/';

/** Errors are answered with pages, because guests open the form in a browser. */
const refusals = { 400: page, 404: page, 409: page, 413: page, 415: page, 429: page, 500: page, 503: page, 504: page };

/** The page on which a guest reads and accepts a quote. Its address is the secret. */
export const paymentFormRoutes = initContract().router({
  showPaymentForm: {
    method: 'GET',
    path: '/payment_forms/:key',
    pathParams: path,
    metadata: openRoute,
    summary: 'The payment form of a quote, as a page',
    responses: { 200: page, ...refusals },
  },
  submitPaymentForm: {
    method: 'POST',
    path: '/payment_forms/:key',
    pathParams: path,
    metadata: openRoute,
    contentType: 'application/x-www-form-urlencoded',
    /** Errors in what a browser sends are shown on the page itself. */
    body: z.record(z.string(), z.unknown()),
    summary: 'Accept the quote: the stay is booked once, and the browser goes on to the redirect',
    responses: { 200: page, 303: noContent, ...refusals },
  },
});
