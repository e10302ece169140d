import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { PropertyBody } from '../properties/property.model';
import { chargeFaults } from './domain/charge-rules';
import type { UnwrittenBooking } from './new-booking';

/**
 * Charges are computed from the nightly rates of the pricing service. Where the platform runs without it, a request for
 * charges is refused and nothing is stored.
 * @throws ApiError bad_request for what stands against charges; unavailable without pricing.
 */
export function assertChargesCanBeMade(booking: UnwrittenBooking, property: PropertyBody): never {
  const faults = chargeFaults(booking, property);
  if (faults.length > 0) throw new ApiError('bad_request', faults);
  throw new ApiError(
    'unavailable',
    'generate_charges: no pricing service is there to compute charges; nothing was stored',
    { 'Retry-After': '60' },
  );
}
