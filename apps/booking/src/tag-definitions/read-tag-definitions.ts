import type { DefinitionListQuery, TagDefinition } from '@keyhaven/contracts/booking/annotation-definition';
import { buildPage, type Page } from '@keyhaven/contracts/shared/paging';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { changedSince, pageFilter, pageSkip } from '@keyhaven/persistence/list-filters';
import type { BookingStore } from '../store/booking-store';
import { presentTagDefinition, type TagDefinitionDocument } from '../store/tag-definition.model';

export async function listTagDefinitions(
  store: BookingStore,
  scope: AccountScope,
  query: DefinitionListQuery,
  url: string,
): Promise<Page<TagDefinition>> {
  const filter = {
    is_deleted: false,
    ...changedSince<TagDefinitionDocument>('updated_utc', query.since_utc),
    ...pageFilter<TagDefinitionDocument>('_id', query),
  };
  const found = await store.tagDefinitions.find(scope, filter, { limit: query.limit + 1, skip: pageSkip(query) });
  return buildPage(found.map(presentTagDefinition), query, url, (record) => record);
}

/** @throws ApiError not_found. */
export async function getTagDefinition(
  store: BookingStore,
  scope: AccountScope,
  id: number,
): Promise<{ record: TagDefinition; version: number }> {
  const body = await store.tagDefinitions.get(scope, { _id: id, is_deleted: false });
  return { record: presentTagDefinition(body), version: body.version };
}
