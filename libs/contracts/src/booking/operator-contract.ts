import { initContract } from '../platform/ts-rest';
import { z } from 'zod';
import { changeHeaders, writeHeaders } from '../shared/headers';
import { idInput, idPath } from '../shared/inputs';
import { page } from '../shared/paging';
import { changeErrors, commonErrors, noContent, writeErrors } from '../shared/responses';
import { nightsRoute } from '../shared/takes-nights';
import { booking } from './booking';
import { operatorBookingCreation, operatorBookingPatch } from './booking-input';
import { link, linkCreation, linkListQuery } from './link';
import { listingSite, listingSiteCreation, listingSitePatch } from './listing-site';
import { owner, ownerCreation, ownerPatch } from './owner';
import { operatorProperty, propertyCreation, propertyPatch } from './property-input';

const contract = initContract();
const accountPath = z.object({ user_id: idInput.describe('The account.') });
const recordPath = (record: string) => accountPath.extend(idPath(record).shape);

/**
 * The routes of operators and importers, who may write more fields than integrations. The path
 * contains the account.
 */
export const bookingOperatorContract = contract.router({
  createProperty: {
    method: 'POST',
    path: '/operator/accounts/:user_id/properties',
    pathParams: accountPath,
    headers: writeHeaders,
    body: propertyCreation,
    summary: 'Create a property',
    description: 'Creates a property. Only `name` is required.',
    responses: { 200: operatorProperty, ...writeErrors },
  },
  updateProperty: {
    method: 'PATCH',
    path: '/operator/accounts/:user_id/properties/:id',
    pathParams: recordPath('property'),
    headers: changeHeaders,
    body: propertyPatch,
    summary: 'Change a property',
    description: 'Changes the fields that are sent. Bookings keep the settings with which they were made.',
    responses: { 200: operatorProperty, ...changeErrors },
  },
  getProperty: {
    method: 'GET',
    path: '/operator/accounts/:user_id/properties/:id',
    pathParams: recordPath('property'),
    summary: 'Read a property with the settings of operators',
    description: 'Returns one property with the settings that integrations cannot see.',
    responses: { 200: operatorProperty, ...commonErrors },
  },
  createOwner: {
    method: 'POST',
    path: '/operator/accounts/:user_id/owners',
    pathParams: accountPath,
    headers: writeHeaders,
    body: ownerCreation,
    summary: 'Create an owner',
    description: 'Creates an owner. A name, a first name or a last name is required.',
    responses: { 200: owner, ...writeErrors },
  },
  updateOwner: {
    method: 'PATCH',
    path: '/operator/accounts/:user_id/owners/:id',
    pathParams: recordPath('owner'),
    headers: changeHeaders,
    body: ownerPatch,
    summary: 'Change an owner',
    description: 'Changes the fields that are sent. A name, a first name or a last name must remain.',
    responses: { 200: owner, ...changeErrors },
  },
  deleteOwner: {
    method: 'DELETE',
    path: '/operator/accounts/:user_id/owners/:id',
    pathParams: recordPath('owner'),
    headers: changeHeaders,
    summary: 'Delete an owner',
    description:
      'Deletes an owner. A property, a booking (even a canceled one), an expense, a payout or a closed statement that ' +
      'refers to the owner is a 409 that names it.',
    responses: { 204: noContent, ...changeErrors },
  },
  createListingSite: {
    method: 'POST',
    path: '/operator/accounts/:user_id/listing_sites',
    pathParams: accountPath,
    headers: writeHeaders,
    body: listingSiteCreation,
    summary: 'Create a listing site',
    description: 'Creates a listing site, to which bookings and quotes can refer.',
    responses: { 200: listingSite, ...writeErrors },
  },
  updateListingSite: {
    method: 'PATCH',
    path: '/operator/accounts/:user_id/listing_sites/:id',
    pathParams: recordPath('listing site'),
    headers: changeHeaders,
    body: listingSitePatch,
    summary: 'Change a listing site',
    description: 'Changes the fields that are sent. Bookings and quotes keep a site that becomes inactive.',
    responses: { 200: listingSite, ...changeErrors },
  },
  createLink: {
    method: 'POST',
    path: '/operator/accounts/:user_id/links',
    pathParams: accountPath,
    headers: writeHeaders,
    body: linkCreation,
    summary: 'Link two properties',
    description:
      'Links two properties, so that they cannot be occupied on the same nights. Current or future bookings that would ' +
      'clash are a 409 that names them, and nothing changes. If the properties are linked already, that link is returned.',
    responses: { 200: link, ...writeErrors },
  },
  listLinks: {
    method: 'GET',
    path: '/operator/accounts/:user_id/links',
    pathParams: accountPath,
    query: linkListQuery,
    summary: 'List links of properties',
    description: 'Lists the links of the account, ordered by id.',
    responses: { 200: page(link), ...commonErrors },
  },
  removeLink: {
    method: 'DELETE',
    path: '/operator/accounts/:user_id/links/:id',
    pathParams: recordPath('link'),
    headers: changeHeaders,
    summary: 'Remove a link of two properties',
    description: 'Removes a link. Nights that only the link made unavailable become free.',
    responses: { 204: noContent, ...changeErrors },
  },
  createBooking: {
    method: 'POST',
    path: '/operator/accounts/:user_id/bookings',
    pathParams: accountPath,
    headers: writeHeaders,
    body: operatorBookingCreation,
    metadata: nightsRoute,
    summary: 'Create a booking of any kind',
    description:
      "Creates a booking, including an owner's own stay (`type: owner`) and a booking of a channel (`channel`). A booking " +
      'of a channel is stored even if its nights are taken, because it is sold already: it ends holds in its way, takes ' +
      'the free nights, and lists the others in `overbooked_nights`.',
    responses: { 200: booking, ...writeErrors },
  },
  updateBooking: {
    method: 'PATCH',
    path: '/operator/accounts/:user_id/bookings/:id',
    pathParams: recordPath('booking'),
    headers: changeHeaders,
    body: operatorBookingPatch,
    metadata: nightsRoute,
    summary: 'Change a booking of any kind',
    description:
      'Changes the fields that are sent, without the limits that channels set for integrations. `channel: null` unlinks ' +
      'the booking from its channel.',
    responses: { 200: booking, ...changeErrors },
  },
});
