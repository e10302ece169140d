import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { readDocument } from '@keyhaven/service/documents/read-document';
import type { Express, Request, Response } from 'express';
import type { RequestLimit } from '../limits/limit-requests';

/** The OpenAPI documents of the public API. The documents for operators and services are not served. */
const names = ['v2', 'v1'] as const;
const compress = promisify(gzip);

/**
 * Serves the OpenAPI documents, without credentials. Their `servers` are relative URLs, so the documents are correct
 * for every URL under which the gateway can be reached.
 */
export function mountOpenApiDocuments(app: Express, limit: RequestLimit): void {
  for (const name of names) {
    const path = `/openapi/${name}.json`;
    const text = Buffer.from(readDocument(`openapi/${name}.json`));
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    let compressed: Promise<Buffer> | undefined;
    app.get(path, async (request, response) => {
      admit(limit, path, request, response);
      const isCompressed = request.acceptsEncodings('gzip', 'identity') === 'gzip';
      response.vary('Accept-Encoding').set({
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': 'public, max-age=300',
        ETag: `"${hash}${isCompressed ? '-gzip' : ''}"`,
        ...(isCompressed && { 'Content-Encoding': 'gzip' }),
      });
      // Express responds with 304 if the request contains the current ETag.
      response.send(isCompressed ? await (compressed ??= compress(text)) : text);
    });
    app.all(path, (request) => {
      throw new ApiError('method_not_allowed', `${request.method} is not allowed here; use GET, HEAD or OPTIONS`, {
        Allow: 'GET, HEAD, OPTIONS',
      });
    });
  }
}

/** Counts a request for a document toward the client address's limit, as on other routes without credentials. */
function admit(limit: RequestLimit, path: string, { ip = 'unknown' }: Request, response: Response) {
  response.locals.route = `GET ${path}`;
  limit({ address: ip }, response);
}
