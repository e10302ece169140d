import type { Request, RequestHandler } from 'express';
import { type Arrival, describeRequest, type LogEntry } from './describe-request';

/**
 * Adds each request of an account to the request log when the request has ended: its response was
 * sent, or the client disconnected.
 * @param add a function that stores an entry and returns immediately.
 */
export function logRequests(add: (entry: LogEntry) => void): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    const arrival = arrivalOf(request);
    response.once('close', () => {
      const entry = describeRequest(arrival, response, performance.now() - started);
      if (entry) add(entry);
    });
    next();
  };
}

function arrivalOf(request: Request): Arrival {
  const { method, originalUrl, headers, ip = 'unknown' } = request;
  const isJson = /^$|^application\/([\w.-]+\+)?json\b/i.test(headers['content-type'] ?? '');
  const isPlain = /^$|^identity$/i.test(headers['content-encoding'] ?? '');
  return {
    at: new Date(),
    method,
    // A client that uses the gateway as a proxy sends a full URL, which may contain credentials.
    target: originalUrl.replace(/^https?:\/\/[^/?#]*/i, ''),
    address: ip,
    isPlainJson: isJson && isPlain,
  };
}
