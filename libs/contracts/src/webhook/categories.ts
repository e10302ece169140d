/**
 * What can be subscribed to: each type of subscription, the `entity_type` of the changes that it is told, and the
 * categories that the owning service gives such changes. `other`, which any change without a category has, is in no
 * list: a subscription that names a category never gets it, and one that names none always does.
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
  /** No type of record: such a subscription gets tests, and the notice that its authorization was revoked. */
  none: { entityType: 'none', categories: [] },
} as const satisfies Record<string, { entityType: string; categories: readonly string[] }>;

export type SubscriptionType = keyof typeof subscriptionTypes;

export const typeNames = Object.keys(subscriptionTypes) as [SubscriptionType, ...SubscriptionType[]];

/** The names under which v2/webhooksubscriptions/categories lists the types. A guest is a contact there. */
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

/** Every category that any type has. */
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
