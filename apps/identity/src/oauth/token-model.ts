import OAuth2Server from '@node-oauth/oauth2-server';
import type { TokenRequest } from '@keyhaven/contracts/identity/oauth-token-routes';
import type { Scope } from '@keyhaven/contracts/identity/identity';
import { accountId } from '@keyhaven/persistence/account-scope';
import type { AppBody } from '../store/app.model';
import { findGrant, type FoundGrant } from '../store/authorization.model';
import type { IdentityStore } from '../store/identity-store';
import { authenticateClient } from './authenticate-client';
import type { SentClient } from './client-request';
import { exchangeCode, refreshTokens } from './issue-tokens';

const { InvalidGrantError } = OAuth2Server;
type Model = OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel;

/**
 * The library gets this date as the expiry of every code, so that it never rejects a code as expired. `exchangeCode`
 * checks the real expiry by the database's clock. `exchangeCode` must also see a second use of an expired code, because
 * this use revokes the grant.
 */
const NEVER = new Date(8.64e15);

/**
 * The model that the OAuth library needs for one token request. The library asks the model for the client and the
 * grant, and checks the PKCE verifier. Only `saveToken` writes: one write uses up the code or refresh token and stores
 * the new tokens.
 */
export function tokenModel(store: IdentityStore, request: TokenRequest, client: SentClient): Model {
  let app: AppBody | undefined;
  let found: FoundGrant | undefined;

  /**
   * Finds the grant of a code or refresh token. Returns undefined if the grant does not exist,
   * belongs to a different app, or is part of a revoked authorization.
   */
  const find = async (kind: 'code' | 'refresh', presented: string): Promise<FoundGrant | undefined> => {
    found = await findGrant(store.authorizationModel, kind, presented);
    return found?.authorization.client_id === app!.client_id && !found.authorization.is_revoked ? found : undefined;
  };

  return {
    getClient: async () => {
      app = await authenticateClient(store, client);
      return { id: app.client_id, grants: ['authorization_code', 'refresh_token'] };
    },
    getAuthorizationCode: async (presented) => {
      const { grant } = (await find('code', presented)) ?? {};
      if (!grant) return false;
      const { code } = grant;
      return {
        authorizationCode: presented,
        expiresAt: NEVER,
        // Empty, so that the library does not check the redirect URI. `exchangeCode` checks it, because some apps omit
        // it from token requests.
        redirectUri: '',
        scope: [grant.scope],
        client: { id: app!.client_id, grants: [] },
        user: {},
        ...(code.challenge === null ? {} : { codeChallenge: code.challenge, codeChallengeMethod: 'S256' }),
      };
    },
    revokeAuthorizationCode: () => Promise.resolve(true),
    getRefreshToken: async (presented) => {
      const { grant } = (await find('refresh', presented)) ?? {};
      if (!grant) return false;
      return {
        refreshToken: presented,
        scope: scopesWithin(grant.scope),
        client: { id: app!.client_id, grants: [] },
        user: {},
      };
    },
    revokeToken: () => Promise.resolve(true),
    saveToken: async (token, client, user) => {
      if (!found || !app) throw new InvalidGrantError('the grant is not known');
      const { user_id } = found.authorization;
      // Read the account before the write. Nothing may fail after the write, because it uses up the code or refresh
      // token.
      const account = await store.accounts.get({ accountId: accountId(user_id) }, { _id: user_id });
      const issued =
        request.grant_type === 'refresh_token'
          ? await refreshTokens(store, found, request.refresh_token!, widest(token.scope))
          : await exchangeCode(store, app, found, request);
      return { ...issued, client, user, account };
    },
    // The library does not call these functions for token requests.
    getAccessToken: () => Promise.resolve(false),
    saveAuthorizationCode: () => Promise.resolve(false),
  };
}

/**
 * The scopes that a refresh may ask for. A token with the scope full may do everything that a token with the scope read
 * may do.
 */
function scopesWithin(scope: Scope): Scope[] {
  return scope === 'full' ? ['full', 'read'] : ['read'];
}

function widest(asked: string[] | undefined): Scope {
  return asked?.includes('full') ? 'full' : 'read';
}
