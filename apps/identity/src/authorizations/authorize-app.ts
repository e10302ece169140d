import type { Scope } from '@keyhaven/contracts/identity/identity';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { isDuplicateKey } from '@keyhaven/persistence/duplicate-key';
import { job } from '../jobs';
import type { AppBody } from '../store/app.model';
import type { Grant, StoredCode } from '../store/authorization.model';
import type { IdentityStore } from '../store/identity-store';
import { isAuthorized, lastExchange, withGrant } from './grants';

/** A person's consent that an app may use the account. */
export interface Consent {
  app: AppBody;
  personId: number;
  scope: Scope;
  code: StoredCode;
}

/**
 * Authorizes an app for the account. If the app is already authorized, adds a grant to the
 * authorization.
 * @throws ApiError unavailable if the webhooks of an earlier authorization have not stopped yet, or
 * if the webhook service cannot be notified of this authorization.
 */
export async function authorizeApp(store: IdentityStore, scope: AccountScope, consent: Consent): Promise<void> {
  const { app, personId, code } = consent;
  const now = store.now();
  const grant: Grant = {
    id: await store.ids.next('token'),
    person_id: personId,
    scope: consent.scope,
    created_utc: now,
    code,
    access_tokens: [],
    refresh_token: null,
  };
  const { client_id, user_id: app_owner_id } = app;
  const filter = { client_id };
  if (!(await store.authorizations.findOne(scope, filter))) {
    try {
      await store.authorizations.create(scope, async () => {
        const own = { _id: await store.ids.next('authorization'), user_id: scope.accountId, version: 0 };
        const term = { term: 1, is_revoked: false, authorized_utc: now, last_used_utc: null };
        return { after: { ...own, ...term, client_id, app_owner_id, grants: [grant] } };
      });
      return;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
  await store.authorizations.update(scope, filter, (before) => {
    const grants = withGrant(before.grants, grant, now);
    if (!before.is_revoked) {
      const authorized_utc = isAuthorized(before, now) ? before.authorized_utc : now;
      const last_used_utc = before.last_used_utc ?? lastExchange(before);
      return Promise.resolve({ after: { ...before, app_owner_id, grants, authorized_utc, last_used_utc } });
    }
    const term = before.term + 1;
    return Promise.resolve({
      after: { ...before, app_owner_id, grants, term, is_revoked: false, authorized_utc: now, last_used_utc: null },
      jobs: [job('begin_app_authorization', { client_id, term })],
    });
  });
}
