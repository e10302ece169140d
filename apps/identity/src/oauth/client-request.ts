import { OAuthRefusal } from '@keyhaven/contracts/identity/oauth-errors';
import type { TokenRequest } from '@keyhaven/contracts/identity/oauth-token-routes';
import { CLIENT_ADDRESS_HEADER, CLIENT_AUTHORIZATION_HEADER } from '@keyhaven/contracts/shared/headers';

/** What the gateway forwards about the client that sent a request. */
export interface Client {
  authorization: string | undefined;
  address: string;
}

type ClientHeaders = { [CLIENT_AUTHORIZATION_HEADER]?: string; [CLIENT_ADDRESS_HEADER]?: string };

export function clientOf(headers: ClientHeaders): Client {
  return {
    authorization: headers[CLIENT_AUTHORIZATION_HEADER],
    address: headers[CLIENT_ADDRESS_HEADER] ?? 'unknown',
  };
}

/** The credentials with which a request authenticates its client. */
export interface SentClient {
  clientId: string;
  /**
   * The secret as it was sent, and also its form-decoded text if that differs (RFC 6749, 2.3.1). Empty if no secret was
   * sent.
   */
  secrets: readonly string[];
}

/**
 * Returns the client id and secret of a Basic header; undefined for any other header. Clients
 * should form-encode both (RFC 6749, 2.3.1), but many do not. Encoding never changes a client id. A
 * secret is compared both as it was sent and in decoded form.
 */
export function parseBasic(authorization: string | undefined): SentClient | undefined {
  const [, encoded] = /^basic +([\w+/=-]+) *$/i.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1) return undefined;
  const [clientId, secret] = [text.slice(0, colon), text.slice(colon + 1)];
  const secrets = new Set([formDecoded(secret) ?? secret, secret].filter((reading) => reading !== ''));
  return { clientId: formDecoded(clientId) ?? clientId, secrets: [...secrets] };
}

/** Decodes form-encoded text; undefined if the text is not form-encoded. */
function formDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/**
 * Reads the client credentials of a token request, from a Basic header or from the fields of the body (RFC 6749,
 * 2.3.1).
 * @throws OAuthRefusal if there are none, or if the header and the body contain different client ids.
 */
export function readClient({ authorization }: Client, { client_id, client_secret }: TokenRequest): SentClient {
  const basic = parseBasic(authorization);
  if (authorization !== undefined && !basic) {
    throw unauthenticated('the Authorization header could not be read; expected Basic (client id:client secret)');
  }
  if (!basic) {
    if (client_id) return { clientId: client_id, secrets: client_secret ? [client_secret] : [] };
    throw unauthenticated('the client is not named; send Basic (client id:client secret), or client_id in the body');
  }
  if (client_id && client_id !== basic.clientId) {
    const message = 'client_id: is another one than in the Authorization header; send one of them';
    throw new OAuthRefusal('bad_request', 'invalid_request', message);
  }
  return basic;
}

export function unauthenticated(message: string): OAuthRefusal {
  return new OAuthRefusal('unauthorized', 'invalid_client', message, { 'WWW-Authenticate': 'Basic realm="Keyhaven"' });
}
