import {
  type LoggedBodies,
  type LoggedRequest,
  type LoggedRequestDetails,
  REQUEST_LOG_DAYS,
  type RequestLogQuery,
} from '@keyhaven/contracts/identity/request-log';
import { endOfChunk, firstIdAt } from '@keyhaven/contracts/identity/request-log-id';
import { isAskedFor, termsAskedFor } from '@keyhaven/contracts/identity/request-log-terms';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { keyDecides, nextPageUrl, type Page } from '@keyhaven/contracts/shared/paging';
import { isRequestOver } from '@keyhaven/persistence/request-progress';
import { iterateStored } from '@keyhaven/persistence/stored-reads';
import type { RequestContext } from '@keyhaven/service/http/request-context';
import { publicScope } from '@keyhaven/service/scope-of';
import type { IdentityStore } from '../store/identity-store';

const DAY_MS = 24 * 3600_000;
/** The maximum number of chunks that are read at a time. A chunk has up to 240 kB. */
const CHUNKS_AT_A_TIME = 40;
/** The maximum offset. Requests that an offset skips are also read and kept in memory. */
const MAX_OFFSET = 10_000;

/** Lists requests of the account, newest first, without their bodies. @throws ApiError forbidden, bad_request. */
export async function listRequests(
  store: IdentityStore,
  context: RequestContext,
  query: RequestLogQuery,
): Promise<Page<LoggedRequest>> {
  const userId = readerOf(context);
  const { limit, offset } = query;
  const after = keyDecides(query) ? query.after_id?.toLowerCase() : undefined;
  const skip = after === undefined ? offset : 0;
  if (skip > MAX_OFFSET) {
    const message = `offset: ${skip} is not accepted; expected at most ${MAX_OFFSET}; follow next_page_url to older requests`;
    throw new ApiError('bad_request', message);
  }
  const range = { from: firstIdAt(earliest(query.from)), before: earlier(after, query.to && firstIdAt(query.to)) };
  const found = (await findRequests(store, userId, range, query, skip + limit + 1)).slice(skip);
  const items = found.slice(0, limit);
  const hasMore = found.length > limit;
  return {
    items,
    limit,
    offset,
    count: items.length,
    next_page_url: hasMore ? nextPageUrl(context.url, query, { after_id: items[items.length - 1]!.id }) : null,
  };
}

/**
 * Finds the newest requests that match the filters and have an id in a range.
 * Chunks of several gateways may overlap in time.
 */
async function findRequests(
  { requestChunks }: IdentityStore,
  userId: number,
  { from, before }: { from: string; before: string | undefined },
  query: RequestLogQuery,
  most: number,
): Promise<LoggedRequest[]> {
  const terms = termsAskedFor(query);
  const filter = {
    user_id: userId,
    last: { $gte: from, ...(before !== undefined && { $lt: endOfChunk(before) }) },
    ...(terms.length > 0 && { $and: terms.map((term) => ({ terms: term })) }),
  };
  const chunks = iterateStored<{ last: string; requests: string[] }>(requestChunks, filter, {
    projection: { last: 1, requests: 1 },
    sort: { last: -1 },
    batchSize: Math.min(most, CHUNKS_AT_A_TIME),
  });
  const found: LoggedRequest[] = [];
  for await (const { last, requests } of chunks) {
    // Stop if enough requests are found, and all requests of this chunk and of the following chunks are older than the
    // found ones.
    if (found.length >= most && found[most - 1]!.id > last) break;
    if (isRequestOver()) break;
    for (const text of requests) {
      const request = JSON.parse(text) as LoggedRequest;
      const isInRange = request.id >= from && (before === undefined || request.id < before);
      if (isInRange && isAskedFor(query, request)) found.push(request);
    }
    found.sort((one, other) => (one.id > other.id ? -1 : 1));
  }
  return found.slice(0, most);
}

/**
 * Reads one logged request, with the bodies of the request and its response.
 * @throws ApiError forbidden, not_found.
 */
export async function getRequest(
  { requestChunks }: IdentityStore,
  context: RequestContext,
  sent: string,
): Promise<LoggedRequestDetails> {
  const id = sent.toLowerCase();
  const filter = { user_id: readerOf(context), _id: { $lte: id }, last: { $gte: id, $lt: endOfChunk(id) } };
  const chunks = iterateStored<{ requests: string[]; bodies: string[] }>(requestChunks, filter, {
    projection: { requests: 1, bodies: 1 },
    sort: { last: 1 },
    // The first chunk usually contains the request, so read only two chunks at a time.
    batchSize: 2,
  });
  for await (const { requests, bodies } of chunks) {
    const found = requests.map((text) => JSON.parse(text) as LoggedRequest).find((request) => request.id === id);
    if (!found || id < firstIdAt(earliest(undefined))) continue;
    const own = bodies.map((text) => JSON.parse(text) as LoggedBodies).find((one) => one.id === id);
    return { ...found, request_body: own?.request_body ?? null, answer_body: own?.answer_body ?? null };
  }
  throw new ApiError('not_found', `the request log has no request with the id ${sent}`);
}

/**
 * Returns the account whose log a request may read. The scope `full` is required, because the log shows what was sent
 * with every credential of the account.
 */
function readerOf(context: RequestContext): number {
  if (context.caller.scope !== 'full') {
    throw new ApiError('forbidden', 'the scope read does not allow the request log; it needs the scope full');
  }
  return publicScope(context).accountId;
}

/**
 * Returns the time from which the log shows requests. Without this limit, the log would show
 * expired requests, because the database removes them a little late.
 */
function earliest(from: Date | undefined): Date {
  const kept = new Date(Date.now() - REQUEST_LOG_DAYS * DAY_MS);
  return from && from > kept ? from : kept;
}

function earlier(one: string | undefined, other: string | undefined): string | undefined {
  return [one, other].filter((id) => id !== undefined).sort()[0];
}
