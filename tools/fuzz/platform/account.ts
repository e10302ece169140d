import type { Pool } from '../send/pool';

/** An account that requests are sent for. */
export interface FuzzedAccount {
  userId: number;
  accessToken: string;
  /** A token with the scope `read`. */
  readToken: string;
  /** The value of an Authorization header with the personal token. */
  basic: string;
  /** What its answers contained. */
  pool: Pool;
}
