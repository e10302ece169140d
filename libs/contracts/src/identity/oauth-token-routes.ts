import { z } from 'zod';
import { id, text } from '../shared/inputs';
import { clientRoute, clientHeaders, openRoute } from '../shared/open-route';
import { noContent } from '../shared/responses';
import { scopes } from './identity';
import { oauthErrorBody } from './oauth-errors';

/** The path of token requests. Their error responses include the fields of RFC 6749, and their bodies may be forms. */
export const TOKEN_PATH = '/oauth/access_token';

/** The path of the protected resource metadata of the API (RFC 9728). */
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource';

const parameter = text(2000).optional();
const resource = text(2000);

export const tokenRequest = z
  .object({
    grant_type: parameter.describe('`authorization_code` or `refresh_token`.'),
    code: parameter.describe('The code from the redirect (`tc_…`), within ten minutes and once.'),
    redirect_uri: parameter.describe(
      'The redirect address of the authorization. An app that sends its secret and has one address may leave it out.',
    ),
    code_verifier: parameter.describe('The PKCE verifier, if the authorization had a `code_challenge`.'),
    refresh_token: parameter.describe('The newest refresh token (`rt_…`), with the grant type `refresh_token`.'),
    scope: parameter.describe('With a refresh token: `read` for an access token that may only read.'),
    client_id: parameter.describe('Client id (`c_…`), if it is not sent as Basic credentials.'),
    client_secret: parameter.describe(
      'Client secret (`s_…`), if it is not sent as Basic credentials. A public app has none.',
    ),
    resource: z
      .union([resource, z.array(resource).max(20)])
      .optional()
      .describe('The address of the platform (RFC 8707). Any other is refused.'),
  })
  .meta({
    id: 'TokenRequest',
    description:
      'A token request (RFC 6749, RFC 7636, RFC 8707), as a form or as JSON. No parameter but `resource` may be repeated.',
  });
export type TokenRequest = z.output<typeof tokenRequest>;

export const tokenAnswer = z
  .object({
    access_token: z.string().startsWith('at_').describe('The access token. Send it as `Authorization: Bearer at_…`.'),
    token_type: z.literal('Bearer').describe('Always `Bearer`.'),
    scope: z
      .enum(scopes)
      .describe(
        'What the token allows: `full`, or `read` (GET only). The person may have allowed less than was asked for.',
      ),
    user_id: id.describe(
      'Id of the account that authorized the app. Its records and webhooks have the same `user_id`.',
    ),
    user_display_name: z.string().describe('Name of that account.'),
    refresh_token: z
      .string()
      .startsWith('rt_')
      .optional()
      .describe(
        'The next refresh token, only for an app that uses them. Keep the newest one; unused for 180 days it expires.',
      ),
    expires_in: z
      .int()
      .positive()
      .optional()
      .describe('After how many seconds the access token expires. Absent if it does not expire.'),
  })
  .meta({ id: 'TokenAnswer', description: 'The tokens of an app for an account.' });
export type TokenAnswer = z.infer<typeof tokenAnswer>;

const errors = {
  400: oauthErrorBody,
  401: oauthErrorBody,
  404: oauthErrorBody,
  413: oauthErrorBody,
  415: oauthErrorBody,
  429: oauthErrorBody,
  500: oauthErrorBody,
  503: oauthErrorBody,
  504: oauthErrorBody,
};
/** The error statuses of token requests. */
const { 404: _notFound, ...tokenErrors } = errors;
/**
 * The error statuses of the metadata routes. Requests to these routes have no credentials and no
 * body.
 */
const { 401: _unauthorized, 413: _tooLarge, 415: _mediaType, 504: _timeout, ...metadataErrors } = tokenErrors;

export const serverMetadata = z
  .object({
    issuer: z.string().describe('Address of the platform. Redirects to apps contain it as `iss`.'),
    authorization_endpoint: z.string().describe('Address of the consent page, to which apps send browsers.'),
    token_endpoint: z.string().describe('Address of token requests.'),
    response_types_supported: z.array(z.string()).describe('Only `code`.'),
    response_modes_supported: z
      .array(z.string())
      .describe('Only `query`: redirects have their parameters in the query.'),
    grant_types_supported: z.array(z.string()).describe('`authorization_code` and `refresh_token`.'),
    scopes_supported: z.array(z.string()).describe('`full` and `read`.'),
    token_endpoint_auth_methods_supported: z
      .array(z.string())
      .describe('How apps authenticate: Basic, fields of the body, or not at all (public apps).'),
    code_challenge_methods_supported: z.array(z.string()).describe('Only `S256` (PKCE).'),
    authorization_response_iss_parameter_supported: z.boolean().describe('True: redirects contain `iss` (RFC 9207).'),
  })
  .meta({ id: 'ServerMetadata', description: 'The metadata of the authorization server (RFC 8414).' });
export type ServerMetadata = z.infer<typeof serverMetadata>;

export const resourceMetadata = z
  .object({
    resource: z.string().describe('Address of the platform.'),
    authorization_servers: z
      .array(z.string())
      .describe('Addresses of the authorization servers: only the platform itself.'),
    scopes_supported: z.array(z.string()).describe('`full` and `read`.'),
    bearer_methods_supported: z
      .array(z.string())
      .describe('Only `header`: tokens are sent in the header `Authorization`.'),
    resource_name: z.string().describe('Name of the API.'),
  })
  .meta({ id: 'ResourceMetadata', description: 'The metadata of the API as a protected resource (RFC 9728).' });
export type ResourceMetadata = z.infer<typeof resourceMetadata>;

/** The OAuth endpoints of the identity service. */
export const oauthTokenRoutes = {
  exchangeToken: {
    method: 'POST',
    path: TOKEN_PATH,
    summary: 'Get tokens for an OAuth app',
    description: [
      'Exchanges an authorization code or a refresh token for tokens. The app authenticates with its client id and secret, as Basic credentials or in the body; a public app sends its `client_id` and a `code_verifier`. The body is a form or JSON.',
      'A code is valid for ten minutes and once: a code that is used twice ends the tokens that were made from it. Each refresh answers with a new refresh token. If an answer was lost, the same refresh token can be sent again for 30 seconds; after that, an old refresh token ends all tokens of its authorization.',
      'Errors have the fields of RFC 6749 too. `Idempotency-Key` is ignored. After too many wrong client credentials from an address the answer is a 429 with `Retry-After`.',
    ].join('\n\n'),
    headers: clientHeaders,
    body: tokenRequest,
    responses: { 200: tokenAnswer, ...tokenErrors, 404: errors[404] },
    metadata: clientRoute,
  },
  revokeOAuthToken: {
    method: 'DELETE',
    path: `${TOKEN_PATH}/:token`,
    summary: 'End a token of an OAuth app',
    description:
      'Ends an access token or refresh token of the app, and those that came from the same code, even if the sent token has expired or was replaced. Of the access tokens that have expired, only the newest ten are known. With the last token of an account, the webhooks of the app there end too, possibly a little later. The app authenticates with its client id and secret as Basic credentials. A 404 means that the token is unknown, or that all tokens of its code have ended already.',
    pathParams: z.object({ token: text(200).describe('The access token (`at_…`) or refresh token (`rt_…`).') }),
    headers: clientHeaders,
    responses: { 204: noContent, ...errors },
    metadata: clientRoute,
  },
  getServerMetadata: {
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    summary: 'Read the metadata of the authorization server',
    description:
      'The endpoints and capabilities of the authorization server (RFC 8414), for OAuth libraries. No credentials are needed.',
    responses: { 200: serverMetadata, ...metadataErrors },
    metadata: openRoute,
  },
  getResourceMetadata: {
    method: 'GET',
    path: RESOURCE_METADATA_PATH,
    summary: 'Read the metadata of the API as a protected resource',
    description:
      'Which authorization server issues tokens for this API (RFC 9728), for OAuth libraries. No credentials are needed.',
    responses: { 200: resourceMetadata, ...metadataErrors },
    metadata: openRoute,
  },
} as const;
