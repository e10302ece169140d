import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { RequestHandler } from 'express';

/**
 * Refuses forms that another site sent. Browsers send the source of a request in the header
 * Sec-Fetch-Site if the URL uses https or localhost. Otherwise they send it in Origin. A client
 * that sends neither header is not a browser, so it has no cookies of a person's browser.
 */
export function checkOrigin(publicUrl: string): RequestHandler {
  return (request, _response, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') return next();
    const site = request.headers['sec-fetch-site'];
    const { origin } = request.headers;
    if (site !== undefined ? site === 'same-origin' || site === 'none' : origin === undefined || origin === publicUrl) {
      return next();
    }
    throw new ApiError(
      'forbidden',
      `the form was sent from ${site === undefined ? String(origin).slice(0, 100) : 'another site'}; open the page at ${publicUrl} and send it from there`,
    );
  };
}
