import { nightsOf, type Stay } from './nights';

/**
 * A property that is linked to the record's property: the two cannot be occupied on the same night.
 */
export interface LinkedProperty {
  property_id: number;
  /** The first night to which the link applies, yyyy-mm-dd. */
  counts_from: string;
}

/**
 * The maximum number of keys of one record. For each night, a record has one key for its property
 * and one for each link.
 */
export const MAX_NIGHT_KEYS = 20_000;

/**
 * Creates the keys of a record that occupies nights. There is one key for each night and property,
 * and one for each night and link that applies to this night. Two records have a key in common
 * exactly when they occupy the same night of the same property or of linked properties. So a unique
 * index on the keys prevents conflicts.
 */
export function nightKeys(propertyId: number, linked: readonly LinkedProperty[], stay: Stay): string[] {
  const names = [
    { name: String(propertyId), counts_from: '' },
    ...linked.map(({ property_id, counts_from }) => ({ name: linkName(propertyId, property_id), counts_from })),
  ];
  return nightsOf(stay).flatMap((night) =>
    names.filter(({ counts_from }) => counts_from <= night).map(({ name }) => `${night}/${name}`),
  );
}

/** The name of a link. It is the same for both of the linked properties. */
export function linkName(propertyId: number, otherPropertyId: number): string {
  const [a, b] = [propertyId, otherPropertyId].sort((left, right) => left - right);
  return `${a}~${b}`;
}

/** The key for a night of a property. */
export function nightKey(night: string, propertyId: number): string {
  return `${night}/${propertyId}`;
}

/** The night of a key, yyyy-mm-dd. */
export function nightOfKey(key: string): string {
  return key.slice(0, key.indexOf('/'));
}

/** The ids of the properties in a key: one property, or both properties of a link. */
export function propertiesOfKey(key: string): number[] {
  return key
    .slice(key.indexOf('/') + 1)
    .split('~')
    .map(Number);
}
