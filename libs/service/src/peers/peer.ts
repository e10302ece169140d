import { ApiError, type ErrorCode } from '@keyhaven/contracts/shared/errors';
import { type InternalRoute, refuses } from '@keyhaven/contracts/shared/internal-contract';
import { waitFor } from '@keyhaven/persistence/request-progress';
import type { z } from 'zod';
import { traceCall } from './trace-call';

/** One call: the route with its parameters and JSON body, and the schema of the answer. */
export interface PeerRequest<Answer> {
  route: InternalRoute;
  params: object;
  body: unknown;
  answer: z.ZodType<Answer>;
  requestId?: string;
}

/** Another service: in another process (PeerConnection) or in this one (LocalPeer). */
export interface Peer {
  /** The name of the service. */
  readonly service: string;
  /**
   * Sends one call, without retries.
   * @throws ApiError the refusal of a route that is marked as a `refusingRoute`. Otherwise `unavailable`, if the service
   *   cannot be reached, does not answer in time, or answers an error.
   */
  post<Answer>(request: PeerRequest<Answer>): Promise<Answer>;
  close(): Promise<void>;
}

/** How long a call may take, in milliseconds. */
export const CALL_MS = 2000;
/** How many calls one process may have in parallel to each service. Further calls wait. */
export const PARALLEL_CALLS = 64;

/**
 * The refusals that are passed on to the person for whom a route acts. A 401 is not among them, because it concerns the
 * token of the calling service.
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
 * Waits for a call. Rethrows a refusal of a `refusingRoute`. Converts every other failure to the same ApiError, with the
 * reason as its cause.
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
