import { describeOAuthError } from '@keyhaven/contracts/identity/oauth-errors';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { RequestProgress } from '@keyhaven/persistence/request-progress';
import { standalonePageHeaders } from '@keyhaven/pages/document/page-headers';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { z } from 'zod';
import type { Logger } from '../observability/logger';
import { asApiError } from './as-api-error';
import { RefusedBody } from './check-body';
import { errorPage } from './error-page';
import { keepError } from './kept-bodies';

/**
 * Sends an error as the usual error body. If app.ts has marked the request, sends an HTML page or a
 * body with the fields of OAuth errors instead.
 */
export function sendError(response: Response, error: ApiError): void {
  response.locals.errorCode = error.code;
  keepError(response, error);
  for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
  response.status(error.status);
  if (response.locals.answersOAuth === true) return void response.json(describeOAuthError(error));
  if (response.locals.answersPages !== true) return void response.json(error.body);
  const { method } = response.req;
  response.set(standalonePageHeaders).send(errorPage(error, method, String(response.locals.requestId)));
}

/**
 * Creates the handler that answers any error. For an unexpected error, it answers 500 with the
 * request id and without internal details.
 */
export function errorHandler(logger: Logger, noteFailure?: (error: unknown) => void): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    noteFailure?.(error);
    const refusal = refusalOf(logger, error, request, response);
    if (response.headersSent) response.destroy();
    else sendError(response, refusal);
  };
}

/**
 * Returns the ApiError with which to answer an error. An unexpected error is logged, and becomes an
 * internal_error.
 */
export function refusalOf(logger: Logger, error: unknown, request: Request, response: Response): ApiError {
  const progress = response.locals.progress as RequestProgress | undefined;
  const known = asApiError(error, progress) ?? parsingError(error, request);
  const requestId = String(response.locals.requestId);
  const log = (err: unknown, message: string) =>
    logger.error({ err, request_id: requestId, route: response.locals.route as string | undefined }, message);
  if (known) {
    if (isLasting(known.cause)) log(known.cause, 'a call to another service failed, and would fail again');
    return known;
  }
  log(error, 'request failed');
  return new ApiError('internal_error', `an internal error occurred; give the operator the request id ${requestId}`);
}

/**
 * Whether a call to another service would fail again if it were repeated: the service refused the
 * call, or the response violates the contract. The cause is a bug, or an upgrade of only one of the
 * two services. The log must show this cause, because the client sees only a 503.
 */
function isLasting(cause: unknown): boolean {
  return (cause instanceof ApiError && cause.status < 500) || cause instanceof z.ZodError;
}

/**
 * Converts errors of Express from parsing the body or the path. Returns undefined for other errors.
 */
function parsingError(error: unknown, request: Request): ApiError | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof RefusedBody) return new ApiError(error.code, error.message);
  const { type, limit } = error as { type?: string; limit?: number };
  if (type === 'entity.too.large')
    return new ApiError('payload_too_large', `the body is too large; at most ${limit} bytes are accepted`);
  if (type === 'entity.parse.failed') return new ApiError('bad_request', 'body: is not valid JSON');
  if (type === 'encoding.unsupported' || type === 'charset.unsupported')
    return new ApiError('unsupported_media_type', error.message);
  if (type === 'request.aborted' || type === 'request.size.invalid')
    return new ApiError('bad_request', 'body: ended before it was complete; send all of it');
  if (error instanceof URIError) return new ApiError('bad_request', 'path: expected a valid percent-encoding');
  if (isCallersFault(error)) {
    const encoding = request.headers['content-encoding'];
    return new ApiError(
      'bad_request',
      `body: could not be decoded${encoding ? `, with Content-Encoding: ${encoding.slice(0, 50)}` : ''}`,
    );
  }
  return undefined;
}

/** Whether the body parser reports a fault of the client, such as broken compression. */
function isCallersFault(error: Error): boolean {
  const { status, expose } = error as { status?: unknown; expose?: unknown };
  return expose === true && typeof status === 'number' && status >= 400 && status < 500;
}
