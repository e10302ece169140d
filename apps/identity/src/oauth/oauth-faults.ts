import OAuth2Server from '@node-oauth/oauth2-server';

const { OAuthError } = OAuth2Server;
export type OAuthFault = InstanceType<typeof OAuthError>;

/**
 * Returns `error` if it is an error of the OAuth library itself.
 * @throws `error` otherwise, or the original error if the library has only wrapped it.
 */
export function faultOf(error: unknown): OAuthFault {
  if (!(error instanceof OAuthError)) throw error;
  if (error.name === 'server_error' && 'inner' in error && error.inner instanceof Error) throw error.inner;
  return error;
}

/**
 * Checks the parameter `resource` (RFC 8707). An empty value counts as not sent (RFC 6749, section
 * 3.1).
 * @throws OAuthError invalid_target if the request is for another API.
 */
export function assertAudience(publicUrl: string, resource: string | readonly string[] | undefined): void {
  const other = [resource ?? []].flat().find((one) => one !== '' && !isAudience(one, publicUrl));
  if (other === undefined) return;
  const message = `resource: ${other.slice(0, 100)} is not known; expected ${publicUrl}`;
  throw new OAuthError(message, { code: 400, name: 'invalid_target' });
}

/** Whether a `resource` (RFC 8707) is the URL of this API, or a URL below it. */
function isAudience(resource: string, publicUrl: string): boolean {
  return resource === publicUrl || resource.startsWith(`${publicUrl}/`);
}
