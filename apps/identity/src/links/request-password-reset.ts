import { randomUUID } from 'node:crypto';
import type { AttemptLimit } from '../attempts/limit-attempts';
import { enqueueMails } from '../mail/enqueue-mails';
import type { IdentityStore } from '../store/identity-store';

/**
 * Enqueues an e-mail with a link for the person with this address. Whether such a person exists is checked only when
 * the e-mail is sent, so neither the response nor its timing reveals whether the person exists.
 * @throws ApiError too_many_requests.
 */
export async function requestPasswordReset(
  store: IdentityStore,
  limit: AttemptLimit,
  { email_address, address }: { email_address: string; address: string },
): Promise<{ is_mailed: boolean }> {
  await limit.count({ person: email_address, address });
  if (store.isMailing) {
    const subject = { kind: 'password_reset', email_address } as const;
    await enqueueMails(store, [{ name: `reset ${randomUUID()}`, subject }]);
  }
  return { is_mailed: store.isMailing };
}
