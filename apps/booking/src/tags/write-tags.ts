import type { Tag, TagCreation } from '@keyhaven/contracts/booking/annotation';
import { tagKey } from '@keyhaven/contracts/booking/custom-fields';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { type AccountScope, assertEchoes } from '@keyhaven/persistence/account-scope';
import { assertKeyOfType, recordsOfAnnotation, recordsOfType } from '../annotations/annotated-kinds';
import { assertLimits } from '../annotations/annotated-records';
import { annotationId } from '../annotations/domain/annotations';
import { assertRoomForDefinitions, findOrMakeTagDefinition, findTagDefinitions } from '../annotations/find-definitions';
import type { BookingStore } from '../store/booking-store';
import type { TagDefinitionBody } from '../store/tag-definition.model';
import { presentTag } from './read-tags';

/**
 * Adds a tag to a record. Creates the definition if no definition has the name. If the record
 * already has the tag, changes nothing and returns the tag.
 * @throws ApiError not_found when the record does not exist; bad_request for an unknown definition.
 */
export async function createTag(
  store: BookingStore,
  scope: AccountScope,
  { entity_type, entity_id, ...wanted }: TagCreation,
): Promise<{ record: Tag; version: number }> {
  const records = recordsOfType(store, entity_type);
  await assertKeyOfType(store, scope, entity_type);
  return records.change(scope, { entity: entity_id }, async ({ annotations }) => {
    const known = await findDefinition(store, scope, wanted);
    const present = annotations.tags.find((tag) => tag.tag_definition_id === known?._id);
    const id = present?.id ?? annotationId(await store.ids.next('tag'), entity_type);
    assertEchoes(scope, [{ id }]);
    if (present) return { annotations, answer: presentTag(present, entity_type, entity_id) };
    assertLimits({ ...annotations, tags: [...annotations.tags, id] });
    const definition = known ?? (await makeDefinition(store, scope, wanted.name!));
    const tag = { id, tag_definition_id: definition._id, name: definition.name };
    return {
      annotations: { ...annotations, tags: [...annotations.tags, tag] },
      answer: presentTag(tag, entity_type, entity_id),
    };
  });
}

/** Removes a tag from its record. @throws ApiError not_found, precondition_failed. */
export async function deleteTag(store: BookingStore, scope: AccountScope, id: number): Promise<void> {
  await recordsOfAnnotation(store, 'tag', id).change(scope, { path: 'tags.id', id }, ({ annotations }) =>
    Promise.resolve({
      annotations: { ...annotations, tags: annotations.tags.filter((tag) => tag.id !== id) },
      answer: null,
    }),
  );
}

/**
 * Finds the definition that a body refers to by id or name. Returns undefined if no definition has
 * the name.
 * @throws ApiError bad_request for an unknown id, and when id and name disagree.
 */
async function findDefinition(
  store: BookingStore,
  scope: AccountScope,
  { name, tag_definition_id: id }: Pick<TagCreation, 'name' | 'tag_definition_id'>,
): Promise<TagDefinitionBody | undefined> {
  if (id === undefined) return (await findTagDefinitions(store, scope, [name!])).get(tagKey(name!));
  const found = await store.tagDefinitions.findOne(scope, { _id: id, is_deleted: false });
  if (!found) {
    throw new ApiError(
      'bad_request',
      `tag_definition_id: the tag definition id ${id} was not found or is not available`,
    );
  }
  if (name !== undefined && found.name_key !== tagKey(name)) {
    throw new ApiError(
      'bad_request',
      `name: ${JSON.stringify(name)} is not the name of the tag definition ${id}, ${JSON.stringify(found.name)}; send one of the two`,
    );
  }
  return found;
}

async function makeDefinition(store: BookingStore, scope: AccountScope, name: string): Promise<TagDefinitionBody> {
  await assertRoomForDefinitions(store.tagDefinitions, scope, 1);
  return findOrMakeTagDefinition(store, scope, name, await store.ids.next('tag_definition'));
}
