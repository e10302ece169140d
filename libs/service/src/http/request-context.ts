import { hash } from 'node:crypto';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { Echo } from '@keyhaven/contracts/shared/server-decided';
import type { IdempotentRequest } from '@keyhaven/persistence/account-scope';
import { DEADLINE_HEADER } from '@keyhaven/contracts/shared/headers';
import type { Request, Response } from 'express';
import { stringify } from 'safe-stable-stringify';
import { appKeyOf, type Caller } from '../auth/caller';
import type { Logger } from '../observability/logger';
import { refusalOf } from './error-handler';
import { readIfMatch } from './read-if-match';

/** What a handler knows about its request, in addition to the validated input. */
export interface RequestContext {
  readonly requestId: string;
  readonly caller: Caller;
  /** The path and query, exactly as the client sent them. */
  readonly url: string;
  readonly deadline?: Date;
  /**
   * Calls the listener when the request ends: the response was sent, or the client has
   * disconnected.
   */
  onClose(listener: () => void): void;
  /**
   * For a write with If-Match, the required version. It is 0, which no record has, if none of the
   * ETags can match.
   */
  readonly ifMatchVersion?: number;
  /** Whether the request is only evaluated and answered, and changes nothing. */
  readonly isDryRun?: boolean;
  /** Set if the request has an Idempotency-Key. */
  readonly idempotency?: IdempotentRequest;
  /** Fields that only the server sets, with the values that the client sent. */
  readonly echoes?: readonly Echo[];
  /**
   * Converts the error of one part of the request, such as a line of an import, to an ApiError.
   * Logs unexpected errors.
   */
  refusalOf(error: unknown): ApiError;
  /**
   * Sets the ETag of the response: the version of the record, which If-Match compares, and a hash
   * of the whole response. The hash is needed because a response may include other records, and
   * because two responses with the same version may include different records. The response to a
   * dry run has no ETag, because no version was stored.
   */
  setVersion(version: number, record: unknown): void;
}

/** Creates the context of a request. Its body must have been read and its caller authenticated. */
export function requestContext(request: Request, response: Response, logger: Logger): RequestContext {
  const caller = response.locals.caller as Caller;
  const isDryRun = response.locals.isDryRun === true;
  const ifMatchVersion = isRead(request) ? undefined : readIfMatch(request.headers['if-match']);
  return {
    requestId: response.locals.requestId as string,
    caller,
    url: request.originalUrl,
    deadline: readDeadline(request),
    onClose: (listener) => {
      if (response.destroyed) listener();
      else response.once('close', listener);
    },
    ifMatchVersion,
    isDryRun,
    idempotency: readIdempotencyKey(request, caller, ifMatchVersion),
    echoes: response.locals.echoes as readonly Echo[] | undefined,
    refusalOf: (error) => refusalOf(logger, error, request, response),
    setVersion: (version, record) => {
      if (!isDryRun) response.setHeader('ETag', `"${version}-${hashOf(record)}"`);
    },
  };
}

/**
 * Hashes a record. The order of its fields does not matter. 96 bits are enough, because only
 * responses with the same version are compared.
 */
function hashOf(record: unknown): string {
  // `stringify` sorts the fields. JSON.stringify with a sorting function takes twice as long. It
  // took a tenth of the time for reading one booking.
  return hash('sha256', stringify(record) ?? '', 'base64url').slice(0, 16);
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

function readDeadline(request: Request): Date | undefined {
  const milliseconds = Number(request.headers[DEADLINE_HEADER]);
  return Number.isFinite(milliseconds) && milliseconds > 0 ? new Date(milliseconds) : undefined;
}

/**
 * Reads the Idempotency-Key. The stored key depends on the app or credential, on the method and path
 * of the request, and on the key in the header. The request hash also covers the query, the body and
 * If-Match.
 */
function readIdempotencyKey(
  request: Request,
  caller: Caller,
  ifMatchVersion: number | undefined,
): RequestContext['idempotency'] {
  const sent = request.headers['idempotency-key'];
  if (isRead(request) || sent === undefined) return undefined;
  if (typeof sent !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(sent)) {
    throw new ApiError('bad_request', 'Idempotency-Key: expected 1 to 255 visible ASCII characters');
  }
  const hashOfParts = (...parts: string[]) => hash('sha256', JSON.stringify(parts), 'base64url');
  return {
    sentKey: sent,
    key: hashOfParts(appKeyOf(caller), `${request.method} ${request.path}`, sent),
    // Hash the key in the header too: otherwise a password in the body could be guessed from the
    // hash.
    requestHash: hashOfParts(
      sent,
      request.path,
      JSON.stringify(request.query),
      JSON.stringify(request.body ?? null),
      ...(ifMatchVersion === undefined ? [] : [String(ifMatchVersion)]),
    ),
  };
}
