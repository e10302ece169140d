import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { writeHeaders } from '../shared/headers';
import { idInput } from '../shared/inputs';
import { page, pagingQuery } from '../shared/paging';
import { propertyFilter } from '../shared/property-filter';
import { noContent, writeErrors } from '../shared/responses';
import { holiday, holidayCreation, holidayPatch } from './holiday';
import { propertyPricing, propertyPricingPatch } from './property-pricing';
import { season, seasonCreation, seasonPatch } from './season';

const contract = initContract();
const accountPath = z.object({ user_id: idInput });
const recordPath = accountPath.extend({ id: idInput });

/** `property_id`: those that apply to one of these properties, including those for all properties. */
const scopedListQuery = pagingQuery.extend(propertyFilter);
export type ScopedListQuery = z.output<typeof scopedListQuery>;

/** The routes with which operators and the importer write what integrations cannot. The account is in the path. */
export const pricingOperatorContract = contract.router({
  getPropertyPricing: {
    method: 'GET',
    path: '/operator/accounts/:user_id/properties/:id/pricing',
    pathParams: recordPath,
    summary: 'Default rate, rules and sale settings of a property; the defaults where nothing was written',
    responses: { 200: propertyPricing, ...writeErrors },
  },
  updatePropertyPricing: {
    method: 'PATCH',
    path: '/operator/accounts/:user_id/properties/:id/pricing',
    pathParams: recordPath,
    headers: writeHeaders,
    body: propertyPricingPatch,
    responses: { 200: propertyPricing, ...writeErrors },
  },
  listSeasons: {
    method: 'GET',
    path: '/operator/accounts/:user_id/seasons',
    pathParams: accountPath,
    query: scopedListQuery,
    responses: { 200: page(season), ...writeErrors },
  },
  getSeason: {
    method: 'GET',
    path: '/operator/accounts/:user_id/seasons/:id',
    pathParams: recordPath,
    responses: { 200: season, ...writeErrors },
  },
  createSeason: {
    method: 'POST',
    path: '/operator/accounts/:user_id/seasons',
    pathParams: accountPath,
    headers: writeHeaders,
    body: seasonCreation,
    responses: { 200: season, ...writeErrors },
  },
  updateSeason: {
    method: 'PATCH',
    path: '/operator/accounts/:user_id/seasons/:id',
    pathParams: recordPath,
    headers: writeHeaders,
    body: seasonPatch,
    responses: { 200: season, ...writeErrors },
  },
  deleteSeason: {
    method: 'DELETE',
    path: '/operator/accounts/:user_id/seasons/:id',
    pathParams: recordPath,
    headers: writeHeaders,
    responses: { 204: noContent, ...writeErrors },
  },
  listHolidays: {
    method: 'GET',
    path: '/operator/accounts/:user_id/holidays',
    pathParams: accountPath,
    query: scopedListQuery,
    responses: { 200: page(holiday), ...writeErrors },
  },
  getHoliday: {
    method: 'GET',
    path: '/operator/accounts/:user_id/holidays/:id',
    pathParams: recordPath,
    responses: { 200: holiday, ...writeErrors },
  },
  createHoliday: {
    method: 'POST',
    path: '/operator/accounts/:user_id/holidays',
    pathParams: accountPath,
    headers: writeHeaders,
    body: holidayCreation,
    responses: { 200: holiday, ...writeErrors },
  },
  updateHoliday: {
    method: 'PATCH',
    path: '/operator/accounts/:user_id/holidays/:id',
    pathParams: recordPath,
    headers: writeHeaders,
    body: holidayPatch,
    responses: { 200: holiday, ...writeErrors },
  },
  deleteHoliday: {
    method: 'DELETE',
    path: '/operator/accounts/:user_id/holidays/:id',
    pathParams: recordPath,
    headers: writeHeaders,
    responses: { 204: noContent, ...writeErrors },
  },
});
