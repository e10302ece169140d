import { z } from 'zod';
import { bookingStatuses } from '../booking/booking';
import { id } from '../shared/inputs';
import { instant } from '../shared/instants';

/** A booking whose guest paid more than is owed; `amount` is the refund due, above 0. */
export const refundDue = z.object({
  booking_id: id,
  property_id: id,
  guest_id: id.nullable(),
  status: z.enum(bookingStatuses),
  canceled_utc: instant.nullable(),
  currency_code: z.string(),
  total_paid: z.number(),
  total_refunded: z.number(),
  amount: z.number(),
});
export type RefundDue = z.infer<typeof refundDue>;
