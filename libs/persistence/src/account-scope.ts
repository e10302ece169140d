import { ApiError } from '@keyhaven/contracts/shared/errors';
import { type Echo, faultsOfEchoes } from '@keyhaven/contracts/shared/server-decided';
import { deadlinePassed, isRequestOver } from './request-progress';
import type { Together } from './together';

declare const accountBrand: unique symbol;
/** The id of an account: the `user_id` of every record that belongs to it. Only accountId creates it. */
export type AccountId = number & { readonly [accountBrand]: true };

/** Marks a number as the id of an account. Call it only where an account was authenticated or an operator named it. */
export function accountId(userId: number): AccountId {
  if (!Number.isSafeInteger(userId) || userId <= 0) throw new Error(`${userId} is not the id of an account`);
  return userId as AccountId;
}

/** The account, deadline and request headers for reads and writes. Every query of a repository takes one. */
export interface AccountScope {
  readonly accountId: AccountId;
  /** No write starts after this time, because the caller has given up by then. */
  readonly deadline?: Date;
  /** Present on requests that carry an Idempotency-Key. */
  readonly idempotency?: IdempotentRequest;
  /** The version that the record must have, from If-Match. */
  readonly ifMatchVersion?: number;
  /**
   * Fields that the client sent although only the server sets them: the write is refused if the record has other
   * values.
   */
  readonly echoes?: readonly Echo[];
  /** Whether the content comes from a client, so that the size of records is limited. */
  readonly isByClient?: boolean;
  /** Present on the lines of an import, which are sent to the database together. */
  readonly together?: Together;
}

/** A request that may be repeated but takes effect only once. */
export interface IdempotentRequest {
  /** The caller's key, bound to credential and route. */
  readonly key: string;
  /** The key as the client sent it. It must not be stored: secrets in stored answers are encrypted with it. */
  readonly sentKey: string;
  /** Hash of the whole request: a different request with the same key is refused. */
  readonly requestHash: string;
}

/** @throws ApiError precondition_failed when the request names another version of the record than the present one. */
export function assertVersion({ ifMatchVersion }: AccountScope, present: number): void {
  if (ifMatchVersion === undefined || ifMatchVersion === present) return;
  throw new ApiError(
    'precondition_failed',
    // Version 0 means that If-Match listed only ETags that no version can match.
    `If-Match names ${ifMatchVersion === 0 ? 'no version of the record' : `version ${ifMatchVersion}`}, the present one is ${present}`,
  );
}

/**
 * @param states the record before and after a change.
 * @throws ApiError bad_request that names the fields that ask for what only the server decides.
 */
export function assertEchoes({ echoes = [] }: AccountScope, states: readonly object[]): void {
  const faults = faultsOfEchoes(echoes, states);
  if (faults.length > 0) throw new ApiError('bad_request', faults);
}

/** The scope for a request's writes to other records: If-Match and Idempotency-Key apply only to the record it names. */
export function withoutRequestHeaders({ accountId, deadline }: AccountScope): AccountScope {
  return { accountId, deadline };
}

/**
 * Call this right before a write is sent: nothing is written for a request after its deadline.
 * @throws ApiError unavailable, or gateway_timeout when an earlier write of the request may be stored.
 */
export function assertBeforeDeadline(scope: AccountScope): void {
  if (scope.deadline && (Date.now() > scope.deadline.getTime() || isRequestOver())) throw deadlinePassed();
}
