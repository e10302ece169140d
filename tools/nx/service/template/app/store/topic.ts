/** The topic that the sample service publishes its changes on. */
export const SAMPLE_TOPIC = 'keyhaven.sample';
