import { revocationOutcome, webhookInternalContract } from '@keyhaven/contracts/webhook/internal-contract';
import type { Relay } from '@keyhaven/persistence/outbox/relay';
import type { ServiceClient } from '@keyhaven/service/call-service';
import { z } from 'zod';

/** The step that follows the end of a token: from its answer on nothing is sent for it any more. */
export const END_AUTHORIZATION = 'end_authorization';

const endArguments = z.object({ revocation_id: z.string() });

/** Tells the webhook service, which is asked again until it answers: the notice that it sends has one id. */
export function defineEndOfAuthorization(relay: Relay, webhook: ServiceClient): void {
  const { path } = webhookInternalContract.revokeAuthorization;
  relay.defineStep(END_AUTHORIZATION, async (args, { userId, id }) => {
    const { revocation_id } = endArguments.parse(args);
    await webhook.post(path, { user_id: userId, app_key: String(id), revocation_id }, revocationOutcome);
  });
}
