import { initContract } from '../platform/ts-rest';
import { z } from 'zod';
import { changeHeaders, writeHeaders } from '../shared/headers';
import { idInput } from '../shared/inputs';
import { page, pagingQuery } from '../shared/paging';
import { propertyFilter } from '../shared/property-filter';
import { changeErrors, commonErrors, noContent, writeErrors } from '../shared/responses';
import { holiday, holidayCreation, holidayPatch } from './holiday';
import { propertyPricing, propertyPricingPatch } from './property-pricing';
import { season, seasonCreation, seasonPatch } from './season';

const contract = initContract();
const accountPath = z.object({ user_id: idInput.describe('Id of the account.') });
const recordPath = accountPath.extend({ id: idInput.describe('Id of the record.') });
const propertyPath = accountPath.extend({ id: idInput.describe('Id of the property.') });

const scopedListQuery = pagingQuery.extend(propertyFilter);
export type ScopedListQuery = z.output<typeof scopedListQuery>;

/**
 * The routes of operators and importers, who may write more fields than integrations. The path
 * contains the account.
 */
export const pricingOperatorContract = contract.router({
  getPropertyPricing: {
    method: 'GET',
    path: '/operator/accounts/:user_id/properties/:id/pricing',
    pathParams: propertyPath,
    summary: 'Read the default rate, rules and sale settings of a property',
    description: 'Settings that were never written have their defaults.',
    responses: { 200: propertyPricing, ...commonErrors },
  },
  updatePropertyPricing: {
    method: 'PATCH',
    path: '/operator/accounts/:user_id/properties/:id/pricing',
    pathParams: propertyPath,
    headers: changeHeaders,
    body: propertyPricingPatch,
    summary: 'Change the default rate, rules and sale settings of a property',
    description:
      'Only the sent fields change, also within `rules`. `default_rate` is replaced as a whole. The rates of past nights do not change.',
    responses: { 200: propertyPricing, ...changeErrors },
  },
  listSeasons: {
    method: 'GET',
    path: '/operator/accounts/:user_id/seasons',
    pathParams: accountPath,
    query: scopedListQuery,
    summary: 'List seasons',
    description:
      'Ordered by id. `property_id` selects those that apply to one of these properties, including seasons for all properties.',
    responses: { 200: page(season), ...commonErrors },
  },
  getSeason: {
    method: 'GET',
    path: '/operator/accounts/:user_id/seasons/:id',
    pathParams: recordPath,
    summary: 'Read a season',
    description: 'A deleted season is a 404.',
    responses: { 200: season, ...commonErrors },
  },
  createSeason: {
    method: 'POST',
    path: '/operator/accounts/:user_id/seasons',
    pathParams: accountPath,
    headers: writeHeaders,
    body: seasonCreation,
    summary: 'Create a season',
    description: 'An account has at most 5,000 seasons. The rates of past nights do not change.',
    responses: { 200: season, ...writeErrors },
  },
  updateSeason: {
    method: 'PATCH',
    path: '/operator/accounts/:user_id/seasons/:id',
    pathParams: recordPath,
    headers: changeHeaders,
    body: seasonPatch,
    summary: 'Change a season',
    description:
      'Only the sent fields change, also within `rules`. `rate` is replaced as a whole. The rates of past nights do not change.',
    responses: { 200: season, ...changeErrors },
  },
  deleteSeason: {
    method: 'DELETE',
    path: '/operator/accounts/:user_id/seasons/:id',
    pathParams: recordPath,
    headers: changeHeaders,
    summary: 'Delete a season',
    description: 'The rates of past nights do not change.',
    responses: { 204: noContent, ...changeErrors },
  },
  listHolidays: {
    method: 'GET',
    path: '/operator/accounts/:user_id/holidays',
    pathParams: accountPath,
    query: scopedListQuery,
    summary: 'List holidays',
    description:
      'Ordered by id. `property_id` selects those that apply to one of these properties, including holidays for all properties.',
    responses: { 200: page(holiday), ...commonErrors },
  },
  getHoliday: {
    method: 'GET',
    path: '/operator/accounts/:user_id/holidays/:id',
    pathParams: recordPath,
    summary: 'Read a holiday',
    description: 'A deleted holiday is a 404.',
    responses: { 200: holiday, ...commonErrors },
  },
  createHoliday: {
    method: 'POST',
    path: '/operator/accounts/:user_id/holidays',
    pathParams: accountPath,
    headers: writeHeaders,
    body: holidayCreation,
    summary: 'Create a holiday',
    description: 'An account has at most 2,000 holidays. `to` may be left out for a holiday of one day.',
    responses: { 200: holiday, ...writeErrors },
  },
  updateHoliday: {
    method: 'PATCH',
    path: '/operator/accounts/:user_id/holidays/:id',
    pathParams: recordPath,
    headers: changeHeaders,
    body: holidayPatch,
    summary: 'Change a holiday',
    description: 'Only the sent fields change.',
    responses: { 200: holiday, ...changeErrors },
  },
  deleteHoliday: {
    method: 'DELETE',
    path: '/operator/accounts/:user_id/holidays/:id',
    pathParams: recordPath,
    headers: changeHeaders,
    summary: 'Delete a holiday',
    description: 'The calendar no longer shows its name.',
    responses: { 204: noContent, ...changeErrors },
  },
});
