/** The topics of all services whose records somebody may want to be told of. */
export const consumedTopics = [
  'keyhaven.booking',
  'keyhaven.identity',
  'keyhaven.pricing',
  'keyhaven.fees',
  'keyhaven.messaging',
  'keyhaven.finance',
] as const;
