import { initContract } from '../platform/ts-rest';
import type { z } from 'zod';
import { activeQuery, idPath } from '../shared/inputs';
import { page, pagingQuery } from '../shared/paging';
import { commonErrors, listErrors } from '../shared/responses';
import { annotationRoutes } from './annotation-routes';
import { bookingRoutes } from './booking-routes';
import { contactRoutes } from './contact-routes';
import { definitionRoutes } from './definition-routes';
import { legacyQuoteRoutes } from './legacy-quote-routes';
import { legacyReadRoutes } from './legacy-read-routes';
import { propertyListQuery, onePropertyParts } from './list-queries';
import { listingSite } from './listing-site';
import { paymentFormRoutes } from './payment-form';
import { property } from './property';
import { propertySearchRoutes } from './property-search';
import { quoteRoutes } from './quote-routes';

const listingSiteListQuery = pagingQuery.extend({
  active: activeQuery
    .default(true)
    .describe('`true`, the default: only active sites; `false`: only inactive ones; `all`: both.'),
});
export type ListingSiteListQuery = z.output<typeof listingSiteListQuery>;

/** The routes of the booking service for integrations, through the gateway. */
export const bookingPublicContract = initContract().router({
  ...bookingRoutes,
  ...quoteRoutes,
  ...legacyQuoteRoutes,
  ...legacyReadRoutes,
  ...paymentFormRoutes,
  ...definitionRoutes,
  ...annotationRoutes,
  listProperties: {
    method: 'GET',
    path: '/v2/properties',
    query: propertyListQuery,
    summary: 'List properties',
    description:
      'Lists properties, ordered by id, inactive ones too unless `active` is sent. With `availability_start_date` and ' +
      '`availability_end_date` it lists those whose nights are all free. Stay rules are not checked: a property in the ' +
      'list may still refuse the stay. Use `v2/propertysearch` to find properties that can be quoted.\n\n' +
      'Photos are only in single reads. There is no route that writes photos or properties.',
    responses: { 200: page(property), ...listErrors },
  },
  getProperty: {
    method: 'GET',
    path: '/v2/properties/:id',
    pathParams: idPath('property'),
    query: onePropertyParts,
    summary: 'Read a property',
    description: 'Returns one property with its tags and photos. Custom fields are included only on request.',
    responses: { 200: property, ...commonErrors },
  },
  ...propertySearchRoutes,
  ...contactRoutes,
  listListingSites: {
    method: 'GET',
    path: '/v2/listing_sites',
    query: listingSiteListQuery,
    summary: 'List listing sites',
    description:
      'Lists the listing sites of the account, ordered by id, for `listing_site_id` of bookings and quotes. By default ' +
      'only active ones. The path `v2/listingsites` works too.',
    responses: { 200: page(listingSite), ...listErrors },
  },
  getListingSite: {
    method: 'GET',
    path: '/v2/listing_sites/:id',
    pathParams: idPath('listing site'),
    summary: 'Read a listing site',
    description: 'Returns one listing site, active or not.',
    responses: { 200: listingSite, ...commonErrors },
  },
});
