import { z } from 'zod';
import { booleanQuery, id, text } from '../shared/inputs';
import { instantInput } from '../shared/instants';
import { pagingQuery } from '../shared/paging';

/** How long the log keeps a request, in days. */
export const REQUEST_LOG_DAYS = 7;
/** The maximum number of requests that a gateway sends in one batch. */
export const MAX_LOGGED_BATCH = 200;

/** The maximum length of an entry as JSON, and of one of its index terms, in characters. */
const MAX_ENTRY_TEXT = 64 * 1024;
const MAX_TERM = 220;

/**
 * The maximum lengths of the strings in an entry: `body` in bytes, the others in characters. Longer strings are cut.
 * `messages` is the maximum number of error messages.
 */
export const LOGGED_TEXT_LIMITS = {
  body: 4096,
  path: 2048,
  message: 500,
  messages: 10,
  address: 100,
  route: 200,
  credential: 200,
} as const;

const loggedBody = z
  .object({
    text: z.string().describe('The first 4 kB of the body, without secrets.'),
    is_cut: z.boolean().describe('Whether the body was longer.'),
  })
  .meta({ id: 'LoggedBody', description: 'The beginning of a body, without passwords, tokens and other secrets.' });
export type LoggedBody = z.infer<typeof loggedBody>;

/** An instant in UTC with milliseconds. */
const preciseInstant = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  .meta({ format: 'date-time', example: '2026-05-24T23:03:29.417Z' });

export const loggedRequest = z
  .object({
    id: z.guid().describe('Id of the entry.'),
    request_id: z.string().describe('The `X-Request-Id` of the answer: yours if you sent one.'),
    received_utc: preciseInstant.describe('When the request arrived at the gateway, in UTC with milliseconds.'),
    method: z.string().describe('HTTP method.'),
    route: z.string().describe('The route with the names of its parameters, such as `GET /v2/bookings/:id`.'),
    path: z.string().describe('Path and query as they were sent, without secrets, up to 2,048 characters.'),
    status: z
      .int()
      .nullable()
      .describe('HTTP status of the answer. Null if the client closed the connection before the answer.'),
    duration_ms: z.number().describe('How long it took until the answer was sent, in milliseconds.'),
    is_dry_run: z.boolean().describe('Whether it was a dry run, which changes nothing.'),
    credential_id: z.string().describe('Id of the token.'),
    app_key: z
      .string()
      .nullable()
      .describe('Client id of the OAuth app that the token belongs to. Null for other tokens.'),
    client_address: z.string().describe('IP address of the client.'),
    error_code: z.string().nullable().describe('Code of the error, such as `bad_request`. Null for a success.'),
    error_messages: z.array(z.string()).describe('The first messages of the error, at most 10. Empty for a success.'),
  })
  .meta({ id: 'LoggedRequest', description: 'A request of the account in the request log.' });
export type LoggedRequest = z.infer<typeof loggedRequest>;

export const loggedBodies = z.object({
  id: z.guid().describe('Id of the entry.'),
  request_body: loggedBody
    .nullable()
    .describe('Body of the request. Null for a success, and if it was no uncompressed JSON.'),
  answer_body: loggedBody.nullable().describe('Body of the answer. Null for a success.'),
});
export type LoggedBodies = z.infer<typeof loggedBodies>;

export const loggedRequestDetails = loggedRequest
  .extend(loggedBodies.shape)
  .meta({ id: 'LoggedRequestDetails', description: 'A request in the request log, with the bodies if it failed.' });
export type LoggedRequestDetails = z.infer<typeof loggedRequestDetails>;

const statusFilter = z
  .string()
  .regex(/^([1-5]\d\d|[45]xx)$/i, { error: 'expected a status such as 404, or 4xx or 5xx' })
  .transform((status) => status.toLowerCase());

/**
 * The filters of the request log. Entries are ordered by the time when the request ended, newest
 * first.
 */
export const requestLogQuery = pagingQuery.extend({
  after_id: z
    .guid({ error: 'expected the id of a request in the log, a GUID' })
    .optional()
    .describe('The entry after which the page begins. It occurs in `next_page_url`; do not make it yourself.'),
  from: instantInput.optional().describe('Only requests that ended at this instant or later.'),
  to: instantInput.optional().describe('Only requests that ended before this instant.'),
  status: statusFilter.optional().describe('Only requests with this HTTP status, such as `404`, or `4xx` or `5xx`.'),
  errors_only: booleanQuery.optional().describe('True: only requests whose status is 400 or more.'),
  method: text(20)
    .transform((method) => method.toUpperCase())
    .optional()
    .describe('Only requests with this method, such as `POST`.'),
  route: text(LOGGED_TEXT_LIMITS.route)
    .optional()
    .describe('Only requests to this route, as entries show it: `GET /v2/bookings/:id`.'),
  credential: text(200).optional().describe('Only requests with this token or app: the id of a token, or a client id.'),
  request_id: text(128).optional().describe('Only requests with this `request_id`.'),
});
export type RequestLogQuery = z.output<typeof requestLogQuery>;

/**
 * The requests of one account that ended in the same span of CHUNK_MS. Gateways send them in this form, and identity
 * stores them in this form. Storing a document for each request would cost more than handling the request.
 */
export const requestChunk = z.object({
  user_id: id.describe('Id of the account.'),
  first: z.guid().describe('Id of the oldest request, which also identifies the chunk.'),
  last: z.guid().describe('Id of the newest request.'),
  terms: z
    .array(z.string().max(MAX_TERM))
    .max(MAX_LOGGED_BATCH * 8)
    .describe('The terms by which the requests are found.'),
  requests: z
    .array(z.string().max(MAX_ENTRY_TEXT))
    .min(1)
    .max(MAX_LOGGED_BATCH)
    .describe('The requests, each as the JSON of an entry.'),
  bodies: z
    .array(z.string().max(MAX_ENTRY_TEXT))
    .max(MAX_LOGGED_BATCH)
    .describe('The bodies of the requests that have any, each as JSON.'),
});
export type RequestChunk = z.infer<typeof requestChunk>;

export const requestBatch = z.object({
  chunks: z.array(requestChunk).min(1).max(MAX_LOGGED_BATCH).describe(`1 to ${MAX_LOGGED_BATCH} chunks.`),
});
