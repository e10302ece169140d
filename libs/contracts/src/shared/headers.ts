import { z } from 'zod';

/** Headers that the platform reads on every write. */
export const writeHeaders = z.object({
  'idempotency-key': z
    .string()
    .max(255)
    .optional()
    .describe(
      'A random key for this request, such as a UUID. For at least 24 hours, a repetition with the same key changes ' +
        'nothing and gets the first answer. The same key on a different request is a 422.',
    ),
  prefer: z
    .string()
    .max(1000)
    .optional()
    .describe('`dry-run`: the request is evaluated and answered, but changes nothing.'),
});

/** Headers that the platform reads on changes of one existing record. */
export const changeHeaders = writeHeaders.extend({
  'if-match': z
    .string()
    .max(1000)
    .optional()
    .describe('The `ETag` of the record as you read it. If the record has changed since, the answer is a 412.'),
});

/** Headers that the platform reads on routes that return an ETag. */
export const readHeaders = z.object({
  'if-none-match': z
    .string()
    .max(1000)
    .optional()
    .describe('The `ETag` of an earlier answer. If the answer is still the same, it is a 304 without a body.'),
});

/**
 * The header that lists the query parameters and body fields that the platform did not read. They are percent-encoded
 * and separated by commas.
 */
export const IGNORED_HEADER = 'x-ignored';

/** The id of a request, which the gateway passes to services. */
export const REQUEST_ID_HEADER = 'x-request-id';
/** The time after which a request must not begin to write, in milliseconds since the epoch. */
export const DEADLINE_HEADER = 'x-request-deadline';
/** The client's Authorization header, for routes that authenticate clients themselves. */
export const CLIENT_AUTHORIZATION_HEADER = 'x-client-authorization';
/** The IP address of the client, for routes that limit the number of attempts from an address. */
export const CLIENT_ADDRESS_HEADER = 'x-client-address';
