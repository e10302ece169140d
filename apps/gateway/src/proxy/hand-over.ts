import type { RequestListener } from 'node:http';
import { sendError } from '@keyhaven/service/http/error-handler';
import type { Request, Response } from 'express';
import { bodyNotInTime, notInTime, waitedTooLong } from './failures';
import { latestStart, type Upstream, type UpstreamLimits } from './upstream';

/**
 * Passes requests to a service that runs in this process. The service receives the same request as through a proxy: the
 * same path and headers, and the gateway's internal token. The service responds to the client directly, and itself
 * limits the size of the body.
 */
export function createHandover(
  handle: RequestListener,
  { silenceMs, maxConcurrent }: Omit<UpstreamLimits, 'maxBodyBytes'>,
): Upstream {
  const waiting = new Set<() => void>();
  let running = 0;

  const forward = (request: Request, response: Response) => {
    // The client may have disconnected while the request was being prepared.
    if (response.destroyed) return;
    const startBy = latestStart(request);
    let isRunning = false;
    const start = () => {
      waiting.delete(start);
      if (Date.now() > startBy) return sendError(response, waitedTooLong());
      isRunning = true;
      running++;
      // The service builds the URLs of other pages of a list from `originalUrl`.
      request.originalUrl = request.url;
      handle(request, response);
    };
    response.once('close', () => {
      waiting.delete(start);
      if (isRunning) running--;
      for (const next of waiting) {
        if (running >= maxConcurrent) break;
        next();
      }
    });
    response.setTimeout(silenceMs, () => {
      waiting.delete(start);
      endSilence(request, response, isRunning);
    });
    if (running < maxConcurrent) start();
    else waiting.add(start);
  };
  return { forward, close: () => {} };
}

/**
 * Ends a request whose service or client was silent for too long. A client that reads its response slowly does not
 * count as silent.
 */
function endSilence(request: Request, response: Response, isRunning: boolean): void {
  // Close the connection, so that the client notices that the response is incomplete.
  if (response.headersSent) return void response.destroy();
  const { route } = response.locals as { route?: string };
  response.locals.waitsFor ??= [`${isRunning ? 'an answer' : 'its turn'} to ${route ?? 'a request'}`];
  if (!isRunning) sendError(response, waitedTooLong());
  else sendError(response, request.complete ? notInTime(request) : bodyNotInTime());
}
