import { initContract } from '../platform/ts-rest';
import { z } from 'zod';
import { changeHeaders, writeHeaders } from '../shared/headers';
import { booleanQuery, includedAnyway, idInput, idPath, text } from '../shared/inputs';
import { sinceInput } from '../shared/instants';
import { changedSinceQuery, page } from '../shared/paging';
import {
  changeErrors,
  commonErrors,
  createErrors,
  listErrors,
  noContent,
  plainChangeErrors,
} from '../shared/responses';
import type { ContactList } from './contact';
import { guest, guestCreation, guestPatch } from './guest';
import { owner } from './owner';

const contactParts = z.object({
  include_tags: booleanQuery.optional().describe('Whether the answer includes `tags`. Default false.'),
  include_fields: booleanQuery.optional().describe('Whether the answer includes custom field values. Default false.'),
});
const oneContactParts = contactParts.extend({ include_tags: includedAnyway('tags') });
export type ContactParts = z.output<typeof contactParts>;

const guestListQuery = changedSinceQuery.extend({
  ...contactParts.shape,
  q: text(200)
    .optional()
    .describe(
      'Words, at most 200 characters. Finds records in which each word is the beginning of a name or an e-mail address; a ' +
        'telephone number finds numbers that begin with it.',
    ),
  created_since_utc: sinceInput
    .optional()
    .describe('Only records created at or after this time: ISO 8601, UTC unless it has an offset, or an HTTP date.'),
});
export type GuestListQuery = z.output<typeof guestListQuery>;
const ownerListQuery = guestListQuery;
export type OwnerListQuery = z.output<typeof ownerListQuery>;

/** Creates the route that deletes one entry of a guest's contact details. */
function detailDeletion<const List extends ContactList>(list: List, what: string) {
  return {
    method: 'DELETE',
    path: `/v2/guests/:id/${list}/:detail_id`,
    pathParams: idPath('guest').extend({
      detail_id: idInput.describe(`Id of ${what}, from \`${list}\` of the guest.`),
    }),
    headers: changeHeaders,
    summary: `Delete ${what} of a guest`,
    description: 'If it was the default one, the first remaining entry becomes the default.',
    responses: { 204: noContent, ...plainChangeErrors },
  } as const;
}

/** The routes of guests and owners for integrations. */
export const contactRoutes = initContract().router({
  listGuests: {
    method: 'GET',
    path: '/v2/guests',
    query: guestListQuery,
    summary: 'List guests',
    description:
      'Lists guests, ordered by id. Equal e-mail addresses are not merged, so several may belong to one person.',
    responses: { 200: page(guest), ...listErrors },
  },
  getGuest: {
    method: 'GET',
    path: '/v2/guests/:id',
    pathParams: idPath('guest'),
    query: oneContactParts,
    summary: 'Read a guest',
    description:
      'Returns one guest with addresses, e-mail addresses, telephone numbers and tags. Custom fields are included only on request.',
    responses: { 200: guest, ...commonErrors },
  },
  createGuest: {
    method: 'POST',
    path: '/v2/guests',
    headers: writeHeaders,
    query: oneContactParts,
    body: guestCreation,
    summary: 'Create a guest',
    description:
      'Creates a guest. A first or a last name is required. A guest with the same e-mail address is not merged with it.',
    responses: { 200: guest, ...createErrors },
  },
  updateGuest: {
    method: 'PATCH',
    path: '/v2/guests/:id',
    pathParams: idPath('guest'),
    headers: changeHeaders,
    query: oneContactParts,
    body: guestPatch,
    summary: 'Change a guest',
    description:
      'Changes the fields that are sent. A list that is sent replaces the previous one: entries that did not change keep ' +
      'their ids. A first or a last name must remain.',
    responses: { 200: guest, ...plainChangeErrors },
  },
  deleteGuest: {
    method: 'DELETE',
    path: '/v2/guests/:id',
    pathParams: idPath('guest'),
    headers: changeHeaders,
    summary: 'Delete a guest',
    description:
      'Deletes a guest. A booking (even a canceled one), an open quote or a thread that refers to the guest is a 409 that ' +
      'names it. The hold of a quote does not count as a booking.',
    responses: { 204: noContent, ...changeErrors },
  },
  deleteGuestAddress: detailDeletion('addresses', 'an address'),
  deleteGuestEmailAddress: detailDeletion('email_addresses', 'an e-mail address'),
  deleteGuestPhone: detailDeletion('phones', 'a telephone number'),
  listOwners: {
    method: 'GET',
    path: '/v2/owners',
    query: ownerListQuery,
    summary: 'List owners',
    description: 'Lists the owners of properties, ordered by id. Operators write owners; integrations read them.',
    responses: { 200: page(owner), ...listErrors },
  },
  getOwner: {
    method: 'GET',
    path: '/v2/owners/:id',
    pathParams: idPath('owner'),
    query: oneContactParts,
    summary: 'Read an owner',
    description:
      'Returns one owner with addresses, e-mail addresses, telephone numbers and tags. Custom fields are included only on request.',
    responses: { 200: owner, ...commonErrors },
  },
});
