import type { OperatorBookingPatch } from '@keyhaven/contracts/booking/booking-input';
import type { BookingPart } from './booking-part';

/**
 * The faults of a block in the fields that only operators may write, one message each: a block has no charges and no
 * channel.
 */
export function operatorBlockFaults(body: OperatorBookingPatch): string[] {
  const faults: string[] = [];
  if (body.charges && body.charges.length > 0) faults.push('charges: are not accepted; a block has no charges');
  if (body.channel) faults.push('channel: is not accepted; a block belongs to no channel');
  return faults;
}

export function retainedFaults(status: BookingPart['status'], { retained_amount }: OperatorBookingPatch): string[] {
  if (retained_amount == null || status === 'canceled') return [];
  return [`retained_amount: ${retained_amount} is not accepted with status ${status}; only canceled bookings have one`];
}

export function cancelTimeFaults(status: BookingPart['status'], body: { canceled_utc?: Date }): string[] {
  if (body.canceled_utc === undefined || status === 'canceled') return [];
  return [`canceled_utc: is not accepted with status ${status}; only canceled bookings have one`];
}
