import { randomUUID } from 'node:crypto';
import type { IssuedToken, TokenCreation } from '@keyhaven/contracts/identity/identity';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { formatInstant } from '@keyhaven/contracts/shared/instants';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { IdentityStore } from '../store/identity-store';
import { job } from '../jobs';
import { hashToken, newToken } from '../store/hash-token';
import { livePerson } from '../store/user.model';

/**
 * Creates a token for a user of the account. Only this response and the responses to repeated requests with the same
 * Idempotency-Key contain the secret. For the repeated requests, the secret is stored encrypted.
 * @throws ApiError not_found if the user does not exist or was removed; bad_request for an expiry in the past.
 */
export async function createToken(
  store: IdentityStore,
  scope: AccountScope,
  personId: number,
  { kind, scope: tokenScope, description, expires_utc }: TokenCreation,
): Promise<IssuedToken> {
  const { record, secret } = await store.tokens.create(scope, async () => {
    if (expires_utc && expires_utc <= store.now()) {
      const sent = formatInstant(expires_utc);
      throw new ApiError('bad_request', `expires_utc: ${sent} is not accepted; expected an instant in the future`);
    }
    await store.users.get(scope, livePerson(personId));
    const token = newToken(kind);
    // The repository replaces these values when it writes the document.
    const unwritten = { version: 0, created_utc: new Date(0), updated_utc: new Date(0) };
    const body = {
      ...unwritten,
      _id: await store.ids.next('token'),
      user_id: scope.accountId,
      person_id: personId,
      kind,
      scope: tokenScope,
      description,
      token_hash: hashToken(token),
      expires_utc: expires_utc ?? null,
      is_revoked: false,
    };
    return { after: body, secret: token };
  });
  // If the person was removed after the check above, the removal may have missed this token, so revoke it here.
  const person = await store.users.findOne(scope, livePerson(personId));
  // The Idempotency-Key belongs to the creation, so the revocation has none.
  if (!person) await revokeToken(store, { accountId: scope.accountId, deadline: scope.deadline }, record.id);
  return {
    id: record.id,
    kind,
    scope: tokenScope,
    token: secret!,
    expires_utc: expires_utc ? formatInstant(expires_utc) : null,
  };
}

/**
 * Revokes a token immediately, then stops its webhook subscriptions. A second call changes nothing,
 * and succeeds only if the subscriptions have stopped too.
 * @throws ApiError not_found if the account has no such token; unavailable if the token is revoked
 * but its webhooks have not stopped yet. A job then tries again to stop them.
 */
export async function revokeToken(store: IdentityStore, scope: AccountScope, id: number): Promise<void> {
  const { accountId, deadline, idempotency } = scope;
  const own: AccountScope = { accountId, deadline, idempotency };
  let hadEnded = false;
  await store.tokens.update(own, { _id: id }, (before) => {
    hadEnded = before.is_revoked;
    if (hadEnded) return Promise.resolve(undefined);
    const jobs = [job('end_authorization', { revocation_id: randomUUID() })];
    return Promise.resolve({ after: { ...before, is_revoked: true }, jobs });
  });
  if (hadEnded) await store.tokens.finishJobs(own, id);
}
