import type { IncomingMessage } from 'node:http';
import { DEADLINE_HEADER } from '@keyhaven/contracts/shared/headers';
import { TOKEN_LIFETIME_SECONDS } from '@keyhaven/service/auth/caller';
import type { RequestHandler } from 'express';

/** A service behind the gateway. It runs in another process (createProxy) or in this one (createHandover). */
export interface Upstream {
  /** Forwards the request with its current method, url and headers. */
  forward: RequestHandler;
  close(): void;
}

/** The limits of the requests to a service. */
export interface UpstreamLimits {
  /** The maximum time in which neither the service nor the client sends a byte, in milliseconds. */
  silenceMs: number;
  /** The maximum number of concurrent requests. Further requests wait. */
  maxConcurrent: number;
  /** The largest body that the service accepts, in bytes. */
  maxBodyBytes: number;
}

/** The maximum number of concurrent requests from a gateway to one service. Further requests wait. */
export const MAX_CONCURRENT = 256;
/** The maximum number of concurrent long polls and streams from a gateway to one service. */
export const MAX_HELD = 2000;

/**
 * Returns the latest time at which a request may be sent to its service, in milliseconds since the epoch. After this
 * time, the request's token or deadline is no longer valid.
 */
export function latestStart({ headers }: IncomingMessage): number {
  return Math.min(Number(headers[DEADLINE_HEADER]), Date.now() + TOKEN_LIFETIME_SECONDS * 1000);
}
