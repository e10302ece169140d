import type { Property } from '@keyhaven/contracts/booking/property';
import type { PropertyListQuery, PropertyParts } from '@keyhaven/contracts/booking/public-contract';
import { buildPage, type Page } from '@keyhaven/contracts/shared/paging';
import { namedProperties } from '@keyhaven/contracts/shared/property-filter';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { activeFilter, changedSince, pageFilter, pageSkip } from '@keyhaven/persistence/list-filters';
import type { BookingStore } from '../store/booking-store';
import { findOccupiedProperties } from './find-occupied-properties';
import { presentProperty, type PropertyDocument } from '../store/property.model';

/** A page of the account's properties; inactive ones too unless `active` says otherwise. */
export async function listProperties(
  store: BookingStore,
  scope: AccountScope,
  query: PropertyListQuery,
  url: string,
): Promise<Page<Property>> {
  const named = namedProperties(query);
  const { availability_start_date: arrival, availability_end_date: departure } = query;
  const taken = arrival && departure ? await findOccupiedProperties(store, scope, { arrival, departure }) : [];
  const filter = {
    $and: [
      named ? { _id: { $in: named } } : {},
      taken.length > 0 ? { _id: { $nin: taken } } : {},
      pageFilter<PropertyDocument>('_id', query),
    ],
    ...activeFilter(query.active),
    ...(query.is_snoozed === undefined ? {} : { is_snoozed: query.is_snoozed }),
    ...changedSince<PropertyDocument>('updated_utc', query.since_utc),
  };
  const found = await store.properties.find(scope, filter, { limit: query.limit + 1, skip: pageSkip(query) });
  return buildPage(found.map(presentProperty), query, url, (record) => trimList(record, query));
}

/** One property of the account. @throws ApiError not_found. */
export async function getProperty(
  store: BookingStore,
  scope: AccountScope,
  id: number,
  parts: PropertyParts,
): Promise<{ record: Property; version: number }> {
  const body = await store.properties.get(scope, { _id: id });
  return { record: trimProperty(presentProperty(body), parts), version: body.version };
}

/** An item of a list: without photos, and with tags only if they are asked for. */
function trimList(record: Required<Property>, parts: PropertyParts): Property {
  const { tags, photos: _photos, ...rest } = trimProperty(record, parts);
  return { ...rest, ...(parts.include_tags ? { tags } : {}) };
}

/** Leaves out custom fields unless they are asked for. */
function trimProperty(record: Required<Property>, parts: PropertyParts): Property {
  const { fields, ...rest } = record;
  return { ...rest, ...(parts.include_fields ? { fields } : {}) };
}
