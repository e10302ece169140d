import type { Property } from '@keyhaven/contracts/booking/property';
import type { PropertyListQuery, PropertyParts } from '@keyhaven/contracts/booking/list-queries';
import { buildPage, type Page } from '@keyhaven/contracts/shared/paging';
import { namedProperties } from '@keyhaven/contracts/shared/property-filter';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { activeFilter, changedSince, pageFilter, pageSkip } from '@keyhaven/persistence/list-filters';
import type { BookingStore } from '../store/booking-store';
import { findPropertiesByText } from './find-by-text';
import { findOccupiedProperties } from './find-occupied-properties';
import { presentProperty, type PropertyDocument } from '../store/property.model';

/** Lists the account's properties, by default both active and inactive ones. */
export async function listProperties(
  store: BookingStore,
  scope: AccountScope,
  query: PropertyListQuery,
  url: string,
): Promise<Page<Property>> {
  const named = namedProperties(query);
  const byText = await findPropertiesByText(store, scope, 'q', query.q);
  const { availability_start_date: arrival, availability_end_date: departure } = query;
  const taken = arrival && departure ? await findOccupiedProperties(store, scope, { arrival, departure }) : [];
  const filter = {
    $and: [
      named ? { _id: { $in: named } } : {},
      byText ? { _id: { $in: byText } } : {},
      taken.length > 0 ? { _id: { $nin: taken } } : {},
      pageFilter<PropertyDocument>('_id', query),
    ],
    ...activeFilter(query.active),
    ...(query.is_snoozed === undefined ? {} : { is_snoozed: query.is_snoozed }),
    ...changedSince<PropertyDocument>('updated_utc', query.since_utc),
  };
  const found = await store.properties.find(scope, filter, {
    limit: query.limit + 1,
    skip: pageSkip(query),
    without: [...(query.include_tags ? [] : ['tags']), ...(query.include_fields ? [] : ['fields'])],
    // Only the first photo is loaded, as the thumbnail.
    firstOf: ['photos'],
  });
  return buildPage(found.map(presentProperty), query, url, (record) => trimList(record, query));
}

/** @throws ApiError not_found. */
export async function getProperty(
  store: BookingStore,
  scope: AccountScope,
  id: number,
  parts: PropertyParts,
): Promise<{ record: Property; version: number }> {
  const body = await store.properties.get(scope, { _id: id });
  return { record: trimProperty(presentProperty(body), parts), version: body.version };
}

/** A property in a list: without photos, and with tags only on request. */
export function trimList(record: Required<Property>, parts: PropertyParts): Property {
  const { tags, photos: _photos, ...listed } = trimProperty(record, parts);
  return { ...listed, ...(parts.include_tags ? { tags } : {}) };
}

/** Leaves out custom fields unless they are requested. */
function trimProperty(record: Required<Property>, parts: PropertyParts): Property {
  const { fields, ...trimmed } = record;
  return { ...trimmed, ...(parts.include_fields ? { fields } : {}) };
}
