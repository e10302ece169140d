import { z } from 'zod';

/** Headers that the platform reads on writes. */
export const writeHeaders = z.object({
  'if-match': z.string().max(1000).optional(),
  'idempotency-key': z.string().max(255).optional(),
});

/** Headers that reads with an ETag of their own take. */
export const readHeaders = z.object({ 'if-none-match': z.string().max(1000).optional() });

/** Names what the request had and the platform did not read: percent-encoded, separated by commas. */
export const IGNORED_HEADER = 'x-ignored';

/** The headers between gateway and services. */
export const REQUEST_ID_HEADER = 'x-request-id';
/** Milliseconds since the epoch after which a request must not begin to write. */
export const DEADLINE_HEADER = 'x-request-deadline';
