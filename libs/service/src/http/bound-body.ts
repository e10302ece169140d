import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { Request, RequestHandler, Response } from 'express';
import { type BodyBudget, processBudget, type Reservation } from './body-budget';
import { sendError } from './error-handler';

/**
 * The body parser keeps each part of a body until the end, with about 100 bytes of administration. So a body in parts of
 * one byte would need a hundred times its size. Programs send parts of kilobytes, and so does the network.
 */
const MIN_AVERAGE_BYTES = 64;
/** The limit of the format. Brotli has none. */
const DEFLATE_MAX_GROWTH = 1032;
/** Fewer parts than this are accepted whatever their size. */
const MANY_PARTS = 4096;

/**
 * Refuses a body as soon as it is known to exceed the limit, to arrive in too many small parts, or to exceed what the bodies
 * of all requests may take together. The body parser alone would first read the whole body.
 *
 * The bodies of GET, HEAD and DELETE have no meaning. They are not read before the answer, and so need no memory.
 */
export function boundBody(maxBytes: number, budget: BodyBudget = processBudget): RequestHandler {
  return (request, response, next) => {
    // Import routes limit the length of each line instead.
    if (request.body !== undefined) return next();
    const tooLarge = () =>
      new ApiError('payload_too_large', `the body is too large; at most ${maxBytes} bytes are accepted`);
    const declared = Number(request.headers['content-length'] ?? 0);
    if (declared > maxBytes) throw tooLarge();
    if (hasNoMeaning(request)) return next();
    if (request.headers['transfer-encoding'] !== undefined || declared > MANY_PARTS || growthOf(request) > 1) {
      let read = 0;
      let parts = 0;
      const reservation = budget.reserve();
      // The parsed body is in memory until the answer. What arrived of a refused body is in memory until its end.
      let open = 2;
      const close = () => --open === 0 && reservation.release();
      request.once('close', close);
      response.once('close', close);
      request.on('data', (chunk: Buffer) => {
        read += chunk.length;
        parts++;
        if (response.headersSent) return;
        if (read > maxBytes) sendError(response, tooLarge());
        else if (parts > MANY_PARTS && read < parts * MIN_AVERAGE_BYTES) sendError(response, partsTooSmall());
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

/** How many times as large a body can be at most when it is decompressed. */
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

function partsTooSmall(): ApiError {
  return new ApiError(
    'bad_request',
    `body: arrived in parts of less than ${MIN_AVERAGE_BYTES} bytes on average; send larger chunks`,
  );
}
