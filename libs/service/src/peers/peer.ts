import { ApiError, type ErrorCode } from '@keyhaven/contracts/shared/errors';
import { type InternalRoute, refuses } from '@keyhaven/contracts/shared/internal-contract';
import { waitFor } from '@keyhaven/persistence/request-progress';
import type { z } from 'zod';
import { traceCall } from './trace-call';

/** A call: its route, parameters and JSON body, and the schema of the response. */
export interface PeerRequest<Answer> {
  route: InternalRoute;
  params: object;
  body: unknown;
  answer: z.ZodType<Answer>;
  requestId?: string;
}

/**
 * A service that this service calls: in another process (PeerConnection) or in the same process
 * (LocalPeer).
 */
export interface Peer {
  readonly service: string;
  /**
   * Sends one call, without repeating it.
   * @throws ApiError the error of the called service, if the route is marked as a `refusingRoute`
   *   and refuses the call. Otherwise `unavailable`, if the service cannot be reached, does not
   *   answer in time, or answers with an error.
   */
  post<Answer>(request: PeerRequest<Answer>): Promise<Answer>;
  close(): Promise<void>;
}

/** How long a call may take, in milliseconds. */
export const CALL_MS = 2000;
/**
 * How long a call for a page of the portal may take, in milliseconds. On a busy machine, hashing a password or reading
 * a long list takes longer than CALL_MS, and a person would rather wait than fill in the form again.
 */
export const PAGE_CALL_MS = 10_000;
/** How many calls one process may have in progress to each service. Further calls wait. */
export const PARALLEL_CALLS = 64;

/**
 * The errors of a `refusingRoute` that are passed on to the client whose request caused the call. A
 * 401 is not passed on, because it concerns the token of the calling service.
 */
const shownRefusals: ReadonlySet<ErrorCode> = new Set([
  'bad_request',
  'forbidden',
  'not_found',
  'conflict',
  'gone',
  'idempotency_key_reused',
  'too_many_requests',
]);

/**
 * Waits for a call. If a `refusingRoute` refuses the call, the error of the refusal is thrown.
 * Every other failure becomes the ApiError `unavailable`, with the original error as its cause.
 */
export async function callPeer<Answer>(
  service: string,
  route: InternalRoute,
  call: () => Promise<Answer>,
): Promise<Answer> {
  return waitFor(`${service} ${route.path}`, async () => {
    try {
      return await traceCall({ service, method: 'POST', path: route.path }, call);
    } catch (error) {
      if (refuses(route) && error instanceof ApiError && shownRefusals.has(error.code)) throw error;
      const headers = { 'Retry-After': '2' };
      const message = `the ${service} service is not available; try again in 2 seconds`;
      throw Object.assign(new ApiError('unavailable', message, headers), { cause: error });
    }
  });
}
