import type { IncomingMessage } from 'node:http';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { outcomeUnknown } from '@keyhaven/persistence/request-progress';

/**
 * The error for a request that waited too long for a connection. The service received nothing, so the client can safely
 * repeat even a write.
 */
export function waitedTooLong(): ApiError {
  return new ApiError(
    'unavailable',
    'the request waited too long for the service behind the gateway and was not carried out; try again in 2 seconds',
    { 'Retry-After': '2' },
  );
}

/**
 * Whether a request may change data. If so, and if the service received a part of the request, the request may have
 * been carried out although it failed.
 */
export function mayBeCarriedOut({ method }: IncomingMessage): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

export function notInTime(request: IncomingMessage): ApiError {
  if (mayBeCarriedOut(request)) return outcomeUnknown('the service did not answer in time');
  return new ApiError('unavailable', 'the service behind the gateway did not answer in time; try again in 1 second', {
    'Retry-After': '1',
  });
}

export function notReached(): ApiError {
  return new ApiError('bad_gateway', 'the service behind the gateway could not be reached; try again');
}

export function brokeOff(): ApiError {
  return new ApiError('bad_gateway', 'the service behind the gateway ended its answer too early; try again');
}

export function bodyNotInTime(): ApiError {
  return new ApiError('request_timeout', 'body: did not arrive in time; send the request again');
}
