import { randomUUID } from 'node:crypto';
import {
  LOGGED_TEXT_LIMITS,
  type LoggedBodies,
  type LoggedBody,
  type LoggedRequest,
} from '@keyhaven/contracts/identity/request-log';
import { requestLogId } from '@keyhaven/contracts/identity/request-log-id';
import { DRY_RUN, PREFERENCE_APPLIED_HEADER } from '@keyhaven/contracts/shared/dry-run';
import { type ErrorBody, errorBody } from '@keyhaven/contracts/shared/errors';
import type { Caller } from '@keyhaven/service/auth/caller';
import { KEPT_BYTES, type KeptBodies, keptBodies } from '@keyhaven/service/http/kept-bodies';
import type { Response } from 'express';
import { removeKnownSecrets, removeSecretsOfBody, removeSecretsOfPath } from './remove-secrets';

/**
 * Properties of a request that are stored when it arrives, because the gateway changes the url and the headers before
 * it forwards the request.
 */
export interface Arrival {
  at: Date;
  method: string;
  /** The path and query as the client sent them. */
  target: string;
  address: string;
  /** Whether the request's body is uncompressed JSON. Other bodies are not logged. */
  isPlainJson: boolean;
}

/** An entry in the request log of an account. */
export interface LogEntry {
  userId: number;
  request: LoggedRequest;
  /** The bodies of the request and the response. Undefined if the response was not an error. */
  bodies?: LoggedBodies;
}

/**
 * Describes a request that has ended.
 * @returns undefined for a request without an account: its credentials were refused, or its route
 *   needs no credentials.
 */
export function describeRequest(
  { at, method, target, address, isPlainJson }: Arrival,
  response: Response,
  durationMs: number,
): LogEntry | undefined {
  const { caller, route, requestId } = response.locals as { caller?: Caller; route?: string; requestId: string };
  if (caller?.accountId === undefined) return undefined;
  const status = response.headersSent ? response.statusCode : null;
  const kept = status !== null && status >= 400 ? keptBodies(response) : undefined;
  const error = kept && readError(kept.answer);
  const request: LoggedRequest = {
    id: requestLogId(new Date(), randomUUID()),
    request_id: requestId,
    received_utc: at.toISOString(),
    method: method.slice(0, 20),
    route: (route ?? 'none').slice(0, LOGGED_TEXT_LIMITS.route),
    path: removeSecretsOfPath(target).slice(0, LOGGED_TEXT_LIMITS.path),
    status,
    duration_ms: Math.round(durationMs * 10) / 10,
    is_dry_run: response.getHeader(PREFERENCE_APPLIED_HEADER) === DRY_RUN,
    credential_id: (caller.credentialId ?? caller.issuer).slice(0, LOGGED_TEXT_LIMITS.credential),
    app_key: caller.app?.key.slice(0, LOGGED_TEXT_LIMITS.credential) ?? null,
    client_address: address.slice(0, LOGGED_TEXT_LIMITS.address),
    error_code: error?.status ?? null,
    error_messages: (error?.messages ?? [])
      .slice(0, LOGGED_TEXT_LIMITS.messages)
      .map((message) => removeKnownSecrets(message).slice(0, LOGGED_TEXT_LIMITS.message)),
  };
  return { userId: caller.accountId, request, bodies: kept && describeBodies(request.id, kept, isPlainJson) };
}

function describeBodies(id: string, { sent, answer }: KeptBodies, isPlainJson: boolean): LoggedBodies {
  return {
    id,
    request_body: sent && isPlainJson ? loggedBody(sent, removeSecretsOfBody) : null,
    answer_body: answer ? loggedBody(answer, removeKnownSecrets) : null,
  };
}

function readError(answer: Buffer | undefined): ErrorBody | undefined {
  try {
    return errorBody.safeParse(JSON.parse(answer?.toString('utf8') ?? 'null')).data;
  } catch {
    return undefined;
  }
}

/** @param kept the whole body, or the first KEPT_BYTES bytes of the body. */
function loggedBody(kept: Buffer, removeSecrets: (text: string) => string): LoggedBody {
  const text = Buffer.from(removeSecrets(kept.toString('utf8')));
  const isCut = text.length > LOGGED_TEXT_LIMITS.body;
  // The cut may split a character. Leave room for the replacement character, which has three bytes.
  const shown = isCut ? text.subarray(0, LOGGED_TEXT_LIMITS.body - 3) : text;
  return { text: shown.toString('utf8'), is_cut: isCut || kept.length >= KEPT_BYTES };
}
