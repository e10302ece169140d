import { z } from 'zod';
import { id } from '../shared/inputs';
import { instant } from '../shared/instants';
import { findRecordsContract } from '../shared/find-records-contract';
import { internalContract } from '../shared/internal-contract';
import { commonErrors } from '../shared/responses';
import { scopes } from './identity';

/** Credentials that a client sent: Basic with an e-mail address and a token, or Bearer with only a token. */
export const presentedCredentials = z.object({
  email_address: z.string().max(254).optional(),
  token: z.string().min(1).max(200),
});
export type PresentedCredentials = z.output<typeof presentedCredentials>;

/**
 * The owner of credentials. `active: false` does not reveal why: unknown, expired, revoked or another e-mail address.
 */
export const introspection = z.discriminatedUnion('active', [
  z.object({ active: z.literal(false) }),
  z.object({
    active: z.literal(true),
    user_id: id,
    person_id: id,
    credential_id: id,
    scope: z.enum(scopes),
    expires_utc: instant.nullable(),
  }),
]);
export type Introspection = z.infer<typeof introspection>;

/** The routes of the identity service for other services. */
export const identityInternalContract = internalContract('identity', {
  introspect: {
    method: 'POST',
    path: '/internal/introspect',
    body: presentedCredentials,
    responses: { 200: introspection, ...commonErrors },
  },
  ...findRecordsContract,
});
