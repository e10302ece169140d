import type { BookingStatus } from '@keyhaven/contracts/booking/booking';

/**
 * Why a status cannot change to another; undefined if the change is allowed. Pending becomes active or canceled. Active
 * becomes canceled. Canceled becomes active or pending if the nights are free.
 */
export function statusFault(from: BookingStatus, to: BookingStatus): string | undefined {
  if (from === 'active' && to === 'pending') {
    return 'status: an active booking cannot become pending; it can be canceled';
  }
  return undefined;
}
