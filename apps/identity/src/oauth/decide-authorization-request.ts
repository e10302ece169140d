import type { Scope } from '@keyhaven/contracts/identity/identity';
import type {
  AuthorizationCheck,
  AuthorizationDecision,
  AuthorizationParameters,
} from '@keyhaven/contracts/identity/oauth-authorization';
import { type AccountScope, accountId } from '@keyhaven/persistence/account-scope';
import { authorizeApp } from '../authorizations/authorize-app';
import { isAuthorized } from '../authorizations/grants';
import { hashToken } from '../store/hash-token';
import type { IdentityStore } from '../store/identity-store';
import { checkRequest } from './authorization-request';

/** Checks an authorization request before a person is asked. @throws ApiError not_found for an unknown account. */
export async function checkAuthorizationRequest(
  store: IdentityStore,
  scope: AccountScope,
  parameters: AuthorizationParameters,
): Promise<AuthorizationCheck> {
  const checked = await checkRequest(store, parameters);
  if (checked.outcome !== 'valid') return checked;
  const { app, scope: asked, redirect_uri } = checked.request;
  const { client_id, name, description, website_url } = app;
  const [account, developer, authorization] = await Promise.all([
    store.accounts.get(scope, { _id: scope.accountId }),
    store.accounts.findOne({ accountId: accountId(app.user_id) }, { _id: app.user_id }),
    store.authorizations.findOne(scope, { client_id }),
  ]);
  return {
    outcome: 'ask',
    app: { client_id, name, description, website_url },
    developer: developer?.company_name ?? '',
    scope: asked,
    redirect_uri,
    account: { id: account._id, company_name: account.company_name },
    is_authorized: authorization !== undefined && isAuthorized(authorization, store.now()),
  };
}

/**
 * Approves the request: authorizes its app for the account.
 * @returns the URL to which the browser is redirected with the code.
 */
export async function approveAuthorizationRequest(
  store: IdentityStore,
  scope: AccountScope,
  { person_id, parameters, scope: allowed }: { person_id: number; parameters: AuthorizationParameters; scope?: Scope },
): Promise<AuthorizationDecision> {
  const checked = await checkRequest(store, parameters, { allowed });
  if (checked.outcome !== 'valid') return checked;
  const { app, scope: granted, code, code_expires_utc, redirect_uri, named_redirect_uri, challenge } = checked.request;
  await authorizeApp(store, scope, {
    app,
    personId: person_id,
    scope: granted,
    code: {
      hash: hashToken(code),
      redirect_uri,
      named_redirect_uri,
      challenge,
      expires_utc: code_expires_utc,
      used_utc: null,
    },
  });
  return { outcome: 'redirect', redirect_to: checked.redirectTo({ code }) };
}

/** Refuses the request. @returns the URL to which the browser is redirected with the refusal. */
export async function refuseAuthorizationRequest(
  store: IdentityStore,
  parameters: AuthorizationParameters,
): Promise<AuthorizationDecision> {
  const checked = await checkRequest(store, parameters, { isRefused: true });
  if (checked.outcome === 'valid') throw new Error('a refused authorization request was accepted');
  return checked;
}
