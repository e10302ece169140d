import { ApiError } from '@keyhaven/contracts/shared/errors';
import { isOutOfDiskSpace } from '@keyhaven/persistence/out-of-disk-space';
import { outcomeUnknown, type RequestProgress } from '@keyhaven/persistence/request-progress';
import { isDatabaseAway } from './database-away';

/**
 * Converts errors that can occur in any request to an ApiError: ApiErrors themselves, an
 * unavailable database, a full disk. Returns undefined for unexpected errors.
 * @param progress tells whether the request may have written something before the error.
 */
export function asApiError(error: unknown, progress?: RequestProgress): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (!(error instanceof Error)) return undefined;
  if (isDatabaseAway(error)) {
    return progress?.mayHaveWritten
      ? outcomeUnknown('the connection to the database was lost during the request')
      : new ApiError('unavailable', 'the database is not available; try again in 2 seconds', { 'Retry-After': '2' });
  }
  if (isOutOfDiskSpace(error)) {
    if (progress?.mayHaveWritten) return outcomeUnknown('the disk of the database is full');
    return new ApiError('unavailable', 'the disk of the database is full; try again in 30 seconds', {
      'Retry-After': '30',
    });
  }
  return undefined;
}
