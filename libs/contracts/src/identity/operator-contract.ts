import { initContract } from '../platform/ts-rest';
import { z } from 'zod';
import { changeHeaders, writeHeaders } from '../shared/headers';
import { idInput } from '../shared/inputs';
import { changeErrors, noContent, writeErrors } from '../shared/responses';
import { announcement, announcementCreation } from './announcements';
import { account, accountCreation, accountPatch, issuedToken, tokenCreation, user, userCreation } from './identity';
import { operatorLink } from './link-routes';
import { oauthAppImport, oauthAppWithSecret } from './oauth-apps';

const contract = initContract();
const accountPath = z.object({ user_id: idInput.describe('Id of the account.') });
const personPath = accountPath.extend({ id: idInput.describe('Id of the person.') });
const tokenPath = accountPath.extend({ id: idInput.describe('Id of the token.') });

/** The routes that create and change accounts, their users and tokens. */
export const identityOperatorContract = contract.router({
  createAccount: {
    method: 'POST',
    path: '/operator/accounts',
    headers: writeHeaders,
    body: accountCreation,
    summary: 'Create an account',
    description: 'The account has no people and no tokens yet.',
    responses: { 200: account, ...writeErrors },
  },
  updateAccount: {
    method: 'PATCH',
    path: '/operator/accounts/:user_id',
    pathParams: accountPath,
    headers: changeHeaders,
    body: accountPatch,
    summary: 'Change an account',
    description: 'Only the sent fields change. Existing bookings keep the settings with which they were made.',
    responses: { 200: account, ...changeErrors },
  },
  createUser: {
    method: 'POST',
    path: '/operator/accounts/:user_id/users',
    pathParams: accountPath,
    headers: writeHeaders,
    body: userCreation,
    summary: 'Add a person to an account',
    description: 'An e-mail address belongs to one person only.',
    responses: { 200: user, ...writeErrors },
  },
  createLink: {
    method: 'POST',
    path: '/operator/accounts/:user_id/users/:id/links',
    pathParams: personPath,
    body: z.object({}).prefault({}),
    summary: 'Create a one-time link for a person',
    description:
      'With it the person sets a password. It is an invitation if the person has no password yet, otherwise a password reset.',
    responses: { 200: operatorLink, ...writeErrors },
  },
  createToken: {
    method: 'POST',
    path: '/operator/accounts/:user_id/users/:id/tokens',
    pathParams: personPath,
    body: tokenCreation,
    summary: 'Create a token for a person',
    description: 'Only this answer, and repetitions of the request, contain the token.',
    responses: { 200: issuedToken, ...writeErrors },
  },
  revokeToken: {
    method: 'DELETE',
    path: '/operator/accounts/:user_id/tokens/:id',
    pathParams: tokenPath,
    summary: 'Revoke a token',
    description:
      'It stops working within five seconds, and its webhooks end. After a 503 the token has ended but its webhooks have not; repeat the request.',
    responses: { 204: noContent, ...writeErrors },
  },
  createApp: {
    method: 'POST',
    path: '/operator/accounts/:user_id/apps',
    pathParams: accountPath,
    headers: writeHeaders,
    body: oauthAppImport,
    summary: 'Create an OAuth app, or copy one from another system',
    description: 'With `client_id` and `client_secrets`, the app keeps those that it has elsewhere.',
    responses: { 200: oauthAppWithSecret, ...writeErrors },
  },
  publishAnnouncement: {
    method: 'POST',
    path: '/operator/announcements',
    headers: writeHeaders,
    body: announcementCreation,
    summary: 'Publish an announcement to developers',
    description: 'It is listed, is in the feed, and is sent to the developers of subscribed apps by e-mail.',
    responses: { 200: announcement, ...writeErrors },
  },
});
