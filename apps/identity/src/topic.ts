/** The topic that the identity service tells its changes on. */
export const IDENTITY_TOPIC = 'keyhaven.identity';
