/** The topic to which the finance service publishes its changes. */
export const FINANCE_TOPIC = 'keyhaven.finance';
