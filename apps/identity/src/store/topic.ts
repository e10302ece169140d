/** The topic on which the identity service publishes its changes. */
export const IDENTITY_TOPIC = 'keyhaven.identity';
