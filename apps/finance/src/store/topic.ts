/** The topic that the finance service tells its changes on. */
export const FINANCE_TOPIC = 'keyhaven.finance';
