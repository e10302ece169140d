import type { IncomingMessage } from 'node:http';
import { DEADLINE_HEADER } from '@keyhaven/contracts/shared/headers';
import { TOKEN_LIFETIME_SECONDS } from '@keyhaven/service/auth/caller';
import type { RequestHandler } from 'express';

/** A service behind the gateway: in another process (createProxy) or in this one (createHandover). */
export interface Upstream {
  /** Forwards the request with its present method, url and headers. */
  forward: RequestHandler;
  close(): void;
}

/** The most requests that one service handles for a gateway in parallel; further ones wait. */
export const MAX_CONCURRENT = 256;

/** Until when a request may wait for its service, in milliseconds: while its token and its deadline are valid. */
export function latestStart({ headers }: IncomingMessage): number {
  return Math.min(Number(headers[DEADLINE_HEADER]), Date.now() + TOKEN_LIFETIME_SECONDS * 1000);
}
