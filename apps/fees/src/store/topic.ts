/** The topic that the fees service tells its changes on. */
export const FEES_TOPIC = 'keyhaven.fees';
