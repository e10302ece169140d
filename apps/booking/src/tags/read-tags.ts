import type { AnnotatedType, AnnotationListQuery, Tag } from '@keyhaven/contracts/booking/annotation';
import type { Page } from '@keyhaven/contracts/shared/paging';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { recordsOfAnnotation, recordsOfType } from '../annotations/annotated-kinds';
import { typeOfAnnotation, type AppliedTag } from '../annotations/domain/annotations';
import { pageOfList } from '../annotations/page-of-list';
import type { BookingStore } from '../store/booking-store';

/** Lists the tags of a record, ordered by id. @throws ApiError not_found when the record does not exist. */
export async function listTags(
  store: BookingStore,
  scope: AccountScope,
  query: AnnotationListQuery,
  url: string,
): Promise<Page<Tag>> {
  const { entity_type, entity_id } = query;
  const { annotations } = await recordsOfType(store, entity_type).get(scope, entity_id);
  const tags = annotations.tags.map((tag) => presentTag(tag, entity_type, entity_id));
  return pageOfList(tags, query, url);
}

/** Returns one tag, with the version of its record. @throws ApiError not_found. */
export async function getTag(
  store: BookingStore,
  scope: AccountScope,
  id: number,
): Promise<{ record: Tag; version: number }> {
  const holder = await recordsOfAnnotation(store, 'tag', id).findBy(scope, 'tags.id', id);
  const tag = holder.annotations.tags.find((each) => each.id === id)!;
  return { record: presentTag(tag, typeOfAnnotation(id)!, holder.id), version: holder.version };
}

export function presentTag(
  { id, name, tag_definition_id }: AppliedTag,
  entity_type: AnnotatedType,
  entity_id: number,
): Tag {
  return { id, name, entity_id, entity_type, tag_definition_id };
}
