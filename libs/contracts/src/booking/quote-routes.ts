import { initContract } from '../platform/ts-rest';
import { testableRoute } from '../shared/dry-run';
import { changeHeaders, writeHeaders } from '../shared/headers';
import { idPath } from '../shared/inputs';
import { page } from '../shared/paging';
import { changeErrors, commonErrors, conflict, createErrors, listErrors, noContent } from '../shared/responses';
import { nightsRoute } from '../shared/takes-nights';
import { quote } from './quote';
import { quoteCreation, quoteListQuery, oneQuoteParts, quotePatch } from './quote-input';

/** The quote routes for integrations. */
export const quoteRoutes = initContract().router({
  listQuotes: {
    method: 'GET',
    path: '/v2/quotes',
    query: quoteListQuery,
    summary: 'List quotes',
    description:
      'Lists quotes of all statuses, ordered by id. Charges, guests, tags and custom fields are included only on request. ' +
      'To poll for changes, send as `since_utc` the time at which your last pass began (the `Date` header of its first ' +
      'answer) minus one minute.',
    responses: { 200: page(quote), ...listErrors },
  },
  getQuote: {
    method: 'GET',
    path: '/v2/quotes/:id',
    pathParams: idPath('quote'),
    query: oneQuoteParts,
    summary: 'Read a quote',
    description:
      'Returns one quote, always with its charges. `include_explanation` adds how each charge was computed, and why other ' +
      'definitions added none.',
    responses: { 200: quote, ...commonErrors },
  },
  createQuote: {
    method: 'POST',
    path: '/v2/quotes',
    headers: writeHeaders,
    query: oneQuoteParts,
    body: quoteCreation,
    metadata: { ...testableRoute, ...nightsRoute },
    summary: 'Create a quote',
    description:
      'Offers a stay at a price that stays the same until the quote expires. The booking that it becomes has these ' +
      'charges, even if rates and rules have changed since.\n\n' +
      'The stay must be one that can be sold now. Taken nights are a 409 that names them. A broken rule (minimum and ' +
      'maximum nights, gaps, notice, booking window, disallowed days, limits of guests), nights without a price, an ' +
      'inactive or snoozed property, or an unknown or inapplicable discount code is a 400 that names it. With ' +
      '`ignore_rules` broken rules are listed in `broken_rules` instead; the other refusals remain.\n\n' +
      '`hold_dates` takes the nights until the quote expires, for at most 30 days unless the operator has set another ' +
      'limit.\n\n' +
      '`test: true` evaluates everything, but stores nothing, uses no id and holds no nights. `Idempotency-Key` is then ' +
      'ignored.\n\n' +
      'Charges need the pricing and fees services; while they cannot be called, the answer is a 503.',
    responses: { 200: quote, ...createErrors, ...conflict },
  },
  updateQuote: {
    method: 'PATCH',
    path: '/v2/quotes/:id',
    pathParams: idPath('quote'),
    headers: changeHeaders,
    query: oneQuoteParts,
    body: quotePatch,
    metadata: { ...testableRoute, ...nightsRoute },
    summary: 'Change a quote',
    description:
      'Changes the fields that are sent. Charges stay as they are, even with new dates, unless `generate_charges` is true. ' +
      'If property, dates or numbers of people change, the stay is checked as for a new quote.\n\n' +
      'A later `expires_utc` revives an expired quote, and takes its nights again if it held them. A preempted quote is ' +
      'reopened when its nights are free: by its dates, also unchanged ones, before its `expires_utc`, or by another ' +
      '`expires_utc` that is in the future. Taken nights are a 409.\n\n' +
      'An accepted quote cannot be changed (409, which names the booking). With `test: true` the change is evaluated and ' +
      'answered, but not stored.',
    responses: { 200: quote, ...changeErrors },
  },
  deleteQuote: {
    method: 'DELETE',
    path: '/v2/quotes/:id',
    pathParams: idPath('quote'),
    headers: changeHeaders,
    summary: 'Delete a quote',
    description:
      'Deletes a quote and frees the nights that it held. An accepted quote cannot be deleted (409): cancel its booking. ' +
      'Lists show deleted quotes for 90 days with `include_deleted`.',
    responses: { 204: noContent, ...changeErrors },
  },
});
