import type { Booking } from '@keyhaven/contracts/booking/booking';

/** A booking as events contain it: with every field except door codes. */
export type BookingRecord = Required<Omit<Booking, 'door_codes'>>;
