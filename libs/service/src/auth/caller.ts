/**
 * Whoever stands behind an internal token. `full` and `read` act for an account, as integrations do; `service` is
 * another service or an operator's tool, and opens the internal and operator faces. `open` is the gateway for somebody
 * without credentials, and opens the routes that need none.
 */
export interface Caller {
  issuer: string;
  scope: 'full' | 'read' | 'service' | 'open';
  accountId?: number;
  credentialId?: string;
}

/** The faces of a service: what integrations see, what other services ask, what operators write. */
export type Face = 'public' | 'internal' | 'operator';

/** How long an internal token is good, in seconds. A token of any other lifetime is refused. */
export const TOKEN_LIFETIME_SECONDS = 60;
/** How far the clocks of issuer and audience may differ: tokens are taken so much sooner and later, in seconds. */
export const CLOCK_TOLERANCE_SECONDS = 60;
/** All tokens and keys are of this algorithm. */
export const ALGORITHM = 'EdDSA';
