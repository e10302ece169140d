import { randomUUID } from 'node:crypto';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { webhookInternalContract } from '@keyhaven/contracts/webhook/internal-contract';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { Decision } from '@keyhaven/persistence/tenant-repository/repository-types';
import type { PeerClient } from '@keyhaven/service/peers/peer-client';
import { type ArgumentsOfJob, job } from '../jobs';
import type { AuthorizationBody, AuthorizationDocument, Grant } from '../store/authorization.model';
import type { IdentityStore } from '../store/identity-store';
import { isAuthorized, replaceGrant } from './grants';

/** Who revokes an authorization. The app is notified only if a person revokes it. */
type EndedBy = 'person' | 'app';

/** The change that revokes an authorization, removes all its tokens, and adds the job that stops its webhooks. */
export function ended(before: AuthorizationBody, by: EndedBy): Decision<AuthorizationDocument> {
  const { client_id, term } = before;
  const args = { client_id, term, revocation_id: randomUUID(), is_notified: by === 'person' };
  return { after: { ...before, is_revoked: true, grants: [] }, jobs: [job('end_app_authorization', args)] };
}

/**
 * Revokes all tokens of an app for the account, stops its webhooks, and notifies the app. A second call changes
 * nothing, and succeeds only if the webhooks have stopped too.
 * @throws ApiError not_found; unavailable if the tokens are revoked but the webhooks have not stopped yet.
 */
export async function revokeAuthorization(store: IdentityStore, scope: AccountScope, id: number): Promise<void> {
  let hadEnded = false;
  await store.authorizations.update(scope, { _id: id }, (before) => {
    hadEnded = before.is_revoked;
    return Promise.resolve(hadEnded ? undefined : ended(before, 'person'));
  });
  if (hadEnded) await store.authorizations.finishJobs(scope, id);
}

/**
 * Revokes one grant of an app, and the whole authorization if no other grant can be used.
 * @returns whether the grant existed.
 */
export async function endGrant(
  store: IdentityStore,
  scope: AccountScope,
  { authorizationId, grantId }: { authorizationId: number; grantId: number },
): Promise<boolean> {
  let wasThere = false;
  await store.authorizations.update(scope, { _id: authorizationId }, (before) => {
    wasThere = before.grants.some(({ id }) => id === grantId);
    if (!wasThere) return Promise.resolve(undefined);
    return Promise.resolve(withoutGrant(before, grantId, store.now()));
  });
  return wasThere;
}

/**
 * The maximum number of authorizations that are read when all authorizations of an account are
 * needed.
 */
export const MAX_AUTHORIZATIONS = 1000;

/**
 * Revokes the grants of a removed person in the account, and the authorizations that have no other
 * usable grants. This function can be repeated safely.
 */
export async function endGrantsOfPerson(store: IdentityStore, scope: AccountScope, personId: number): Promise<void> {
  const isTheirs = (grant: Grant) => grant.person_id === personId;
  const found = await store.authorizations.find(scope, { is_revoked: false }, { limit: MAX_AUTHORIZATIONS });
  const affected = found.filter(({ grants }) => grants.some(isTheirs));
  // The authorizations are revoked in parallel, because each revocation takes a second.
  await Promise.all(
    affected.map(({ _id }) =>
      store.authorizations.update(scope, { _id }, (before) => {
        if (!before.grants.some(isTheirs)) return Promise.resolve(undefined);
        const after = { ...before, grants: before.grants.filter((grant) => !isTheirs(grant)) };
        return Promise.resolve(isAuthorized(after, store.now()) ? { after } : ended(before, 'person'));
      }),
    ),
  );
}

/**
 * Returns the authorization without the grant with this id. If no other grant can be used, the authorization is
 * revoked.
 */
export function withoutGrant(before: AuthorizationBody, grantId: number, now: Date): Decision<AuthorizationDocument> {
  const after = replaceGrant(before, grantId, undefined);
  return isAuthorized(after, now) ? { after } : ended(before, 'app');
}

/**
 * The job that makes the webhook service stop all deliveries to an app for an account. The job is repeated until the
 * webhook service responds. All calls have the same `revocation_id`, which becomes the id of the notice to the app.
 * @throws ApiError unavailable if the webhook service does not respond. A request that waits for the job then gets a
 *   503.
 */
export async function endAppAuthorization(
  webhook: PeerClient<typeof webhookInternalContract>,
  { accountId }: AccountScope,
  { client_id, ...revocation }: ArgumentsOfJob<'end_app_authorization'>,
): Promise<void> {
  const body = { user_id: accountId, app_key: client_id, ...revocation };
  await webhook.revokeAuthorization({ body }).catch((cause: unknown) => {
    const message =
      'the tokens have ended, but webhooks may still be sent: the webhook service is not available. The platform keeps ' +
      'trying; repeat the request to learn when they have stopped';
    throw Object.assign(new ApiError('unavailable', message, { 'Retry-After': '2' }), { cause });
  });
}

/**
 * The job of a renewed authorization: lets the app subscribe again in the account that had revoked
 * the earlier authorization.
 * @throws ApiError unavailable if the webhook service does not respond. A request that waits for
 *   the job then gets a 503.
 */
export async function beginAppAuthorization(
  webhook: PeerClient<typeof webhookInternalContract>,
  { accountId }: AccountScope,
  { client_id, term }: ArgumentsOfJob<'begin_app_authorization'>,
): Promise<void> {
  await webhook.beginAuthorization({ body: { user_id: accountId, app_key: client_id, term } });
}
