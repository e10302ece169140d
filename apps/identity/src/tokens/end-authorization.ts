import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { webhookInternalContract } from '@keyhaven/contracts/webhook/internal-contract';
import type { Relay } from '@keyhaven/persistence/outbox/relay';
import type { PeerClient } from '@keyhaven/service/peers/peer-client';
import { z } from 'zod';

/** The step that follows the end of a token: from its answer on nothing is sent for it any more. */
export const END_AUTHORIZATION = 'end_authorization';

const endArguments = z.object({ revocation_id: z.string() });

/**
 * Notifies the webhook service, and repeats the call until it answers: the notice that it sends keeps one id. The
 * revocation of the token is answered with a 503 until its webhooks have stopped too.
 */
export function defineEndOfAuthorization(relay: Relay, webhook: PeerClient<typeof webhookInternalContract>): void {
  relay.defineJob(END_AUTHORIZATION, async (args, { userId, id }) => {
    const { revocation_id } = endArguments.parse(args);
    const revocation = { user_id: userId, app_key: String(id), revocation_id };
    await webhook.revokeAuthorization({ body: revocation }).catch((cause: unknown) => {
      throw Object.assign(notYetEnded(), { cause });
    });
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
