import type { BookingStatus } from '@keyhaven/contracts/booking/booking';

/**
 * The reason why a status cannot change to another; undefined if the change is allowed. A pending booking can become
 * active or canceled. An active one can become canceled. A canceled one can become active or pending if its nights are
 * free.
 */
export function statusFault(from: BookingStatus, to: BookingStatus): string | undefined {
  if (from === 'active' && to === 'pending') {
    return 'status: an active booking cannot become pending; it can be canceled';
  }
  return undefined;
}
