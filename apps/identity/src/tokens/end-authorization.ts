import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { webhookInternalContract } from '@keyhaven/contracts/webhook/internal-contract';
import type { Relay } from '@keyhaven/persistence/outbox/relay';
import type { PeerClient } from '@keyhaven/service/peers/peer-client';
import { z } from 'zod';

/** The step that follows the end of a token: from its answer on nothing is sent for it any more. */
export const END_AUTHORIZATION = 'end_authorization';

const endArguments = z.object({ revocation_id: z.string() });

/**
 * Tells the webhook service, which is asked again until it answers: the notice that it sends has one id. It decides the
 * answer to whoever ended the token: a 503 until the webhooks have ended too.
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
    'the token has ended, its webhooks have not yet: the webhook service cannot be told at the moment. It will be told ' +
      'by itself; repeat the request to know when',
    { 'Retry-After': '2' },
  );
}
