import { z } from 'zod';
import { idInput } from '../shared/inputs';
import { internalContract } from '../shared/internal-contract';
import { commonErrors } from '../shared/responses';
import { appKey } from './app-settings';

/** An authorization that a user revoked. */
export const authorizationRevocation = z.object({
  user_id: idInput,
  app_key: appKey,
  /** The id of the notice; the same when the call is repeated. */
  revocation_id: z.guid(),
});
export type AuthorizationRevocation = z.output<typeof authorizationRevocation>;

const revocationOutcome = z.object({ outcome: z.literal('stopped') });

/** The routes of webhook for other services. */
export const webhookInternalContract = internalContract('webhook', {
  /**
   * Once this is answered, nothing but the notice of the revocation is sent to the app for this account, and it can
   * subscribe no more: also where it had not done so yet.
   */
  revokeAuthorization: {
    method: 'POST',
    path: '/internal/authorization_revocations',
    body: authorizationRevocation,
    responses: { 200: revocationOutcome, ...commonErrors },
  },
});
