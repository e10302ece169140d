import { z } from 'zod';

/** Headers that the platform reads on writes. */
export const writeHeaders = z.object({
  'if-match': z.string().max(1000).optional(),
  'idempotency-key': z.string().max(255).optional(),
});

/** Headers of reads that return their own ETag. */
export const readHeaders = z.object({ 'if-none-match': z.string().max(1000).optional() });

/** Lists the parts of the request that the platform did not read: percent-encoded, separated by commas. */
export const IGNORED_HEADER = 'x-ignored';

/** Headers between gateway and services. */
export const REQUEST_ID_HEADER = 'x-request-id';
/** The time after which a request must not begin to write, in milliseconds since the epoch. */
export const DEADLINE_HEADER = 'x-request-deadline';
