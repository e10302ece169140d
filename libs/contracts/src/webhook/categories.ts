import { calendarCategories } from '../pricing/calendar-change';

/**
 * The types of subscriptions. Each has the `entity_type` of the changes that it receives, and the
 * categories that the owning service assigns to them. Changes without any of these categories have
 * the category `other`. Clients cannot subscribe to `other`: only subscriptions without a category
 * receive such changes.
 */
export const subscriptionTypes = {
  booking: { entityType: 'booking', categories: ['availability', 'canceled', 'charge', 'dates', 'financial'] },
  guest: { entityType: 'guest', categories: [] },
  property: { entityType: 'property', categories: ['photos'] },
  owner: { entityType: 'owner', categories: [] },
  message: { entityType: 'thread_message', categories: [] },
  /** Clients may subscribe to inquiries, but no service publishes any. */
  inquiry: { entityType: 'inquiry', categories: [] },
  quote: { entityType: 'quote', categories: ['availability', 'charge', 'dates'] },
  calendar: { entityType: 'calendar', categories: calendarCategories },
  surcharge: { entityType: 'surcharge', categories: ['surcharge'] },
  discount: { entityType: 'discount', categories: ['discount'] },
  /**
   * A subscription without a type of record. It receives only test deliveries and the revocation
   * notice.
   */
  none: { entityType: 'none', categories: [] },
} as const satisfies Record<string, { entityType: string; categories: readonly string[] }>;

export type SubscriptionType = keyof typeof subscriptionTypes;

export const typeNames = Object.keys(subscriptionTypes) as [SubscriptionType, ...SubscriptionType[]];

/** The names of types that requests accept. `contact` is the name of `guest` in v2/webhooksubscriptions/categories. */
export const typeWords = [...typeNames, 'contact'] as const;

/** Returns the type that a name in a request stands for. */
export function typeOfWord(word: (typeof typeWords)[number]): SubscriptionType {
  return word === 'contact' ? 'guest' : word;
}

/** The names of the types in v2/webhooksubscriptions/categories, where a guest is called contact. */
export const typeTitles = {
  booking: 'Booking',
  guest: 'Contact',
  property: 'Property',
  owner: 'Owner',
  message: 'Message',
  inquiry: 'Inquiry',
  quote: 'Quote',
  calendar: 'Calendar',
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
  'rates',
  'rules',
  'surcharge',
] as const satisfies readonly (typeof subscriptionTypes)[SubscriptionType]['categories'][number][];
