import type { TagDefinition } from '@keyhaven/contracts/booking/annotation-definition';
import { tagKey } from '@keyhaven/contracts/booking/custom-fields';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { isDuplicateKey, isDuplicateOf } from '@keyhaven/persistence/duplicate-key';
import { FIRST_VERSION } from '@keyhaven/service/http/versioned';
import { assertRoomForDefinitions, newTagDefinition } from '../annotations/find-definitions';
import { spreadTagJob } from '../annotations/spread-definition';
import type { BookingStore } from '../store/booking-store';
import { presentTagDefinition } from '../store/tag-definition.model';

type Answer = Promise<{ record: TagDefinition; version: number }>;

/** Creates a tag definition. @throws ApiError conflict when the name is in use. */
export async function createTagDefinition(
  store: BookingStore,
  scope: AccountScope,
  { name }: { name: string },
): Answer {
  const creating = store.tagDefinitions.create(scope, async () => {
    await assertRoomForDefinitions(store.tagDefinitions, scope, 1);
    return { after: newTagDefinition(scope, await store.ids.next('tag_definition'), name) };
  });
  const { record } = await refusingTakenName(store, scope, name, creating);
  return { record, version: FIRST_VERSION };
}

/**
 * Renames a tag. Jobs rename the tag on the records that have it: on the first batch before the response, on the others
 * soon after.
 * @throws ApiError not_found; conflict when the name is in use; precondition_failed.
 */
export async function updateTagDefinition(
  store: BookingStore,
  scope: AccountScope,
  id: number,
  { name }: { name?: string },
): Answer {
  const updating = store.tagDefinitions.update(scope, { _id: id, is_deleted: false }, (before) => {
    if (name === undefined || name === before.name) return Promise.resolve({ after: before });
    return Promise.resolve({ after: { ...before, name, name_key: tagKey(name) }, jobs: [spreadTagJob()] });
  });
  const body = await refusingTakenName(store, scope, name, updating);
  return { record: presentTagDefinition(body), version: body.version };
}

/**
 * Deletes a tag definition. Jobs remove the tag from its records.
 * @throws ApiError not_found, precondition_failed.
 */
export async function deleteTagDefinition(store: BookingStore, scope: AccountScope, id: number): Promise<void> {
  await store.tagDefinitions.update(scope, { _id: id, is_deleted: false }, (before) =>
    Promise.resolve({ after: { ...before, is_deleted: true, name_key: undefined }, jobs: [spreadTagJob()] }),
  );
}

/** @throws ApiError conflict that names the definition with this name. */
async function refusingTakenName<Written>(
  store: BookingStore,
  scope: AccountScope,
  name: string | undefined,
  writing: Promise<Written>,
): Promise<Written> {
  try {
    return await writing;
  } catch (error) {
    if (name === undefined || !isDuplicateKey(error) || !isDuplicateOf(error, 'name_key')) throw error;
    const holder = await store.tagDefinitions.findOne(scope, { name_key: tagKey(name) });
    throw new ApiError(
      'conflict',
      `name: ${JSON.stringify(name)} is the name of another tag definition${holder ? `, ${holder._id}` : ''}`,
    );
  }
}
