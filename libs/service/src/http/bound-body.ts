import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { Request, RequestHandler, Response } from 'express';
import { type BodyBudget, processBudget, type Reservation } from './body-budget';
import { BodyParts, partsTooSmall } from './body-parts';
import { sendError } from './error-handler';

/**
 * The maximum factor by which a gzip or deflate body can grow when it is decompressed. These formats
 * limit the factor. Brotli does not.
 */
const DEFLATE_MAX_GROWTH = 1032;
/**
 * The maximum Content-Length of a body that is not counted against the memory budget, in bytes. Such
 * a body needs little memory. Compressed bodies are always counted.
 */
const SHORT_BYTES = 4096;

/**
 * Refuses a body as soon as it exceeds `maxBytes`, arrives in too many small parts, or would exceed
 * the memory budget together with the bodies of other requests. The body parser alone would read
 * the whole body first.
 *
 * Of the bodies of GET, HEAD and DELETE, only the Content-Length is checked. These bodies are not
 * read before the response, so they need no memory.
 */
export function boundBody(maxBytes: number, budget: BodyBudget = processBudget): RequestHandler {
  return (request, response, next) => {
    // If the body is already set, this is an import route. Import routes limit the length of each
    // line instead.
    if (request.body !== undefined) return next();
    const declared = Number(request.headers['content-length'] ?? 0);
    if (declared > maxBytes) throw bodyTooLarge(maxBytes);
    if (hasNoMeaning(request)) return next();
    if (request.headers['transfer-encoding'] !== undefined || declared > SHORT_BYTES || growthOf(request) > 1) {
      let read = 0;
      const parts = new BodyParts();
      const reservation = budget.reserve();
      // Release the memory when both the request and the response are closed. The parsed body stays
      // in memory until the response is closed. The received bytes of a refused body stay in memory
      // until the request is closed.
      let open = 2;
      const close = () => --open === 0 && reservation.release();
      request.once('close', close);
      response.once('close', close);
      request.on('data', (chunk: Buffer) => {
        read += chunk.length;
        const areTooSmall = parts.add(chunk);
        if (response.headersSent) return;
        if (read > maxBytes) sendError(response, bodyTooLarge(maxBytes));
        else if (areTooSmall) sendError(response, partsTooSmall());
        else refuseBeyond(reservation, Math.min(maxBytes, read * growthOf(request)), response);
      });
    }
    next();
  };
}

/** Whether the body of a request is ignored because of the method of the request. */
export function hasNoMeaning({ method }: Pick<Request, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'DELETE';
}

/** The maximum factor by which decompression can enlarge a body. */
function growthOf({ headers }: Request): number {
  const encoding = (headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding === 'identity') return 1;
  return encoding === 'gzip' || encoding === 'deflate' ? DEFLATE_MAX_GROWTH : Infinity;
}

function refuseBeyond(reservation: Reservation, bytes: number, response: Response): void {
  try {
    reservation.grow(bytes);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    sendError(response, error);
  }
}

/** The error for a body that is larger than the service accepts. */
export function bodyTooLarge(maxBytes: number): ApiError {
  return new ApiError('payload_too_large', `the body is too large; at most ${maxBytes} bytes are accepted`);
}
