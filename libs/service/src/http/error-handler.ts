import { ApiError } from '@keyhaven/contracts/shared/errors';
import { isOutOfDiskSpace } from '@keyhaven/persistence/out-of-disk-space';
import { outcomeUnknown, type RequestProgress } from '@keyhaven/persistence/request-progress';
import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Logger } from '../logger';
import { RefusedBody } from './check-body';
import { errorPage, errorPageHeaders } from './error-page';
import { isDatabaseAway } from './database-away';

/** Writes an error answer: the one shape that all have, or a page where people in browsers are answered. */
export function sendError(response: Response, error: ApiError): void {
  response.locals.errorCode = error.code;
  for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
  response.status(error.status);
  if (response.locals.answersPages !== true) return void response.json(error.body);
  response.set(errorPageHeaders).send(errorPage(error, String(response.locals.requestId)));
}

/** Turns whatever was thrown into an answer. What is not ours is a 500 with the request id and nothing of the inside. */
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
      known ?? new ApiError('internal_error', `something failed inside; the request id is ${requestId}`),
    );
  };
}

/** Errors of Express' own body and path parsing, and the database's when it is away or its disk is full. */
function asApiError(error: unknown, request: Request, progress: RequestProgress | undefined): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (!(error instanceof Error)) return undefined;
  if (error instanceof RefusedBody) return new ApiError(error.code, error.message);
  const { type, limit } = error as { type?: string; limit?: number };
  if (type === 'entity.too.large')
    return new ApiError('payload_too_large', `the body is larger than the ${limit} bytes that are accepted`);
  if (type === 'entity.parse.failed') return new ApiError('bad_request', 'body: is not valid JSON');
  if (type === 'encoding.unsupported' || type === 'charset.unsupported')
    return new ApiError('unsupported_media_type', error.message);
  if (type === 'request.aborted' || type === 'request.size.invalid')
    return new ApiError('bad_request', 'body: ended before it was complete');
  if (error instanceof URIError) return new ApiError('bad_request', 'path: is not a valid percent-encoding');
  if (isDatabaseAway(error)) {
    return progress?.mayHaveWritten
      ? outcomeUnknown('the database went away during the request')
      : new ApiError('unavailable', 'the database is away at the moment', { 'Retry-After': '2' });
  }
  if (isOutOfDiskSpace(error)) {
    if (progress?.mayHaveWritten) return outcomeUnknown('the database has no room left on its disk');
    return new ApiError('unavailable', 'the database has no room left on its disk; try again later', {
      'Retry-After': '30',
    });
  }
  if (isCallersFault(error)) {
    const encoding = request.headers['content-encoding'];
    return new ApiError(
      'bad_request',
      `body: could not be read as it was sent${encoding ? `, with Content-Encoding: ${encoding.slice(0, 50)}` : ''}`,
    );
  }
  return undefined;
}

/** Whether the body parser blames the request: broken compression, and whatever else it may find in a body. */
function isCallersFault(error: Error): boolean {
  const { status, expose } = error as { status?: unknown; expose?: unknown };
  return expose === true && typeof status === 'number' && status >= 400 && status < 500;
}
