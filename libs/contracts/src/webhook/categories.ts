/**
 * The types of subscriptions, each with the `entity_type` of its changes and the categories that the owning service
 * assigns to them. `other`, the category of all remaining changes, is in no list: a subscription with a category never
 * receives it, and one without always does.
 */
export const subscriptionTypes = {
  booking: { entityType: 'booking', categories: ['availability', 'canceled', 'charge', 'dates', 'financial'] },
  guest: { entityType: 'guest', categories: [] },
  property: { entityType: 'property', categories: ['photos'] },
  message: { entityType: 'thread_message', categories: [] },
  /** Accepted because clients subscribe to it; no service publishes changes of inquiries. */
  inquiry: { entityType: 'inquiry', categories: [] },
  quote: { entityType: 'quote', categories: ['availability', 'charge', 'dates'] },
  surcharge: { entityType: 'surcharge', categories: ['surcharge'] },
  discount: { entityType: 'discount', categories: ['discount'] },
  /** Not a type of record: such a subscription receives tests and the revocation notice. */
  none: { entityType: 'none', categories: [] },
} as const satisfies Record<string, { entityType: string; categories: readonly string[] }>;

export type SubscriptionType = keyof typeof subscriptionTypes;

export const typeNames = Object.keys(subscriptionTypes) as [SubscriptionType, ...SubscriptionType[]];

/** The names of the types in v2/webhooksubscriptions/categories, where a guest is called contact. */
export const typeTitles = {
  booking: 'Booking',
  guest: 'Contact',
  property: 'Property',
  message: 'Message',
  inquiry: 'Inquiry',
  quote: 'Quote',
  surcharge: 'Surcharge',
  discount: 'Discount',
  none: 'None',
} as const satisfies Record<SubscriptionType, string>;

/** All categories of all types. */
export const categoryNames = [
  'availability',
  'canceled',
  'charge',
  'dates',
  'discount',
  'financial',
  'photos',
  'surcharge',
] as const satisfies readonly (typeof subscriptionTypes)[SubscriptionType]['categories'][number][];
