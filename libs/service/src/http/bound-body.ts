import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { RequestHandler } from 'express';
import { sendError } from './error-handler';

/**
 * The body parser keeps each part of a body until the end, with about 100 bytes of administration. So a body in parts of
 * one byte would need a hundred times its size. Programs send parts of kilobytes, and so does the network.
 */
const MIN_AVERAGE_BYTES = 64;
/** Fewer parts than this are accepted whatever their size. */
const MANY_PARTS = 4096;

/**
 * Refuses a body as soon as it is known to exceed the limit, or to arrive in too many small parts. The body parser alone
 * would first read the whole body.
 */
export function boundBody(maxBytes: number): RequestHandler {
  return (request, response, next) => {
    // Import routes limit the length of each line instead.
    if (request.body !== undefined) return next();
    const tooLarge = () =>
      new ApiError('payload_too_large', `the body is too large; at most ${maxBytes} bytes are accepted`);
    const declared = Number(request.headers['content-length'] ?? 0);
    if (declared > maxBytes) throw tooLarge();
    if (request.headers['transfer-encoding'] !== undefined || declared > MANY_PARTS) {
      let read = 0;
      let parts = 0;
      request.on('data', (chunk: Buffer) => {
        read += chunk.length;
        parts++;
        if (response.headersSent) return;
        if (read > maxBytes) sendError(response, tooLarge());
        else if (parts > MANY_PARTS && read < parts * MIN_AVERAGE_BYTES) sendError(response, partsTooSmall());
      });
    }
    next();
  };
}

function partsTooSmall(): ApiError {
  return new ApiError(
    'bad_request',
    `body: arrived in parts of less than ${MIN_AVERAGE_BYTES} bytes on average; send larger chunks`,
  );
}
