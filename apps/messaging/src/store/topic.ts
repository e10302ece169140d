/** The topic to which the messaging service publishes its changes. */
export const MESSAGING_TOPIC = 'keyhaven.messaging';
