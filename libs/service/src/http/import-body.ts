import { ApiError } from '@keyhaven/contracts/shared/errors';
import { IMPORT_MEDIA_TYPE } from '@keyhaven/contracts/shared/import-contract';
import type { RequestHandler } from 'express';
import { readLines } from './read-lines';

const IMPORT_PATH = /^\/operator\/accounts\/[^/]+\/imports\/[^/]+\/?$/;

/**
 * Sets the body of import routes to an iterator of lines. It reads a line only when the route asks
 * for it, so the whole body is never in memory.
 */
export function importBody(lineBytes: number): RequestHandler {
  return (request, _response, next) => {
    const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
    if (type !== IMPORT_MEDIA_TYPE || !IMPORT_PATH.test(request.path)) return next();
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (encoding.toLowerCase() !== 'identity') {
      throw new ApiError(
        'unsupported_media_type',
        `Content-Encoding: ${encoding.slice(0, 50)} is not supported here; send the lines uncompressed`,
      );
    }
    request.body = readLines(request, { lineBytes });
    next();
  };
}
