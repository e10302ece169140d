import { legacyBooking, legacyProperty } from '@keyhaven/contracts/booking/legacy-read-routes';
import type { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import { queryInVersion2 } from '@keyhaven/contracts/shared/version-1';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { versioned } from '@keyhaven/service/http/versioned';
import { publicScope } from '@keyhaven/service/scope-of';
import type { BookingStore } from '../store/booking-store';
import { createBooking } from '../bookings/create-booking';
import { getBooking, listBookings } from '../bookings/read-bookings';
import { updateBooking } from '../bookings/update-booking';
import { annotationHandlers } from './annotation-handlers';
import { definitionHandlers } from './definition-handlers';
import { deleteContact } from '../contacts/delete-contact';
import { getContact, listContacts } from '../contacts/read-contacts';
import { removeDetail } from '../contacts/remove-detail';
import { createContact, updateContact } from '../contacts/write-contacts';
import { guests } from '../guests/guest-kind';
import { getListingSite, listListingSites } from '../listing-sites/listing-sites';
import { owners } from '../owners/owner-kind';
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
import { searchProperties } from '../property-search/search-properties';
import { getInVersion1, listInVersion1 } from '../version-1/read-in-version-1';

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
    listLegacyBookings: ({ query, context }) =>
      listInVersion1(legacyBooking, listBookings(store, publicScope(context), queryInVersion2(query), context.url)),
    getLegacyBooking: ({ params, query, context }) =>
      versioned(
        context,
        getInVersion1(legacyBooking, getBooking(store, publicScope(context), params.id, queryInVersion2(query))),
      ),
    listLegacyProperties: ({ query, context }) =>
      listInVersion1(legacyProperty, listProperties(store, publicScope(context), queryInVersion2(query), context.url)),
    getLegacyProperty: ({ params, query, context }) =>
      versioned(
        context,
        getInVersion1(legacyProperty, getProperty(store, publicScope(context), params.id, queryInVersion2(query))),
      ),
    showPaymentForm: ({ params }) => showPaymentForm(store, params.key),
    submitPaymentForm: ({ params, body, context }) => submitPaymentForm(store, params.key, body, context.deadline),
    listProperties: ({ query, context }) => listProperties(store, publicScope(context), query, context.url),
    getProperty: ({ params, query, context }) =>
      versioned(context, getProperty(store, publicScope(context), params.id, query)),
    searchProperties: ({ query, context }) => searchProperties(store, publicScope(context), query, context.url),
    listGuests: ({ query, context }) => listContacts(guests, store, publicScope(context), query, context.url),
    getGuest: ({ params, query, context }) =>
      versioned(context, getContact(guests, store, publicScope(context), params.id, query)),
    createGuest: ({ body, query, context }) =>
      versioned(context, createContact(guests, store, publicScope(context), body, query)),
    updateGuest: ({ params, body, query, context }) =>
      versioned(context, updateContact(guests, store, publicScope(context), params.id, body, query)),
    deleteGuest: ({ params, context }) => deleteContact(guests, store, publicScope(context), params.id),
    deleteGuestAddress: ({ params, context }) => removeDetail(guests, store, publicScope(context), 'addresses', params),
    deleteGuestEmailAddress: ({ params, context }) =>
      removeDetail(guests, store, publicScope(context), 'email_addresses', params),
    deleteGuestPhone: ({ params, context }) => removeDetail(guests, store, publicScope(context), 'phones', params),
    listOwners: ({ query, context }) => listContacts(owners, store, publicScope(context), query, context.url),
    getOwner: ({ params, query, context }) =>
      versioned(context, getContact(owners, store, publicScope(context), params.id, query)),
    ...definitionHandlers(store),
    ...annotationHandlers(store),
    listListingSites: ({ query, context }) => listListingSites(store, publicScope(context), query, context.url),
    getListingSite: ({ params, context }) => versioned(context, getListingSite(store, publicScope(context), params.id)),
  };
}
