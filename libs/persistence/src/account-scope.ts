import { ApiError } from '@keyhaven/contracts/shared/errors';
import { type Echo, faultsOfEchoes } from '@keyhaven/contracts/shared/server-decided';
import { deadlinePassed, isRequestOver } from './request-progress';
import type { Together } from './together';

declare const accountBrand: unique symbol;
/** The id of an account: the `user_id` of every record that the account owns. Only accountId() creates it. */
export type AccountId = number & { readonly [accountBrand]: true };

/**
 * Marks a number as an account id. Call this only for an account that was authenticated, or that an
 * operator named in the path.
 */
export function accountId(userId: number): AccountId {
  if (!Number.isSafeInteger(userId) || userId <= 0) throw new Error(`${userId} is not the id of an account`);
  return userId as AccountId;
}

/**
 * The facts about a request that its reads and writes need: account, deadline and headers. Every
 * repository query takes a scope.
 */
export interface AccountScope {
  readonly accountId: AccountId;
  /** No write starts after this time, because the caller has stopped waiting for the response. */
  readonly deadline?: Date;
  /** Present on requests with an Idempotency-Key. */
  readonly idempotency?: IdempotentRequest;
  /** The version in If-Match. The write is refused if the record has a different version. */
  readonly ifMatchVersion?: number;
  /**
   * Values that the client sent for fields that only the server sets. The write is refused if one
   * of them differs from the record.
   */
  readonly echoes?: readonly Echo[];
  /** Whether a client supplied the content. If so, the size of the record is limited. */
  readonly isByClient?: boolean;
  /** Present during an import. It combines the database calls for all lines of the import. */
  readonly together?: Together;
}

/** A request with an Idempotency-Key. It may be repeated, but takes effect only once. */
export interface IdempotentRequest {
  /** A hash of the client's key, the client's credential and the route. */
  readonly key: string;
  /**
   * The key as the client sent it. Never store it: the secrets in stored answers are encrypted with
   * this key.
   */
  readonly sentKey: string;
  /** A hash of the whole request. A different request with the same key is refused. */
  readonly requestHash: string;
}

/**
 * @throws ApiError precondition_failed if If-Match contains only versions other than the record's.
 */
export function assertVersion({ ifMatchVersion }: AccountScope, present: number): void {
  if (ifMatchVersion === undefined || ifMatchVersion === present) return;
  throw new ApiError(
    'precondition_failed',
    // Version 0 means that If-Match listed only ETags that match no version.
    `If-Match names ${ifMatchVersion === 0 ? 'no version of the record' : `version ${ifMatchVersion}`}, the present one is ${present}`,
  );
}

/**
 * Checks the values that the client sent for fields that only the server sets (`echoes`).
 * @param states the record before and after the change.
 * @throws ApiError bad_request that names each field whose value matches neither state.
 */
export function assertEchoes({ echoes = [] }: AccountScope, states: readonly object[]): void {
  const faults = faultsOfEchoes(echoes, states);
  if (faults.length > 0) throw new ApiError('bad_request', faults);
}

/**
 * The scope for writes to other records during a request. If-Match and the Idempotency-Key apply
 * only to the record that the request itself creates or changes.
 */
export function withoutRequestHeaders({ accountId, deadline }: AccountScope): AccountScope {
  return { accountId, deadline };
}

/**
 * Call this immediately before a write is sent, so that nothing is written after the deadline of
 * the request.
 * @throws ApiError unavailable; gateway_timeout if an earlier write of the request may have been
 *   stored.
 */
export function assertBeforeDeadline(scope: AccountScope): void {
  if (scope.deadline && (Date.now() > scope.deadline.getTime() || isRequestOver())) throw deadlinePassed();
}
