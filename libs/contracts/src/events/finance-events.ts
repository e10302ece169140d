import { eventType } from './event-type';
import { BOOKING_BALANCE, bookingBalance } from '../shared/booking-balance';
import { deposit, fee, payment, refund } from '../finance/records';

const categories = ['financial'];

/**
 * The types of events that the finance service publishes. Its records are never deleted: a mistaken
 * record gets the status `voided`.
 */
export const financeEvents = {
  payment: eventType({ summary: 'Payments by guests, or by channels for them.', entity: payment, categories }),
  refund: eventType({ summary: 'Refunds to guests.', entity: refund, categories }),
  fee: eventType({ summary: 'Fees for bookings.', entity: fee, categories }),
  deposit: eventType({ summary: 'Payouts to the bank account of the host.', entity: deposit, categories }),
  [BOOKING_BALANCE]: eventType({
    summary: 'The totals of what was paid for a booking. `entity_id` is the id of the booking.',
    entity: bookingBalance,
    categories,
  }),
};
