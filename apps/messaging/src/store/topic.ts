/** Where the messaging service tells its changes. */
export const MESSAGING_TOPIC = 'keyhaven.messaging';
