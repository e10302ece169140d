import { version1 } from '@keyhaven/contracts/platform/changes';
import type { RequestHandler } from 'express';
import { normalisePath } from '../routing/normalise-path';

/**
 * Matches the paths of version 1 and of its aliases, even with doubled slashes at the beginning.
 */
const version1Path = /^\/+(v1|v1\.1|api)(\/|\?|$)/;

/**
 * Returns the headers that tell clients when version 1 was deprecated and, if this is known, when version 1 will end.
 */
export function deprecationHeaders({ deprecated, sunset, help }: typeof version1): Record<string, string> {
  const links = [`<${help}>; rel="deprecation"; type="text/html"`];
  if (sunset !== null) links.push(`<${help}>; rel="sunset"; type="text/html"`);
  return {
    // RFC 9745 requires a date as a structured field, in seconds since the epoch.
    Deprecation: `@${Date.parse(`${deprecated}T00:00:00Z`) / 1000}`,
    // RFC 8594 requires an HTTP date.
    ...(sunset !== null && { Sunset: new Date(`${sunset}T00:00:00Z`).toUTCString() }),
    Link: links.join(', '),
  };
}

/** Adds the deprecation headers to every response of version 1, errors included. */
export function deprecateVersion1(): RequestHandler {
  const headers = new Map(Object.entries(deprecationHeaders(version1)));
  return (request, response, next) => {
    // Requests are routed by the normalised path, so compare this path. The URL may contain encoded characters.
    const normal = normalisePath(request.originalUrl);
    const path = normal ? `/${normal.segments.join('/')}` : request.originalUrl;
    if (version1Path.test(path)) response.setHeaders(headers);
    next();
  };
}
