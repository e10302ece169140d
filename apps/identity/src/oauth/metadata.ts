import { scopes } from '@keyhaven/contracts/identity/identity';
import {
  type ResourceMetadata,
  type ServerMetadata,
  TOKEN_PATH,
} from '@keyhaven/contracts/identity/oauth-token-routes';
import { CONSENT_PATH } from '@keyhaven/contracts/portal/public-contract';

/**
 * Returns the metadata of the authorization server (RFC 8414).
 * @param publicUrl the URL of the gateway, without a path.
 */
export function serverMetadata(publicUrl: string): ServerMetadata {
  return {
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}${CONSENT_PATH}`,
    token_endpoint: `${publicUrl}${TOKEN_PATH}`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    scopes_supported: [...scopes],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  };
}

/** Returns the metadata of the API as a protected resource (RFC 9728). */
export function resourceMetadata(publicUrl: string): ResourceMetadata {
  return {
    resource: publicUrl,
    authorization_servers: [publicUrl],
    scopes_supported: [...scopes],
    bearer_methods_supported: ['header'],
    resource_name: 'Keyhaven API',
  };
}
