import { randomUUID } from 'node:crypto';
import type { LoggedBodies, LoggedRequest, RequestChunk } from '@keyhaven/contracts/identity/request-log';
import { requestLogId } from '@keyhaven/contracts/identity/request-log-id';
import { termsOf } from '@keyhaven/contracts/identity/request-log-terms';
import type { ServiceUnderTest } from '@keyhaven/testing/service-under-test';

let last = Date.now() - 60_000;

/**
 * Returns a request as a gateway logs it. Each request is one millisecond newer than the previous one, unless its time
 * is given.
 */
export function aLoggedRequest({ at = new Date(++last), ...fields }: Partial<LoggedRequest> & { at?: Date } = {}) {
  const request: LoggedRequest = {
    id: requestLogId(at, randomUUID()),
    request_id: randomUUID(),
    received_utc: at.toISOString(),
    method: 'GET',
    route: 'GET /v2/bookings',
    path: '/v2/bookings?limit=5',
    status: 200,
    duration_ms: 12.5,
    is_dry_run: false,
    credential_id: '7',
    app_key: null,
    client_address: '192.0.2.1',
    error_code: null,
    error_messages: [],
    ...fields,
  };
  return request;
}

/** Returns a chunk that contains these requests, in the order of their ids. */
export function aChunkOf(
  userId: number,
  requests: readonly LoggedRequest[],
  bodies: LoggedBodies[] = [],
): RequestChunk {
  const sorted = [...requests].sort((one, other) => (one.id < other.id ? -1 : 1));
  return {
    user_id: userId,
    first: sorted[0]!.id,
    last: sorted[sorted.length - 1]!.id,
    terms: [...new Set(sorted.flatMap(termsOf))],
    requests: sorted.map((request) => JSON.stringify(request)),
    bodies: bodies.map((one) => JSON.stringify(one)),
  };
}

/** Sends chunks to the service, as a gateway does. @returns how many chunks were new. */
export async function hand(service: ServiceUnderTest, ...chunks: RequestChunk[]): Promise<number> {
  const { status, body } = await service.asOperator().post('/internal/request_log', { chunks });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.stored as number;
}
