import type { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { versioned } from '@keyhaven/service/http/versioned';
import { publicScope } from '@keyhaven/service/scope-of';
import type { BookingStore } from '../store/booking-store';
import { createBooking } from '../bookings/create-booking';
import { getBooking, listBookings } from '../bookings/read-bookings';
import { updateBooking } from '../bookings/update-booking';
import { deleteGuest } from '../guests/delete-guest';
import { getGuest, listGuests } from '../guests/read-guests';
import { createGuest, updateGuest } from '../guests/write-guests';
import { getListingSite, listListingSites } from '../listing-sites/listing-sites';
import { showPaymentForm } from '../payment-forms/show-payment-form';
import { submitPaymentForm } from '../payment-forms/submit-payment-form';
import {
  createLegacyQuote,
  deleteLegacyQuote,
  getLegacyQuote,
  listLegacyQuotes,
  updateLegacyQuote,
} from '../quotes/legacy-quotes';
import { createQuote } from '../quotes/create-quote';
import { deleteQuote } from '../quotes/delete-quote';
import { getQuote, listQuotes } from '../quotes/read-quotes';
import { updateQuote } from '../quotes/update-quote';
import { getProperty, listProperties } from '../properties/read-properties';

/** The functions that answer integrations. */
export function publicRoutes(store: BookingStore): RouteHandlers<typeof bookingPublicContract> {
  return {
    listBookings: ({ query, context }) => listBookings(store, publicScope(context), query, context.url),
    getBooking: ({ params, query, context }) =>
      versioned(context, getBooking(store, publicScope(context), params.id, query)),
    createBooking: ({ body, query, context }) =>
      versioned(context, createBooking(store, publicScope(context), body, query)),
    updateBooking: ({ params, body, query, context }) =>
      versioned(context, updateBooking(store, publicScope(context), params.id, body, query)),
    listQuotes: ({ query, context }) => listQuotes(store, publicScope(context), query, context.url),
    getQuote: ({ params, query, context }) =>
      versioned(context, getQuote(store, publicScope(context), params.id, query)),
    createQuote: ({ body, query, context }) =>
      versioned(context, createQuote(store, publicScope(context), body, query)),
    updateQuote: ({ params, body, query, context }) =>
      versioned(context, updateQuote(store, publicScope(context), params.id, body, query)),
    deleteQuote: ({ params, context }) => deleteQuote(store, publicScope(context), params.id),
    listLegacyQuotes: ({ query, context }) => listLegacyQuotes(store, publicScope(context), query, context.url),
    getLegacyQuote: ({ params, context }) => versioned(context, getLegacyQuote(store, publicScope(context), params.id)),
    deleteLegacyQuote: ({ params, context }) => deleteLegacyQuote(store, publicScope(context), params.id),
    createLegacyQuote: ({ body, query, context }) =>
      versioned(context, createLegacyQuote(store, publicScope(context), body, query, false)),
    testLegacyQuote: ({ body, query, context }) =>
      versioned(context, createLegacyQuote(store, publicScope(context), body, query, true)),
    updateLegacyQuote: ({ params, body, query, context }) =>
      versioned(context, updateLegacyQuote(store, publicScope(context), params.id, body, query, false)),
    testLegacyQuoteUpdate: ({ params, body, query, context }) =>
      versioned(context, updateLegacyQuote(store, publicScope(context), params.id, body, query, true)),
    showPaymentForm: ({ params }) => showPaymentForm(store, params.key),
    submitPaymentForm: ({ params, body, context }) => submitPaymentForm(store, params.key, body, context.deadline),
    listProperties: ({ query, context }) => listProperties(store, publicScope(context), query, context.url),
    getProperty: ({ params, query, context }) =>
      versioned(context, getProperty(store, publicScope(context), params.id, query)),
    listGuests: ({ query, context }) => listGuests(store, publicScope(context), query, context.url),
    getGuest: ({ params, context }) => versioned(context, getGuest(store, publicScope(context), params.id)),
    createGuest: ({ body, context }) => versioned(context, createGuest(store, publicScope(context), body)),
    updateGuest: ({ params, body, context }) =>
      versioned(context, updateGuest(store, publicScope(context), params.id, body)),
    deleteGuest: ({ params, context }) => deleteGuest(store, publicScope(context), params.id),
    listListingSites: ({ query, context }) => listListingSites(store, publicScope(context), query, context.url),
    getListingSite: ({ params, context }) => versioned(context, getListingSite(store, publicScope(context), params.id)),
  };
}
