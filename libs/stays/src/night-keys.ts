import { nightsOf, type Stay } from './nights';

/** The most keys of one record: nights times properties and links that it occupies. */
export const MAX_NIGHT_KEYS = 20_000;

/**
 * The keys by which a record that occupies nights clashes with others: one for each night of its own property, and one
 * for each night and link of that property. Two records share a key exactly when they share a night and a property, or
 * a night and a link.
 * @param linkedPropertyIds the properties that cannot be occupied together with this one.
 */
export function nightKeys(propertyId: number, linkedPropertyIds: readonly number[], stay: Stay): string[] {
  const places = [String(propertyId), ...linkedPropertyIds.map((linked) => linkName(propertyId, linked))];
  return nightsOf(stay).flatMap((night) => places.map((place) => `${night}/${place}`));
}

/** The name of a link, the same from both of its sides. */
export function linkName(propertyId: number, otherPropertyId: number): string {
  const [a, b] = [propertyId, otherPropertyId].sort((left, right) => left - right);
  return `${a}~${b}`;
}

/** The key of a night of a property. */
export function nightKey(night: string, propertyId: number): string {
  return `${night}/${propertyId}`;
}

/** The night, yyyy-mm-dd, that a key stands for. */
export function nightOfKey(key: string): string {
  return key.slice(0, key.indexOf('/'));
}

/** The properties that a key stands for: one, or the two of a link. */
export function propertiesOfKey(key: string): number[] {
  return key
    .slice(key.indexOf('/') + 1)
    .split('~')
    .map(Number);
}
