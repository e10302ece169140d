import { nightsOf, type Stay } from './nights';

/** A linked property, which cannot be occupied on the same nights. */
export interface LinkedProperty {
  property_id: number;
  /** The first night, yyyy-mm-dd, that the link applies to. */
  counts_from: string;
}

/** The maximum number of keys of one record. A record has a key per night for its property and for each link. */
export const MAX_NIGHT_KEYS = 20_000;

/**
 * Creates the keys that detect conflicts between records that occupy nights. There is one for each night of the
 * record's property, and one for each night and link that applies to that night. Two records share a key exactly when
 * they occupy the same night of the same or of linked properties.
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

/** The name of a link, which is the same for both of its properties. */
export function linkName(propertyId: number, otherPropertyId: number): string {
  const [a, b] = [propertyId, otherPropertyId].sort((left, right) => left - right);
  return `${a}~${b}`;
}

/** The key of a night of a property. */
export function nightKey(night: string, propertyId: number): string {
  return `${night}/${propertyId}`;
}

/** The night of a key, yyyy-mm-dd. */
export function nightOfKey(key: string): string {
  return key.slice(0, key.indexOf('/'));
}

/** The properties of a key: one, or both properties of a link. */
export function propertiesOfKey(key: string): number[] {
  return key
    .slice(key.indexOf('/') + 1)
    .split('~')
    .map(Number);
}
