import { ApiError } from '@keyhaven/contracts/shared/errors';
import { accountId } from '@keyhaven/persistence/account-scope';
import { endGrant } from '../authorizations/end-authorization';
import { findGrant } from '../store/authorization.model';
import type { IdentityStore } from '../store/identity-store';
import { authenticateClient } from './authenticate-client';
import { type Client, parseBasic, unauthenticated } from './client-request';
import { refusalOf } from './exchange-token';
import type { FailedTokenRequests } from './failed-requests';
import { faultOf } from './oauth-faults';

/**
 * Revokes a token that the app no longer needs, and all tokens from the same code. If these were the app's last tokens
 * for an account, the app's webhooks for this account stop too. If the webhook service is unavailable, the webhooks
 * stop after the response.
 * @throws OAuthRefusal invalid_client; ApiError not_found if the token is unknown, its grant has ended, or it belongs to
 * another app; ApiError too_many_requests.
 */
export async function revokeOAuthToken(
  store: IdentityStore,
  failures: FailedTokenRequests,
  { client, token }: { client: Client; token: string },
): Promise<void> {
  const basic = parseBasic(client.authorization);
  if (!basic) throw unauthenticated('the client is not named; send Basic (client id:client secret)');
  const app = await authenticateClient(store, basic).catch((error: unknown) => {
    const fault = faultOf(error);
    failures.count({ clientId: basic.clientId, address: client.address, guess: basic.secrets });
    throw refusalOf(fault);
  });
  const find = () => findGrant(store.authorizationModel, token.startsWith('rt_') ? 'refresh' : 'access', token);
  const found = await find();
  if (found?.authorization.client_id === app.client_id) {
    const { authorization, grant } = found;
    const scope = { accountId: accountId(authorization.user_id) };
    const ending = endGrant(store, scope, { authorizationId: authorization._id, grantId: grant.id });
    const wasThere = await ending.catch(async (error: unknown) => {
      if (await find()) throw error;
      // Return success, because the token is revoked, as the app requested. The job tries again to stop the webhooks.
      return true;
    });
    if (wasThere) return;
  }
  throw new ApiError('not_found', 'the token is unknown, or has ended already');
}
