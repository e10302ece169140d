import type { Scope } from '@keyhaven/contracts/identity/identity';
import type { AuthorizationParameters } from '@keyhaven/contracts/identity/oauth-authorization';
import OAuth2Server from '@node-oauth/oauth2-server';
import { type AppBody, findClient } from '../store/app.model';
import { newToken } from '../store/hash-token';
import type { IdentityStore } from '../store/identity-store';
import { isRegistered, withParameters } from './domain/redirect-addresses';
import { lesserScope, readScope } from './domain/scopes';
import { assertAudience, faultOf } from './oauth-faults';

const { InvalidClientError, InvalidRequestError } = OAuth2Server;

/** How long an authorization code can be exchanged for tokens, in seconds. */
const CODE_SECONDS = 600;

/** The parameters that are read. Only `resource` may occur several times. */
const known = [
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const;
type Parameters = Partial<Record<(typeof known)[number], string>>;

/** A valid authorization request of a known app. */
export interface ValidRequest {
  app: AppBody;
  scope: Scope;
  /** The redirect URI to which the browser is sent with the response. */
  redirect_uri: string;
  named_redirect_uri: boolean;
  challenge: string | null;
  /** A new code, not stored yet. */
  code: string;
  code_expires_utc: Date;
}

/**
 * The result of checking an authorization request. If the app or its redirect URI is invalid, the browser is never
 * redirected.
 */
export type CheckedRequest =
  | { outcome: 'valid'; request: ValidRequest; redirectTo: (parameters: Record<string, string>) => string }
  | { outcome: 'redirect'; redirect_to: string }
  | { outcome: 'refuse'; messages: string[] };

interface Decision {
  /** The scope that the person allows, if the person allows less than the app asks for. */
  allowed?: Scope;
  isRefused?: boolean;
}

/**
 * Checks an authorization request (RFC 6749, 4.1.1) with the library, and with rules that the
 * library lacks. An invalid request is reported in the result.
 * @throws errors of the database.
 */
export async function checkRequest(
  store: IdentityStore,
  sent: AuthorizationParameters,
  { allowed = 'full', isRefused = false }: Decision = {},
): Promise<CheckedRequest> {
  const repeated = known.find((name) => Array.isArray(sent[name]));
  const parameters = singleParameters(sent);
  let app: AppBody | undefined;
  let valid: ValidRequest | undefined;
  const isNamed = !!parameters.redirect_uri;

  const model: OAuth2Server.AuthorizationCodeModel = {
    getClient: async (clientId) => {
      if (repeated === 'client_id' || repeated === 'redirect_uri') throw repeatedParameter(repeated);
      app = (await findClient(store.appModel, clientId)) ?? undefined;
      if (!app) throw new InvalidClientError(`client_id: ${clientId.slice(0, 100)} is not the id of an app`);
      if (!isNamed && app.redirect_uris.length > 1) {
        throw new InvalidRequestError('redirect_uri: is required, because the app has several addresses');
      }
      return { id: app.client_id, grants: ['authorization_code'], redirectUris: app.redirect_uris };
    },
    validateRedirectUri: (requested) => {
      if (isRegistered(app!.redirect_uris, requested)) return Promise.resolve(true);
      throw new InvalidRequestError(`redirect_uri: ${requested.slice(0, 200)} is not an address of the app`);
    },
    validateScope: (_user, _client, names) => {
      if (repeated !== undefined) throw repeatedParameter(repeated);
      const asked = readScope(names);
      return Promise.resolve(asked && [lesserScope(asked, allowed)]);
    },
    generateAuthorizationCode: () => Promise.resolve(newToken('code')),
    saveAuthorizationCode: (code, client, user) => {
      assertAudience(store.publicUrl, sent.resource);
      assertResponseMode(parameters);
      assertChallenge(app!, parameters);
      valid = {
        app: app!,
        scope: code.scope![0] as Scope,
        redirect_uri: code.redirectUri,
        named_redirect_uri: isNamed,
        challenge: parameters.code_challenge || null,
        code: code.authorizationCode,
        code_expires_utc: new Date(store.now().getTime() + CODE_SECONDS * 1000),
      };
      return Promise.resolve({ ...code, client, user });
    },
    ...unused,
  };
  const server = new OAuth2Server({ model });
  const { state, ...query } = parameters;
  const response = new OAuth2Server.Response();
  const request = { headers: {}, method: 'GET', query: isRefused ? { ...query, allowed: 'false' } : query };
  const redirectTo = (answer: Record<string, string>) =>
    withParameters(parameters.redirect_uri || app!.redirect_uris[0]!, { ...answer, state, iss: store.publicUrl });
  try {
    await server.authorize(new OAuth2Server.Request(request), response, {
      allowEmptyState: true,
      authorizationCodeLifetime: CODE_SECONDS,
      authenticateHandler: { handle: () => ({}) },
    });
    return { outcome: 'valid', request: valid!, redirectTo };
  } catch (error) {
    const fault = faultOf(error);
    // The library sets a location only if it has found the app and the redirect URI.
    if (response.get('location') === undefined) return { outcome: 'refuse', messages: [fault.message] };
    return {
      outcome: 'redirect',
      redirect_to: redirectTo({ error: fault.name, error_description: fault.message.replace(/["\\`]/g, "'") }),
    };
  }
}

/** Functions that the library requires in its model, but does not call for an authorization request. */
const unused = {
  getAccessToken: () => Promise.resolve(false as const),
  getAuthorizationCode: () => Promise.resolve(false as const),
  revokeAuthorizationCode: () => Promise.resolve(false),
  saveToken: () => Promise.resolve(false as const),
};

/** Empty parameters count as absent (RFC 6749, 3.1). */
function singleParameters(sent: AuthorizationParameters): Parameters {
  const single = known.flatMap((name) => {
    const value = [sent[name] ?? ''].flat()[0]!;
    return value === '' ? [] : [[name, value]];
  });
  return Object.fromEntries(single) as Parameters;
}

function repeatedParameter(name: string): Error {
  return new InvalidRequestError(`${name}: is repeated; send it once`);
}

function assertResponseMode({ response_mode }: Parameters): void {
  if (response_mode === undefined || response_mode === 'query') return;
  throw new InvalidRequestError(`response_mode: ${response_mode.slice(0, 50)} is not supported; expected query`);
}

/** Checks the PKCE challenge (RFC 7636, 4.3). Apps without a secret must send one. */
function assertChallenge({ is_public }: AppBody, { code_challenge, code_challenge_method }: Parameters): void {
  if (code_challenge === undefined) {
    if (code_challenge_method !== undefined) {
      throw new InvalidRequestError('code_challenge: is required with code_challenge_method');
    }
    if (is_public) throw new InvalidRequestError('code_challenge: is required of an app without a secret');
    return;
  }
  // RFC 7636 says that without a method, the challenge is the verifier itself, which would protect nothing.
  if (code_challenge_method !== 'S256') throw new InvalidRequestError('code_challenge_method: expected S256');
  if (!/^[\w-]{43}$/.test(code_challenge)) {
    throw new InvalidRequestError('code_challenge: expected a SHA-256 hash in base64url, of 43 characters');
  }
}
