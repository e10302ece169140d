import { z } from 'zod';
import { idInput } from '../shared/inputs';
import { internalContract } from '../shared/internal-contract';
import { commonErrors } from '../shared/responses';
import { accountRoutes } from './account-routes';
import { appKey } from './app-settings';

const term = z
  .int()
  .min(1)
  .describe(
    "The number of the account's authorization of the app. It increases each time the account authorizes the app again after a revocation.",
  );

/**
 * The body with which identity reports a revocation: a person revoked a personal token or the authorization of an app,
 * or an app ended its authorization itself. For a personal token, identity sends neither `term` nor `is_notified`, so
 * the defaults apply: such a token is authorized only once, and its revocation always sends a notice.
 */
export const authorizationRevocation = z.object({
  user_id: idInput.describe('Id of the account.'),
  app_key: appKey,
  revocation_id: z.guid().describe('Id of the revocation notice. Repeated calls must send the same id.'),
  term: term.default(1),
  is_notified: z
    .boolean()
    .default(true)
    .describe('Whether the app receives a notice. It does not if it ended the authorization itself.'),
});
export type AuthorizationRevocation = z.output<typeof authorizationRevocation>;

/** The body with which identity reports that an account authorized an app again after a revocation. */
export const authorizationBegin = z.object({ user_id: idInput.describe('Id of the account.'), app_key: appKey, term });
export type AuthorizationBegin = z.output<typeof authorizationBegin>;

const revocationOutcome = z.object({
  outcome: z.literal('stopped').describe('Nothing more is delivered but the notice.'),
});

const beginOutcome = z.object({ outcome: z.literal('begun').describe('The app may subscribe.') });

/** The routes of the webhook service for other services. */
export const webhookInternalContract = internalContract('webhook', {
  revokeAuthorization: {
    method: 'POST',
    path: '/internal/authorization_revocations',
    body: authorizationRevocation,
    summary: 'Stop the webhooks of an app for an account',
    description:
      'After this call succeeds, the app receives only the revocation notice for this account. It cannot subscribe again, even if it had no subscription before.',
    responses: { 200: revocationOutcome, ...commonErrors },
  },
  beginAuthorization: {
    method: 'POST',
    path: '/internal/authorizations',
    body: authorizationBegin,
    summary: 'Allow an app to subscribe again',
    description: 'For an account that had revoked its authorization of the app and authorized it again.',
    responses: { 200: beginOutcome, ...commonErrors },
  },
  ...accountRoutes,
});
