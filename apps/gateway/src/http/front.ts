import cors from 'cors';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Headers of answers that programs in browsers may read. */
const exposedHeaders = [
  'Date',
  'ETag',
  'Retry-After',
  'X-Ignored',
  'X-Request-Id',
  ...['RateLimit', 'X-RateLimit'].flatMap((prefix) =>
    ['Limit', 'Remaining', 'Reset'].map((part) => `${prefix}-${part}`),
  ),
];
/** For how long a browser may remember the answer to a preflight, in seconds. */
const PREFLIGHT_SECONDS = 600;

/**
 * Runs before everything else: sets security and CORS headers, and answers OPTIONS. A service that answers pages sends
 * its own Content-Security-Policy, which replaces the one set here.
 * @param origins where programs in browsers may come from; `*` for anywhere. Cookies are never allowed.
 */
export function front(origins: string[]): RequestHandler[] {
  return [
    helmet({
      contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
      // Images of messages may be shown on other sites.
      crossOriginResourcePolicy: { policy: 'cross-origin' },
    }),
    cors({
      origin: origins.includes('*') ? '*' : origins,
      credentials: false,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders,
      maxAge: PREFLIGHT_SECONDS,
    }),
  ];
}
