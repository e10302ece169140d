import type { Booking } from '@keyhaven/contracts/booking/booking';

/** A booking as events carry it: complete but for door codes, which no event carries. */
export type BookingRecord = Required<Omit<Booking, 'door_codes'>>;
