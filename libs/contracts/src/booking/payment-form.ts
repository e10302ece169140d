import { initContract } from '../platform/ts-rest';
import { z } from 'zod';
import { openRoute } from '../shared/open-route';
import { noContent } from '../shared/responses';

const page = z.string();
const path = z.object({
  key: z.string().max(100).describe('The secret key at the end of `payment_form` of the quote.'),
});

/** The path prefix of payment forms. Errors of requests below this path are returned as HTML pages. */
export const PAYMENT_FORMS_PATH = '/payment_forms/';

/** Errors are HTML pages, because guests open the form in a browser. */
const refusals = { 400: page, 404: page, 409: page, 413: page, 415: page, 429: page, 500: page, 503: page, 504: page };

/**
 * The page on which a guest reads and accepts a quote. It needs no credentials: anyone who knows
 * the URL may use it.
 */
export const paymentFormRoutes = initContract().router({
  showPaymentForm: {
    method: 'GET',
    path: '/payment_forms/:key',
    pathParams: path,
    metadata: openRoute,
    summary: 'Show the payment form of a quote',
    description:
      'The page on which a guest reads and accepts a quote. Its address is `payment_form` of the quote; everybody who ' +
      'knows it can accept the quote, without credentials. If the quote is expired, accepted, preempted or deleted, the ' +
      'page says so. Errors are pages too.',
    responses: { 200: page, ...refusals },
  },
  submitPaymentForm: {
    method: 'POST',
    path: '/payment_forms/:key',
    pathParams: path,
    metadata: openRoute,
    contentType: 'application/x-www-form-urlencoded',
    /**
     * The contract does not validate the fields, because the page itself shows errors in the form.
     */
    body: z.record(z.string(), z.unknown()).describe('The fields of the form.'),
    summary: 'Accept a quote on its payment form',
    description:
      'Accepts the quote for its guest, as the form of the page does. No card data is asked for. A quote without a guest ' +
      'needs a name, an e-mail address and a telephone number, with which a guest is created.\n\n' +
      "The booking is `pending` for the property's time for payment, or `active` if nothing is due. Then the browser is " +
      'redirected (303) to `redirect_after_booking_url` of the quote, or else of the property, if there is one. Sending ' +
      'the form again books nothing more. If the quote has changed since the page was opened, nothing is booked and the ' +
      'page shows it again.',
    responses: { 200: page, 303: noContent, ...refusals },
  },
});
