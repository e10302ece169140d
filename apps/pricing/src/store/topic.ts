/** The topic that the pricing service tells its changes on. */
export const PRICING_TOPIC = 'keyhaven.pricing';
