/** The topic that the booking service publishes its changes to. */
export const BOOKING_TOPIC = 'keyhaven.booking';
