import { IMPORT_MEDIA_TYPE } from '@keyhaven/contracts/shared/import-contract';
import type { RequestHandler } from 'express';
import { readLines } from './read-lines';

const IMPORT_PATH = /^\/operator\/accounts\/[^/]+\/imports\/[^/]+\/?$/;

/** Gives import routes the lines of their bodies. Nothing is read before the route does, and never the whole body. */
export function importBody(lineBytes: number): RequestHandler {
  return (request, _response, next) => {
    const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
    if (type === IMPORT_MEDIA_TYPE && IMPORT_PATH.test(request.path)) request.body = readLines(request, { lineBytes });
    next();
  };
}
