import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { writeHeaders } from '../shared/headers';
import { idInput } from '../shared/inputs';
import { page } from '../shared/paging';
import { commonErrors, noContent, writeErrors } from '../shared/responses';
import { booking } from './booking';
import { operatorBookingCreation, operatorBookingPatch } from './booking-input';
import { link, linkCreation, linkListQuery } from './link';
import { listingSite, listingSiteCreation, listingSitePatch } from './listing-site';
import { operatorProperty, propertyCreation, propertyPatch } from './property';

const contract = initContract();
const accountPath = z.object({ user_id: idInput });
const recordPath = accountPath.extend({ id: idInput });

/** The routes with which operators and the importer write what integrations cannot. The account is in the path. */
export const bookingOperatorContract = contract.router({
  createProperty: {
    method: 'POST',
    path: '/operator/accounts/:user_id/properties',
    pathParams: accountPath,
    headers: writeHeaders,
    body: propertyCreation,
    responses: { 200: operatorProperty, ...writeErrors },
  },
  updateProperty: {
    method: 'PATCH',
    path: '/operator/accounts/:user_id/properties/:id',
    pathParams: recordPath,
    headers: writeHeaders,
    body: propertyPatch,
    responses: { 200: operatorProperty, ...writeErrors },
  },
  getProperty: {
    method: 'GET',
    path: '/operator/accounts/:user_id/properties/:id',
    pathParams: recordPath,
    responses: { 200: operatorProperty, ...writeErrors },
  },
  createListingSite: {
    method: 'POST',
    path: '/operator/accounts/:user_id/listing_sites',
    pathParams: accountPath,
    headers: writeHeaders,
    body: listingSiteCreation,
    responses: { 200: listingSite, ...writeErrors },
  },
  updateListingSite: {
    method: 'PATCH',
    path: '/operator/accounts/:user_id/listing_sites/:id',
    pathParams: recordPath,
    headers: writeHeaders,
    body: listingSitePatch,
    responses: { 200: listingSite, ...writeErrors },
  },
  createLink: {
    method: 'POST',
    path: '/operator/accounts/:user_id/links',
    pathParams: accountPath,
    headers: writeHeaders,
    body: linkCreation,
    responses: { 200: link, ...writeErrors },
  },
  listLinks: {
    method: 'GET',
    path: '/operator/accounts/:user_id/links',
    pathParams: accountPath,
    query: linkListQuery,
    responses: { 200: page(link), ...commonErrors },
  },
  removeLink: {
    method: 'DELETE',
    path: '/operator/accounts/:user_id/links/:id',
    pathParams: recordPath,
    headers: writeHeaders,
    responses: { 204: noContent, ...writeErrors },
  },
  createBooking: {
    method: 'POST',
    path: '/operator/accounts/:user_id/bookings',
    pathParams: accountPath,
    headers: writeHeaders,
    body: operatorBookingCreation,
    responses: { 200: booking, ...writeErrors },
  },
  updateBooking: {
    method: 'PATCH',
    path: '/operator/accounts/:user_id/bookings/:id',
    pathParams: recordPath,
    headers: writeHeaders,
    body: operatorBookingPatch,
    responses: { 200: booking, ...writeErrors },
  },
});
