import { z } from 'zod';
import { bookingStatuses } from '../booking/booking';
import { id } from '../shared/inputs';
import { instant } from '../shared/instants';

export const refundDue = z
  .object({
    booking_id: id.describe('Id of the booking.'),
    property_id: id.describe('Id of its property.'),
    guest_id: id.nullable().describe('Id of its guest. Null if it has none.'),
    status: z.enum(bookingStatuses).describe('Status of the booking.'),
    canceled_utc: instant.nullable().describe('When it was canceled. Null if it was not.'),
    currency_code: z.string().describe('Currency of the amounts (ISO 4217).'),
    total_paid: z.number().describe('What was paid, before refunds.'),
    total_refunded: z.number().describe('What was refunded.'),
    amount: z.number().describe('The refund that is due, above 0.'),
  })
  .meta({ id: 'RefundDue', description: 'A booking whose guest paid more than is owed.' });
export type RefundDue = z.infer<typeof refundDue>;
