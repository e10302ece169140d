import { initContract } from '../platform/ts-rest';
import { z } from 'zod';
import { apiChanges, inWords } from '../platform/changes';
import { errorBody } from '../shared/errors';
import { page } from '../shared/paging';
import { openRoute } from '../shared/open-route';
import { commonErrors, listErrors, openErrors } from '../shared/responses';
import { fullScopeRoute } from '../shared/scopes';
import { announcementPage, announcementQuery } from './announcements';
import { currentUser, legacyCurrentUser } from './identity';
import { loggedRequest, loggedRequestDetails, requestLogQuery } from './request-log';
import { oauthTokenRoutes } from './oauth-token-routes';

const contract = initContract();

/** The routes of the identity service for integrations, through the gateway. */
export const identityPublicContract = contract.router({
  getCurrentUser: {
    method: 'GET',
    path: '/v2/users/me',
    summary: 'Read the current user',
    description:
      'The person whose credentials the request has, and their account. Use it to test a connection; both scopes may read it. `id` is the id of the account.',
    responses: { 200: currentUser, ...listErrors },
  },
  getLegacyCurrentUser: {
    method: 'GET',
    path: '/v1/users/me',
    summary: 'Read the current user (version 1)',
    description: 'The same as `GET /v2/users/me` with the fields in camelCase, for programs of version 1.',
    responses: { 200: legacyCurrentUser, ...listErrors },
  },
  updateCurrentUser: {
    method: 'PATCH',
    path: '/v2/users/me',
    body: z.unknown(),
    summary: `Change the current user (removed on ${inWords(apiChanges['current-user-update'].date)})`,
    deprecated: true,
    description: `Always answered with a 410; ${apiChanges['current-user-update'].removed.instead}.`,
    responses: { 410: errorBody, ...listErrors },
  },
  listLoggedRequests: {
    method: 'GET',
    path: '/v2/requestlog',
    query: requestLogQuery,
    metadata: fullScopeRoute,
    summary: 'List the requests of the account',
    description: [
      'The requests of the last seven days that the gateway received with valid credentials of the account, ordered by when they ended, newest first. It needs the scope `full`, because it shows the requests of all credentials of the account. All filters can be combined. A request appears a second or two after its answer.',
      'Secrets are removed before an entry is stored, and headers are not stored. Requests without valid credentials, to unknown paths, and to routes that need no credentials are not in the log. It helps to find errors and is no audit trail: a crash of a gateway can lose its last entries.',
    ].join('\n\n'),
    responses: { 200: page(loggedRequest), ...listErrors },
  },
  getLoggedRequest: {
    method: 'GET',
    path: '/v2/requestlog/:id',
    pathParams: z.object({
      id: z.guid({ error: 'expected the id of a request in the log, a GUID' }).describe('Id of the entry, a GUID.'),
    }),
    metadata: fullScopeRoute,
    summary: 'Read a request of the account',
    description:
      'One request of the last seven days; if it failed, with the bodies of the request and of the answer. It needs the scope `full`.',
    responses: { 200: loggedRequestDetails, ...commonErrors },
  },
  ...oauthTokenRoutes,
  listAnnouncements: {
    method: 'GET',
    path: '/announcements',
    query: announcementQuery,
    metadata: openRoute,
    summary: 'List announcements to developers',
    description:
      'Changes of the API and corrections of its errors, newest first. No credentials are needed. Each has its topic and the date from which it applies.',
    responses: { 200: announcementPage, ...openErrors },
  },
  showAnnouncementFeed: {
    method: 'GET',
    path: '/announcements.atom',
    metadata: openRoute,
    summary: 'Read the announcements as a feed',
    description: 'The newest announcements as an Atom feed (RFC 4287) for feed readers. No credentials are needed.',
    responses: { 200: z.string(), ...openErrors },
  },
});
