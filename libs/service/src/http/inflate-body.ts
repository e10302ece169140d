import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, type ZlibOptions } from 'node:zlib';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import readRaw from 'raw-body';
import { bodyTooLarge, hasNoMeaning } from './bound-body';

/**
 * The size of the chunks in which a body is decompressed, in bytes. Each chunk takes a turn of the
 * event loop. With the default of 16 kB, a busy process took seconds to refuse a body of 20 MB.
 */
const CHUNK_BYTES = 262_144;

type Inflate = (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>;
const inflaters = new Map<string, Inflate>([
  ['gzip', promisify<Buffer, ZlibOptions, Buffer>(gunzip)],
  ['deflate', promisify<Buffer, ZlibOptions, Buffer>(inflate)],
  ['br', promisify<Buffer, ZlibOptions, Buffer>(brotliDecompress)],
]);

/**
 * Reads and decompresses a compressed body, for the parsers that are wrapped in `parsing`. It stops
 * as soon as the limit is exceeded.
 * @param maxBytes the maximum size of the body, both compressed and decompressed, in bytes.
 */
export function inflateBody(maxBytes: number): RequestHandler {
  return async (request, response, next) => {
    const { 'content-encoding': encoding = 'identity', 'content-length': length } = request.headers;
    if (encoding.toLowerCase() === 'identity' || request.body !== undefined || hasNoMeaning(request)) return next();
    const decompress = inflaters.get(encoding.toLowerCase());
    if (!decompress) {
      throw new ApiError(
        'unsupported_media_type',
        `Content-Encoding: ${encoding.slice(0, 50)} is not supported; expected gzip, deflate or br`,
      );
    }
    const compressed = await readRaw(request, { length, limit: maxBytes }).catch((error: unknown) => {
      if (!response.headersSent) throw error;
    });
    // boundBody may have refused the body in the meantime.
    if (!compressed || response.headersSent) return;
    try {
      response.locals.inflated = await decompress(compressed, { maxOutputLength: maxBytes, chunkSize: CHUNK_BYTES });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw bodyTooLarge(maxBytes);
      throw new ApiError('bad_request', `body: could not be decoded, with Content-Encoding: ${encoding}`);
    }
    next();
  };
}

/**
 * Wraps a body parser so that it reads the result of inflateBody if the body was compressed. Bodies
 * of GET, HEAD and DELETE are not parsed.
 */
export function parsing(parse: RequestHandler): RequestHandler {
  return (request, response, next) => {
    if (hasNoMeaning(request)) return next();
    const { inflated } = response.locals as { inflated?: Buffer };
    if (!inflated) void parse(request, response, next);
    else if (request.body !== undefined) next();
    else parseInflated(parse, inflated, request, response, next);
  };
}

function parseInflated(
  parse: RequestHandler,
  inflated: Buffer,
  request: Request,
  response: Response,
  next: NextFunction,
): void {
  const { 'content-encoding': _encoding, 'transfer-encoding': _transfer, ...headers } = request.headers;
  // The parsers use only these parts of a request.
  const source = Object.assign(Readable.from([inflated], { objectMode: false }), {
    headers: { ...headers, 'content-length': String(inflated.length) },
    body: undefined,
  });
  void parse(source as unknown as Request, response, (error?: unknown) => {
    request.body = source.body;
    next(error);
  });
}
