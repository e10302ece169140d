import { ApiError } from '@keyhaven/contracts/shared/errors';

/** Returns the id in the path of a page. @throws ApiError not_found. */
export function recordId(text: string | undefined): number {
  if (text !== undefined && /^[1-9]\d{0,15}$/.test(text)) return Number(text);
  throw new ApiError('not_found', `there is no record with the id ${String(text).slice(0, 50)}`);
}
