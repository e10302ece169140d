import type { Answer } from './checked-client';

/** A write with an Idempotency-Key, in a new account. */
export interface KeyedWrite {
  userId: number;
  caller: 'account' | 'operator';
  path: string;
  body?: object;
  /**
   * Another valid body. The tests use it for a later change without a key, and for a request that
   * reuses the key of the first request and must be refused.
   */
  otherBody?: unknown;
  /** Changes the same record later. Needed only if sending `otherBody` does not change the record. */
  later?: () => Promise<Answer>;
  /**
   * Brings the account into a state in which the request is refused.
   * @returns a function that ends this state, so that the request is accepted again.
   */
  block?: () => Promise<() => Promise<unknown>>;
}

/** Prepares a write of a route, or states why the route needs no Idempotency-Key. */
export type WriteExample =
  | {
      prepare: () => Promise<KeyedWrite>;
      /**
       * Prepares a write whose `block` is set, to test that a refused request stays refused when it
       * is repeated.
       */
      prepareRefused?: () => Promise<KeyedWrite>;
    }
  | {
      needsNoKey: string;
      /** Prepares a write whose dry run is tested. */
      prepareDry?: () => Promise<KeyedWrite>;
      /** Why a public route without `prepareDry` has no dry run. */
      isNeverDry?: string;
    };
