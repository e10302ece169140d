import { z } from 'zod';
import { id } from '../shared/inputs';
import { instant } from '../shared/instants';
import { findRecordsContract } from '../shared/find-records-contract';
import { internalContract, refusingRoute } from '../shared/internal-contract';
import { commonErrors } from '../shared/responses';
import { scopes } from './identity';
import { linkRoutes } from './link-routes';
import { peopleRoutes } from './people-routes';
import { personalTokenRoutes } from './personal-token-routes';
import { requestBatch } from './request-log';
import { sessionRoutes } from './session-routes';
import { sharedCountRoutes } from './shared-counts';
import { oauthAppRoutes } from './oauth-apps';
import { oauthAuthorizationRoutes } from './oauth-authorization';

export const presentedCredentials = z.object({
  email_address: z.string().max(254).optional().describe('E-mail address, of Basic credentials only.'),
  token: z.string().min(1).max(200).describe('The token: the password of Basic, or that of Bearer.'),
});
export type PresentedCredentials = z.output<typeof presentedCredentials>;

/**
 * Who the credentials belong to. `active: false` does not reveal why: the credentials may be unknown, expired, revoked,
 * or sent with a different e-mail address.
 */
export const introspection = z.discriminatedUnion('active', [
  z.object({ active: z.literal(false).describe('The credentials are not valid.') }),
  z.object({
    active: z.literal(true).describe('The credentials are valid.'),
    user_id: id.describe('Id of the account.'),
    person_id: id.describe('Id of the person.'),
    credential_id: id.describe('Id of the token.'),
    scope: z.enum(scopes).describe('What the credentials allow.'),
    expires_utc: instant.nullable().describe('When they expire. Null if they do not.'),
    app: z
      .object({
        key: z.string().describe('Client id of the app.'),
        owner_user_id: id.describe('Id of the account that made the app.'),
      })
      .nullable()
      .describe('The OAuth app that the token was issued to. Null for other tokens.'),
  }),
]);
export type Introspection = z.infer<typeof introspection>;

const storedRequests = z.object({ stored: z.int().describe('How many chunks are stored.') });

/** The routes of the identity service for other services. */
export const identityInternalContract = internalContract('identity', {
  introspect: {
    method: 'POST',
    path: '/internal/introspect',
    body: presentedCredentials,
    summary: 'Check credentials',
    description: 'The answer does not reveal why credentials are not valid.',
    responses: { 200: introspection, ...commonErrors },
  },
  logRequests: {
    method: 'POST',
    path: '/internal/request_log',
    body: requestBatch,
    summary: 'Store requests in the request log',
    description: 'A repeated chunk is not stored twice.',
    responses: { 200: storedRequests, ...commonErrors },
    metadata: refusingRoute,
  },
  ...sharedCountRoutes,
  ...sessionRoutes,
  ...linkRoutes,
  ...peopleRoutes,
  ...personalTokenRoutes,
  ...findRecordsContract,
  ...oauthAppRoutes,
  ...oauthAuthorizationRoutes,
});
