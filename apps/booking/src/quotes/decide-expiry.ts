import { ApiError } from '@keyhaven/contracts/shared/errors';
import { type ExpiryRequest, quoteExpiry } from './domain/quote-expiry';

/**
 * Decides when a quote expires (see `quoteExpiry`). @throws ApiError bad_request when the requested
 * time is not possible.
 */
export function decideExpiry(request: ExpiryRequest): Date {
  const decided = quoteExpiry(request);
  if ('fault' in decided) throw new ApiError('bad_request', decided.fault);
  return decided.expires;
}
