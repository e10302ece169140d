import type { Answer } from './checked-client';

/** A write with an Idempotency-Key, in a new account. */
export interface KeyedWrite {
  userId: number;
  caller: 'account' | 'operator';
  path: string;
  body?: object;
  /**
   * Another valid body. It is used for a later change without a key, and to reuse the key of the first request, which
   * must be refused.
   */
  otherBody?: unknown;
  /** A later change of the same record, if `otherBody` does not change it. */
  later?: () => Promise<Answer>;
  /**
   * Brings the account into a state in which the request is refused.
   * @returns a function that ends this state.
   */
  block?: () => Promise<() => Promise<unknown>>;
}

/** Prepares a write of a route, or states why the route needs no key. */
export type WriteExample =
  | {
      prepare: () => Promise<KeyedWrite>;
      /** Prepares a write with `block`, to test a refused request that is repeated. */
      prepareRefused?: () => Promise<KeyedWrite>;
    }
  | {
      needsNoKey: string;
      /** Prepares a write whose dry run is tested. */
      prepareDry?: () => Promise<KeyedWrite>;
      /** Why a public route without `prepareDry` has no dry run. */
      isNeverDry?: string;
    };
