import { initContract } from '../platform/ts-rest';
import { errorBody } from '../shared/errors';
import { changeHeaders } from '../shared/headers';
import { idPath } from '../shared/inputs';
import { page } from '../shared/paging';
import { changeErrors, commonErrors, conflict, createErrors, listErrors } from '../shared/responses';
import { nightsRoute } from '../shared/takes-nights';
import { booking } from './booking';
import { bookingPatch, bookingRequest } from './booking-input';
import { bookingListQuery, oneBookingParts } from './list-queries';

const bookingHeaders = changeHeaders.extend({
  'if-match': changeHeaders.shape['if-match'].describe(
    'With `quote_id`: the `ETag` of the quote as you read it. If the quote has changed since, the answer is a 412. ' +
      'Without `quote_id` it has no effect.',
  ),
});

/** The booking routes for integrations. */
export const bookingRoutes = initContract().router({
  listBookings: {
    method: 'GET',
    path: '/v2/bookings',
    query: bookingListQuery,
    summary: 'List bookings',
    description:
      'Lists bookings of all types and statuses, ordered by id: stays of guests and owners, blocks, held nights, and nights ' +
      'that are taken at linked properties.\n\n' +
      'Bookings are never deleted. Those that have ended early, such as released holds and removed blocks, stay in the ' +
      'list as `canceled`. A hold reads as `canceled` from the second on in which it expires.\n\n' +
      'To poll for changes, send as `since_utc` the time at which your last pass began (the `Date` header of its first ' +
      'answer) minus one minute.',
    responses: { 200: page(booking), ...listErrors },
  },
  getBooking: {
    method: 'GET',
    path: '/v2/bookings/:id',
    pathParams: idPath('booking'),
    query: oneBookingParts,
    summary: 'Read a booking',
    description:
      'Returns one booking with its charges, guest, tags and agreements. Custom fields and door codes are included only on ' +
      'request. A booking without a currency shows that of its property, or else of the account.',
    responses: { 200: booking, ...commonErrors },
  },
  createBooking: {
    method: 'POST',
    path: '/v2/bookings',
    headers: bookingHeaders,
    query: oneBookingParts,
    body: bookingRequest,
    metadata: nightsRoute,
    summary: 'Create a booking',
    description:
      'Books a stay, blocks nights (`is_block`), or accepts a quote (`quote_id`). `property_id`, `arrival` and ' +
      '`departure` are required, unless `quote_id` is sent.\n\n' +
      'Taken nights are a 409 that names them. Past dates are accepted. An inactive or snoozed property takes blocks only.\n\n' +
      'Without `generate_charges` the booking has no charges, and no rules of the property are checked. With it, the ' +
      'booking gets the default charges, and limits of guests, minimum nights and maximum nights are checked: a broken ' +
      'rule is a 400 that names it, unless `ignore_rules` is sent. Nights without a price are a 400. While pricing or ' +
      'fees cannot be called, the answer is a 503 and nothing is booked.\n\n' +
      'The booking gets the currency and the accounting settings of its property, and on accounts that manage properties ' +
      'for owners also its owner and commission.\n\n' +
      'With `quote_id`, the booking has the stay, the guest and the charges of the quote, and is `active` unless ' +
      '`status: pending` is sent. A field that contradicts the quote is a 400; `guest_id` may be sent if the quote has no ' +
      'guest. A quote that is not open is a 409, which names the booking if the quote was accepted. `tags` and `fields` ' +
      'that are sent replace those of the quote.',
    responses: { 200: booking, ...createErrors, ...conflict, 412: errorBody },
  },
  updateBooking: {
    method: 'PATCH',
    path: '/v2/bookings/:id',
    pathParams: idPath('booking'),
    headers: changeHeaders,
    query: oneBookingParts,
    body: bookingPatch,
    metadata: nightsRoute,
    summary: 'Change a booking',
    description:
      'Changes the fields that are sent. Cancel a booking with `status: canceled`; this changes no charge, payment or ' +
      'refund.\n\n' +
      'New dates or another property are taken in one write; a taken night is a 409, and the booking keeps its nights. ' +
      'Charges change only with `generate_charges`, which replaces all of them.\n\n' +
      'If a channel manages the booking, its property, dates, guest, numbers of guests, status, listing site and charges ' +
      'cannot change (400); their present values may be sent.\n\n' +
      'Records of type `quote_hold` and `linked_availability` cannot be changed (400): change the quote or the booking ' +
      'that they are made from. A booking whose payments are not all refunded cannot become a block.',
    responses: { 200: booking, ...changeErrors },
  },
});
