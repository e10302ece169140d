import {
  type FieldDefinition,
  type FieldDefinitionCreation,
  type FieldDefinitionPatch,
  fixedOfFieldDefinitions,
} from '@keyhaven/contracts/booking/annotation-definition';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { echoFaults } from '@keyhaven/contracts/shared/server-decided';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { isDuplicateKey, isDuplicateOf } from '@keyhaven/persistence/duplicate-key';
import { FIRST_VERSION } from '@keyhaven/service/http/versioned';
import { assertRoomForDefinitions, newFieldDefinition } from '../annotations/find-definitions';
import { spreadFieldJob } from '../annotations/spread-definition';
import type { BookingStore } from '../store/booking-store';
import { presentFieldDefinition } from '../store/field-definition.model';

type Answer = Promise<{ record: FieldDefinition; version: number }>;

/** Creates a field definition. @throws ApiError conflict when the code is in use. */
export async function createFieldDefinition(
  store: BookingStore,
  scope: AccountScope,
  input: FieldDefinitionCreation,
): Answer {
  const { code = codeOfName(input.name) } = input;
  try {
    const { record } = await store.fieldDefinitions.create(scope, async () => {
      await assertRoomForDefinitions(store.fieldDefinitions, scope, 1);
      return { after: newFieldDefinition(scope, await store.ids.next('field_definition'), { ...input, code }) };
    });
    return { record, version: FIRST_VERSION };
  } catch (error) {
    if (!isDuplicateKey(error) || !isDuplicateOf(error, 'code_key')) throw error;
    const holder = await store.fieldDefinitions.findOne(scope, { code_key: code });
    throw new ApiError(
      'conflict',
      `code: ${JSON.stringify(code)} is the code of another field definition${holder ? `, ${holder._id}` : ''}`,
    );
  }
}

/**
 * Changes the name or description of a field. The code and the type never change, because stored values depend on them.
 * @throws ApiError not_found, precondition_failed.
 */
export async function updateFieldDefinition(
  store: BookingStore,
  scope: AccountScope,
  id: number,
  { name, description, ...fixed }: FieldDefinitionPatch,
): Answer {
  const body = await store.fieldDefinitions.update(scope, { _id: id, is_deleted: false }, (before) => {
    const faults = echoFaults(fixed, [presentFieldDefinition(before)], fixedOfFieldDefinitions);
    if (faults.length > 0) throw new ApiError('bad_request', faults);
    const sent = { ...(name === undefined ? {} : { name }), ...(description === undefined ? {} : { description }) };
    return Promise.resolve({ after: { ...before, ...sent } });
  });
  return { record: presentFieldDefinition(body), version: body.version };
}

/**
 * Deletes a field definition. A job removes the values of the field from the records.
 * @throws ApiError not_found, precondition_failed.
 */
export async function deleteFieldDefinition(store: BookingStore, scope: AccountScope, id: number): Promise<void> {
  await store.fieldDefinitions.update(scope, { _id: id, is_deleted: false }, (before) =>
    Promise.resolve({ after: { ...before, is_deleted: true, code_key: undefined }, jobs: [spreadFieldJob()] }),
  );
}

/**
 * The default code of a field: its name in lower case with underscores between the words, and without characters that a
 * code must not have.
 */
function codeOfName(name: string): string {
  const words = name
    .normalize()
    .toLowerCase()
    .match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu);
  // Count characters instead of UTF-16 units, so that no character is cut in half.
  return words ? [...words.join('_')].slice(0, 100).join('') : 'field';
}
