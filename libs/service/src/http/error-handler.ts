import { ApiError } from '@keyhaven/contracts/shared/errors';
import { isOutOfDiskSpace } from '@keyhaven/persistence/out-of-disk-space';
import { outcomeUnknown, type RequestProgress } from '@keyhaven/persistence/request-progress';
import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Logger } from '../logger';
import { RefusedBody } from './check-body';
import { errorPage, errorPageHeaders } from './error-page';
import { isDatabaseAway } from './database-away';

/** Writes an error answer in the shape that all errors have, or as a page for browsers. */
export function sendError(response: Response, error: ApiError): void {
  response.locals.errorCode = error.code;
  for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
  response.status(error.status);
  if (response.locals.answersPages !== true) return void response.json(error.body);
  response.set(errorPageHeaders).send(errorPage(error, String(response.locals.requestId)));
}

/** Converts any error to an answer. An unexpected error is a 500 with the request id and no internal details. */
export function errorHandler(logger: Logger, noteFailure?: (error: unknown) => void): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    noteFailure?.(error);
    const known = asApiError(error, request, response.locals.progress as RequestProgress | undefined);
    if (!known) {
      logger.error(
        {
          err: error,
          request_id: response.locals.requestId as string,
          route: response.locals.route as string | undefined,
        },
        'request failed',
      );
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const requestId = String(response.locals.requestId);
    sendError(
      response,
      known ??
        new ApiError('internal_error', `an internal error occurred; give the operator the request id ${requestId}`),
    );
  };
}

/** Errors of Express' body and path parsing, of an unavailable database, and of a full disk. */
function asApiError(error: unknown, request: Request, progress: RequestProgress | undefined): ApiError | undefined {
  if (error instanceof ApiError) return error;
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
  if (isDatabaseAway(error)) {
    return progress?.mayHaveWritten
      ? outcomeUnknown('the connection to the database was lost during the request')
      : new ApiError('unavailable', 'the database is not available; try again in 2 seconds', { 'Retry-After': '2' });
  }
  if (isOutOfDiskSpace(error)) {
    if (progress?.mayHaveWritten) return outcomeUnknown('the disk of the database is full');
    return new ApiError('unavailable', 'the disk of the database is full; try again in 30 seconds', {
      'Retry-After': '30',
    });
  }
  if (isCallersFault(error)) {
    const encoding = request.headers['content-encoding'];
    return new ApiError(
      'bad_request',
      `body: could not be decoded${encoding ? `, with Content-Encoding: ${encoding.slice(0, 50)}` : ''}`,
    );
  }
  return undefined;
}

/** Whether the body parser blames the request, for example for broken compression. */
function isCallersFault(error: Error): boolean {
  const { status, expose } = error as { status?: unknown; expose?: unknown };
  return expose === true && typeof status === 'number' && status >= 400 && status < 500;
}
