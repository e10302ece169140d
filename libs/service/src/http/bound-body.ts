import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { RequestHandler } from 'express';
import { sendError } from './error-handler';

/** Refuses a body as soon as it is known to exceed the limit. The body parser alone would first read the whole body. */
export function boundBody(maxBytes: number): RequestHandler {
  return (request, response, next) => {
    // Import routes limit the length of each line instead.
    if (request.body !== undefined) return next();
    const tooLarge = () =>
      new ApiError('payload_too_large', `the body is too large; at most ${maxBytes} bytes are accepted`);
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
    if (request.headers['transfer-encoding'] !== undefined) {
      let read = 0;
      request.on('data', (chunk: Buffer) => {
        read += chunk.length;
        if (read > maxBytes && !response.headersSent) sendError(response, tooLarge());
      });
    }
    next();
  };
}
