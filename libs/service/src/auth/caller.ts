/**
 * The caller that an internal token names. `full` and `read` act for an account, as integrations do. `service` is
 * another service or an operator's tool, and may call the internal and operator interfaces. `open` is the gateway for
 * a client without credentials, and may call the routes that need none.
 */
export interface Caller {
  issuer: string;
  scope: 'full' | 'read' | 'service' | 'open';
  accountId?: number;
  credentialId?: string;
}

/** The APIs of a service: for integrations, for other services, for operators. */
export type ApiKind = 'public' | 'internal' | 'operator';

/** The lifetime of an internal token, in seconds. A token of any other lifetime is refused. */
export const TOKEN_LIFETIME_SECONDS = 60;
/**
 * How much the clocks of issuer and audience may differ, in seconds. Tokens are accepted that much earlier and later.
 */
export const CLOCK_TOLERANCE_SECONDS = 60;
/** The algorithm of all tokens and keys. */
export const ALGORITHM = 'EdDSA';
