import { z } from 'zod';
import { idInput } from '../shared/inputs';
import { internalContract } from '../shared/internal-contract';
import { commonErrors } from '../shared/responses';
import { appKey } from './app-settings';

/** An authorization that a user revoked. */
export const authorizationRevocation = z.object({
  user_id: idInput,
  app_key: appKey,
  /** The id of the revocation notice; the same when the call is repeated. */
  revocation_id: z.guid(),
});
export type AuthorizationRevocation = z.output<typeof authorizationRevocation>;

const revocationOutcome = z.object({ outcome: z.literal('stopped') });

/** The routes of the webhook service for other services. */
export const webhookInternalContract = internalContract('webhook', {
  /**
   * After this call has succeeded, the app receives only the revocation notice for this account and cannot subscribe
   * again, even if it had never subscribed.
   */
  revokeAuthorization: {
    method: 'POST',
    path: '/internal/authorization_revocations',
    body: authorizationRevocation,
    responses: { 200: revocationOutcome, ...commonErrors },
  },
});
