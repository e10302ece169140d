/**
 * Who sent a request, according to its internal token. The scopes:
 * - `full` and `read`: an integration that acts for an account.
 * - `service`: another service or an operator's tool, for the internal and operator APIs.
 * - `open`: the gateway, on behalf of a client without credentials, for routes that need none.
 */
export interface Caller {
  issuer: string;
  scope: 'full' | 'read' | 'service' | 'open';
  accountId?: number;
  credentialId?: string;
  /**
   * Set if the client sent a token of an OAuth app: the client id of the app, and the account that
   * created the app.
   */
  app?: { key: string; ownerId: number };
}

/**
 * Returns the key to which the subscriptions and Idempotency-Keys of a client belong. For an OAuth
 * app, this key is the client id, so it is the same for all tokens of the app. For other callers,
 * it is the credential or, without a credential, the issuer.
 */
export function appKeyOf({ app, credentialId, issuer }: Caller): string {
  return app?.key ?? credentialId ?? issuer;
}

/** The three APIs of a service: for integrations, for other services, and for operators. */
export type ApiKind = 'public' | 'internal' | 'operator';

/** The lifetime of an internal token, in seconds. Tokens with a different lifetime are refused. */
export const TOKEN_LIFETIME_SECONDS = 60;
/**
 * How much the clocks of two services may differ, in seconds. A token is accepted this long before
 * its issue time and after its expiry.
 */
export const CLOCK_TOLERANCE_SECONDS = 60;
/** The algorithm with which all internal tokens are signed. */
export const ALGORITHM = 'EdDSA';
