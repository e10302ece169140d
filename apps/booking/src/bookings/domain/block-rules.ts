import type { BookingStatus } from '@keyhaven/contracts/booking/booking';
import type { BookingPart } from './booking-part';

/**
 * The reasons why a booking cannot become a block, one message each. A block has no guest, charges
 * or listing site. The server never removes a guest, charges or a listing site on its own: the
 * client must clear these fields in the same request or earlier. Payments must be refunded first,
 * because finance records no refunds for a block.
 */
export function becomesBlockFaults(booking: BookingPart): string[] {
  const faults: string[] = [];
  if (booking.type !== 'booking') faults.push(`is_block: a record of type ${booking.type} cannot become a block`);
  if (booking.channel)
    faults.push(`is_block: the booking is managed by ${booking.channel.name} and cannot become a block`);
  if (booking.guest_id !== null)
    faults.push('is_block: the booking has a guest; send guest_id null to make it a block');
  if (booking.charges.length > 0)
    faults.push('is_block: the booking has charges; send charges null to make it a block');
  if (booking.listing_site_id !== null)
    faults.push('is_block: the booking has a listing site; send listing_site_id null to make it a block');
  const { paid, refunded } = booking.totals;
  if (paid !== refunded)
    faults.push(`is_block: the booking has payments of ${paid} and refunds of ${refunded}; refund them first`);
  return faults;
}

/** The reasons why a block cannot have these values, one message each. */
export function blockFaults(block: {
  guest_id?: number | null;
  listing_site_id?: number | null;
  generate_charges?: boolean;
  status?: BookingStatus;
}): string[] {
  const faults: string[] = [];
  if (block.guest_id != null) faults.push(`guest_id: ${block.guest_id} is not accepted; a block has no guest`);
  if (block.listing_site_id != null)
    faults.push(`listing_site_id: ${block.listing_site_id} is not accepted; a block has no listing site`);
  if (block.generate_charges) faults.push('generate_charges: true is not accepted; a block has no charges');
  if (block.status === 'pending') faults.push('status: pending is not accepted; a block is active or canceled');
  return faults;
}
