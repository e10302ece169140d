/** The topic to which the fees service publishes its changes. */
export const FEES_TOPIC = 'keyhaven.fees';
