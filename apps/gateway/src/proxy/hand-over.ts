import type { RequestListener } from 'node:http';
import { sendError } from '@keyhaven/service/http/error-handler';
import type { Request, Response } from 'express';
import { bodyNotInTime, notInTime, waitedTooLong } from './failures';
import { latestStart, MAX_CONCURRENT, type Upstream } from './upstream';

/**
 * Hands requests over to a service of this process, which answers the client directly. The service sees what a proxy
 * would have sent: the path, the headers and the internal token of the gateway.
 * @param silenceMs how long both sides of a request may be silent, in milliseconds.
 */
export function createHandover(handle: RequestListener, silenceMs: number): Upstream {
  const waiting = new Set<() => void>();
  let running = 0;

  const forward = (request: Request, response: Response) => {
    // The client may have left while the request was being prepared.
    if (response.destroyed) return;
    const startBy = latestStart(request);
    let isRunning = false;
    const start = () => {
      waiting.delete(start);
      if (Date.now() > startBy) return sendError(response, waitedTooLong());
      isRunning = true;
      running++;
      // What the service builds addresses of other pages from.
      request.originalUrl = request.url;
      handle(request, response);
    };
    response.once('close', () => {
      waiting.delete(start);
      if (isRunning) running--;
      for (const next of waiting) {
        if (running >= MAX_CONCURRENT) break;
        next();
      }
    });
    response.setTimeout(silenceMs, () => {
      waiting.delete(start);
      endSilence(request, response, isRunning);
    });
    if (running < MAX_CONCURRENT) start();
    else waiting.add(start);
  };
  return { forward, close: () => {} };
}

/** Ends a request that was silent for too long. A client that reads its answer slowly is not silent. */
function endSilence(request: Request, response: Response, isRunning: boolean): void {
  // Cut, so that no client takes the answer for complete.
  if (response.headersSent) return void response.destroy();
  const { route } = response.locals as { route?: string };
  response.locals.waitsFor ??= [`${isRunning ? 'an answer' : 'its turn'} to ${route ?? 'a request'}`];
  if (!isRunning) sendError(response, waitedTooLong());
  else sendError(response, request.complete ? notInTime(request) : bodyNotInTime());
}
