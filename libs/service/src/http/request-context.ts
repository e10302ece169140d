import { createHash } from 'node:crypto';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { Echo } from '@keyhaven/contracts/shared/server-decided';
import type { IdempotentRequest } from '@keyhaven/persistence/account-scope';
import { DEADLINE_HEADER } from '@keyhaven/contracts/shared/headers';
import type { Request, Response } from 'express';
import type { Caller } from '../auth/caller';
import { readIfMatch } from './read-if-match';

/** What a route's function knows about its request in addition to the validated input. */
export interface RequestContext {
  readonly requestId: string;
  readonly caller: Caller;
  /** Root-relative path and query, as the client sent them. */
  readonly url: string;
  readonly deadline?: Date;
  /** The version that a write's If-Match requires; 0, which no record has, if none of its ETags can match. */
  readonly ifMatchVersion?: number;
  /** Present when the request carries an Idempotency-Key. */
  readonly idempotency?: IdempotentRequest;
  /** The fields of the body that only the server decides. */
  readonly echoes?: readonly Echo[];
  /**
   * Sets the ETag of the answered record: its version, which If-Match compares, and a hash of the whole answer. An answer
   * may show parts of other records, and may have fewer parts than another of the same version.
   */
  setVersion(version: number, record: unknown): void;
}

/** Builds the context of a request whose body was read and whose caller was authenticated. */
export function requestContext(request: Request, response: Response): RequestContext {
  const caller = response.locals.caller as Caller;
  const ifMatchVersion = isRead(request) ? undefined : readIfMatch(request.headers['if-match']);
  return {
    requestId: response.locals.requestId as string,
    caller,
    url: request.originalUrl,
    deadline: readDeadline(request),
    ifMatchVersion,
    idempotency: readIdempotencyKey(request, caller, ifMatchVersion),
    echoes: response.locals.echoes as readonly Echo[] | undefined,
    setVersion: (version, record) => response.setHeader('ETag', `"${version}-${hashOf(record)}"`),
  };
}

/** 96 bits of a hash are enough to distinguish the answers of one version. The order of fields does not matter. */
function hashOf(record: unknown): string {
  return createHash('sha256').update(JSON.stringify(record, inOrder)).digest('base64url').slice(0, 16);
}

function inOrder(_field: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

function readDeadline(request: Request): Date | undefined {
  const milliseconds = Number(request.headers[DEADLINE_HEADER]);
  return Number.isFinite(milliseconds) && milliseconds > 0 ? new Date(milliseconds) : undefined;
}

/** The key is bound to the account, the credential and the route; the hash covers everything else of the request, If-Match included. */
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
  const hash = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
  return {
    sentKey: sent,
    key: hash(caller.credentialId ?? caller.issuer, `${request.method} ${request.path}`, sent),
    // With the key itself: nobody can guess a password in the body from the hash.
    requestHash: hash(
      sent,
      request.path,
      JSON.stringify(request.query),
      JSON.stringify(request.body ?? null),
      ...(ifMatchVersion === undefined ? [] : [String(ifMatchVersion)]),
    ),
  };
}
