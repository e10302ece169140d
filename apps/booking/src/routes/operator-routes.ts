import type { bookingOperatorContract } from '@keyhaven/contracts/booking/operator-contract';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { versioned } from '@keyhaven/service/http/versioned';
import { operatorScope } from '@keyhaven/service/scope-of';
import type { BookingStore } from '../store/booking-store';
import { createOperatorBooking } from '../bookings/create-operator-booking';
import { allParts } from '../bookings/read-bookings';
import { updateOperatorBooking } from '../bookings/update-operator-booking';
import { deleteContact } from '../contacts/delete-contact';
import { createContact, updateContact } from '../contacts/write-contacts';
import { createLink } from '../links/create-link';
import { listLinks } from '../links/list-links';
import { removeLink } from '../links/remove-link';
import { createListingSite, updateListingSite } from '../listing-sites/listing-sites';
import { owners } from '../owners/owner-kind';
import { getOperatorProperty } from '../properties/operator-property';
import { createProperty, updateProperty } from '../properties/write-properties';

export function operatorRoutes(store: BookingStore): RouteHandlers<typeof bookingOperatorContract> {
  return {
    createProperty: ({ params, body, context }) =>
      versioned(context, createProperty(store, operatorScope(context, params.user_id), body)),
    updateProperty: ({ params, body, context }) =>
      versioned(context, updateProperty(store, operatorScope(context, params.user_id), params.id, body)),
    getProperty: ({ params, context }) =>
      versioned(context, getOperatorProperty(store, operatorScope(context, params.user_id), params.id)),
    createOwner: ({ params, body, context }) =>
      versioned(context, createContact(owners, store, operatorScope(context, params.user_id), body, allParts)),
    updateOwner: ({ params, body, context }) =>
      versioned(
        context,
        updateContact(owners, store, operatorScope(context, params.user_id), params.id, body, allParts),
      ),
    deleteOwner: ({ params, context }) =>
      deleteContact(owners, store, operatorScope(context, params.user_id), params.id),
    createListingSite: ({ params, body, context }) =>
      versioned(context, createListingSite(store, operatorScope(context, params.user_id), body)),
    updateListingSite: ({ params, body, context }) =>
      versioned(context, updateListingSite(store, operatorScope(context, params.user_id), params.id, body)),
    createLink: ({ params, body, context }) =>
      versioned(context, createLink(store, operatorScope(context, params.user_id), body)),
    listLinks: ({ params, query, context }) =>
      listLinks(store, operatorScope(context, params.user_id), query, context.url),
    removeLink: ({ params, context }) => removeLink(store, operatorScope(context, params.user_id), params.id),
    createBooking: ({ params, body, context }) =>
      versioned(context, createOperatorBooking(store, operatorScope(context, params.user_id), body)),
    updateBooking: ({ params, body, context }) =>
      versioned(context, updateOperatorBooking(store, operatorScope(context, params.user_id), params.id, body)),
  };
}
