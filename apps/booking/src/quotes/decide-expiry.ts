import { ApiError } from '@keyhaven/contracts/shared/errors';
import { type ExpiryRequest, quoteExpiry } from './domain/quote-expiry';

/** When a quote expires. @throws ApiError bad_request when it cannot expire as asked for. */
export function decideExpiry(request: ExpiryRequest): Date {
  const decided = quoteExpiry(request);
  if ('fault' in decided) throw new ApiError('bad_request', decided.fault);
  return decided.expires;
}
