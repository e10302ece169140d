/** The topic on which the pricing service publishes its changes. */
export const PRICING_TOPIC = 'keyhaven.pricing';
