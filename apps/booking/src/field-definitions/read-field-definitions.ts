import type { DefinitionListQuery, FieldDefinition } from '@keyhaven/contracts/booking/annotation-definition';
import { buildPage, type Page } from '@keyhaven/contracts/shared/paging';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { changedSince, pageFilter, pageSkip } from '@keyhaven/persistence/list-filters';
import type { BookingStore } from '../store/booking-store';
import { type FieldDefinitionDocument, presentFieldDefinition } from '../store/field-definition.model';

export async function listFieldDefinitions(
  store: BookingStore,
  scope: AccountScope,
  query: DefinitionListQuery,
  url: string,
): Promise<Page<FieldDefinition>> {
  const filter = {
    is_deleted: false,
    ...changedSince<FieldDefinitionDocument>('updated_utc', query.since_utc),
    ...pageFilter<FieldDefinitionDocument>('_id', query),
  };
  const found = await store.fieldDefinitions.find(scope, filter, { limit: query.limit + 1, skip: pageSkip(query) });
  return buildPage(found.map(presentFieldDefinition), query, url, (record) => record);
}

/** @throws ApiError not_found. */
export async function getFieldDefinition(
  store: BookingStore,
  scope: AccountScope,
  id: number,
): Promise<{ record: FieldDefinition; version: number }> {
  const body = await store.fieldDefinitions.get(scope, { _id: id, is_deleted: false });
  return { record: presentFieldDefinition(body), version: body.version };
}
