import type { Pool } from './pool';

/** An account for which the fuzzer sends requests. */
export interface FuzzedAccount {
  userId: number;
  accessToken: string;
  /** A token with the scope `read`. */
  readToken: string;
  /** The value of an Authorization header with the personal token. */
  basic: string;
  /** Values that later requests can use. The values come from earlier responses to the account. */
  pool: Pool;
}
