import { ApiError } from '@keyhaven/contracts/shared/errors';
import { bodyTooLarge } from '@keyhaven/service/http/bound-body';
import type { IncomingMessage } from 'node:http';

/**
 * Checks the headers that describe a request's body, before anything is forwarded.
 * @param maxBytes the largest body that the service accepts.
 * @throws ApiError payload_too_large; bad_request for a Transfer-Encoding that cannot be forwarded correctly.
 */
export function checkDeclaredBody(
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  maxBytes: number,
): void {
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw bodyTooLarge(maxBytes);
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
