import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { Request, RequestHandler, Response } from 'express';
import { type BodyBudget, processBudget, type Reservation } from './body-budget';
import { BodyParts, partsTooSmall } from './body-parts';
import { sendError } from './error-handler';

/**
 * The maximum factor by which decompression enlarges a deflate or gzip body: a limit of the format. Brotli has no such
 * limit.
 */
const DEFLATE_MAX_GROWTH = 1032;
/** Bodies shorter than this are not counted, because they need little memory. In bytes. */
const SHORT_BYTES = 4096;

/**
 * Refuses a body as soon as it exceeds the limit or arrives in too many small parts. Also refuses a body if the bodies
 * of all requests together would take too much memory. The body parser alone would first read the whole body.
 *
 * The bodies of GET, HEAD and DELETE have no meaning. They are not read before the answer, and so need no memory.
 */
export function boundBody(maxBytes: number, budget: BodyBudget = processBudget): RequestHandler {
  return (request, response, next) => {
    // Import routes limit the length of each line instead.
    if (request.body !== undefined) return next();
    const declared = Number(request.headers['content-length'] ?? 0);
    if (declared > maxBytes) throw bodyTooLarge(maxBytes);
    if (hasNoMeaning(request)) return next();
    if (request.headers['transfer-encoding'] !== undefined || declared > SHORT_BYTES || growthOf(request) > 1) {
      let read = 0;
      const parts = new BodyParts();
      const reservation = budget.reserve();
      // The parsed body is in memory until the answer. What arrived of a refused body is in memory until its end.
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

/** Whether the body of a request is ignored. */
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

/** The error for a body that is larger than its service accepts. */
export function bodyTooLarge(maxBytes: number): ApiError {
  return new ApiError('payload_too_large', `the body is too large; at most ${maxBytes} bytes are accepted`);
}
