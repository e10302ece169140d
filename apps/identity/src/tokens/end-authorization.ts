import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { webhookInternalContract } from '@keyhaven/contracts/webhook/internal-contract';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { PeerClient } from '@keyhaven/service/peers/peer-client';

/**
 * Makes the webhook service stop the webhooks of a revoked token. The outbox job that calls this function is repeated
 * until the webhook service responds. All calls have the same `revocation_id`, which becomes the id of the webhook
 * about the revocation.
 * @throws ApiError unavailable if the webhook service does not respond. The client that revokes the token then gets a
 * 503.
 */
export async function endAuthorization(
  webhook: PeerClient<typeof webhookInternalContract>,
  { accountId }: AccountScope,
  id: number,
  revocation_id: string,
): Promise<void> {
  const revocation = { user_id: accountId, app_key: String(id), revocation_id };
  await webhook.revokeAuthorization({ body: revocation }).catch((cause: unknown) => {
    throw Object.assign(notYetEnded(), { cause });
  });
}

function notYetEnded(): ApiError {
  return new ApiError(
    'unavailable',
    'the token is revoked, but its webhooks may still be sent: the webhook service is not available. The platform ' +
      'keeps trying; repeat the request to learn when they have stopped',
    { 'Retry-After': '2' },
  );
}
