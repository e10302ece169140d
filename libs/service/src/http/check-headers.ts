import { ApiError } from '@keyhaven/contracts/shared/errors';
import { DEADLINE_HEADER, REQUEST_ID_HEADER } from '@keyhaven/contracts/shared/headers';
import type { RequestHandler } from 'express';

/** The maximum number of headers of a request. Usual clients send about twenty. */
const MAX_HEADERS = 200;
/**
 * Headers that the gateway adds. They are not counted. Otherwise a service could refuse a request
 * that the gateway accepted.
 */
const uncounted = new Set(['authorization', 'connection', REQUEST_ID_HEADER, DEADLINE_HEADER]);

/**
 * Refuses requests with too many headers, without a Host header, or with an unsupported Expect
 * header. Node alone would drop surplus headers, send an error without a body if the Host header is
 * missing, and ignore Expect.
 */
export const checkHeaders: RequestHandler = (request, _response, next) => {
  const { headers, rawHeaders, httpVersion } = request;
  // `rawHeaders` contains names and values alternately. Only requests with very many headers
  // need the exact count.
  if (rawHeaders.length > 2 * MAX_HEADERS) {
    const count = rawHeaders.filter((name, index) => index % 2 === 0 && !uncounted.has(name.toLowerCase())).length;
    if (count > MAX_HEADERS) {
      throw new ApiError('headers_too_large', `the request has ${count} headers; at most ${MAX_HEADERS} are accepted`);
    }
  }
  if (headers.host === undefined && httpVersion === '1.1') {
    throw new ApiError('bad_request', 'Host: is required; send the name of the server');
  }
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') {
    throw new ApiError(
      'expectation_failed',
      `Expect: ${JSON.stringify(headers.expect.slice(0, 50))} is not supported; expected 100-continue`,
    );
  }
  next();
};
