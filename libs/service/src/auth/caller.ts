/**
 * Who sent a request, according to its internal token. The scopes:
 * - `full` and `read`: an integration that acts for an account.
 * - `service`: another service or an operator's tool, for the internal and operator APIs.
 * - `open`: the gateway on behalf of a client without credentials, for routes that need none.
 */
export interface Caller {
  issuer: string;
  scope: 'full' | 'read' | 'service' | 'open';
  accountId?: number;
  credentialId?: string;
  /** The OAuth app whose token the client sent, and the account that created the app; absent for other credentials. */
  app?: { key: string; ownerId: number };
}

/**
 * The owner of what belongs to an app rather than to one of its tokens, such as subscriptions and Idempotency-Keys. For
 * an OAuth app this is its client id, which all its tokens share; for other callers it is the credential.
 */
export function appKeyOf({ app, credentialId, issuer }: Caller): string {
  return app?.key ?? credentialId ?? issuer;
}

/** The APIs of a service: for integrations, for other services, for operators. */
export type ApiKind = 'public' | 'internal' | 'operator';

/** The lifetime of an internal token, in seconds. A token of any other lifetime is refused. */
export const TOKEN_LIFETIME_SECONDS = 60;
/**
 * How far the clocks of issuer and audience may differ, in seconds. Tokens are accepted this long before they are
 * issued and after they expire.
 */
export const CLOCK_TOLERANCE_SECONDS = 60;
/** The algorithm of all tokens and keys. */
export const ALGORITHM = 'EdDSA';
