/** The topic that the booking service tells its changes on. */
export const BOOKING_TOPIC = 'keyhaven.booking';
