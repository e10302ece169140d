import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { IncomingMessage } from 'node:http';

/** The maximum size of a body in bytes: an image of 5 MB in JSON, and a margin. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** The error for a body over the limit. */
export function bodyTooLarge(): ApiError {
  return new ApiError('payload_too_large', `the body is too large; at most ${MAX_BODY_BYTES} bytes are accepted`);
}

/**
 * Checks the headers that describe a request's body, before anything is forwarded.
 * @throws ApiError payload_too_large; bad_request for a chunked body that the proxy library cannot forward correctly.
 */
export function checkDeclaredBody({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): void {
  if (Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw bodyTooLarge();
  const encoding = headers['transfer-encoding'];
  if (encoding === undefined) return;
  // For these methods the proxy library does not forward chunked framing, so the service would read the body as another
  // request.
  const takesNoChunks = method === 'GET' || method === 'HEAD' || method === 'DELETE';
  if (takesNoChunks || encoding.toLowerCase() !== 'chunked') {
    throw new ApiError(
      'bad_request',
      `Transfer-Encoding: ${encoding.slice(0, 50)} is not accepted with ${method}; send no body`,
    );
  }
}
