import type { AnnotatedType, Field, FieldCreation, FieldOfRecord } from '@keyhaven/contracts/booking/annotation';
import { storedValue, valueFault } from '@keyhaven/contracts/booking/annotation-definition';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { type AccountScope, assertEchoes } from '@keyhaven/persistence/account-scope';
import {
  type AnnotationChange,
  assertKeyOfType,
  type Holder,
  recordsOfAnnotation,
  recordsOfType,
} from '../annotations/annotated-kinds';
import { assertLimits } from '../annotations/annotated-records';
import { annotationId, type AppliedField, typeOfAnnotation } from '../annotations/domain/annotations';
import {
  assertRoomForDefinitions,
  findFieldDefinitions,
  findOrMakeFieldDefinition,
} from '../annotations/find-definitions';
import type { BookingStore } from '../store/booking-store';
import type { FieldDefinitionBody } from '../store/field-definition.model';
import { findSentDefinition } from './find-sent-definition';
import { presentField } from './read-fields';

type Answer = Promise<{ record: Field; version: number }>;

/**
 * Sets a custom field of a record, whether or not the record already has a value for the field. Creates the definition
 * if no definition has the code.
 * @throws ApiError not_found when the record does not exist; bad_request for an unknown definition, and for a value
 *   that does not match the field's type.
 */
export function setField(
  store: BookingStore,
  scope: AccountScope,
  { entity_type, entity_id, value, ...wanted }: FieldCreation,
): Answer {
  return recordsOfType(store, entity_type).change(scope, { entity: entity_id }, async (holder) => {
    const known = await findSentDefinition(store, scope, wanted);
    const { fields } = holder.annotations;
    // The stored field may refer to a deleted definition with the same code.
    const present = fields.find((field) => field.code === (known?.code ?? wanted.code));
    const id = present?.id ?? annotationId(await store.ids.next('field'), entity_type);
    assertEchoes(scope, [{ id }]);
    if (!known) {
      assertLimits({ ...holder.annotations, fields: [...fields.filter((each) => each !== present), { value }] });
    }
    const definition = known ?? (await makeDefinition(store, scope, wanted.code!));
    const field = { id, field_definition_id: definition._id, code: definition.code, value };
    return withField(holder, entity_type, definition, field);
  });
}

/**
 * Sets a field for POST /v2/fields, whose body contains the type and id of the record.
 * @throws ApiError idempotency_key_reused, and the errors of `setField`.
 */
export async function createField(store: BookingStore, scope: AccountScope, body: FieldCreation): Answer {
  await assertKeyOfType(store, scope, body.entity_type);
  return setField(store, scope, body);
}

/** Changes the value of a custom field. @throws ApiError not_found, bad_request, precondition_failed. */
export function updateField(store: BookingStore, scope: AccountScope, id: number, value: string): Answer {
  const records = recordsOfAnnotation(store, 'field', id);
  return records.change(scope, { path: 'fields.id', id }, (holder) => {
    const present = holder.annotations.fields.find((field) => field.id === id)!;
    return changedValue(store, scope, typeOfAnnotation(id)!, holder, { ...present, value });
  });
}

/** Changes the value of the field that has this code. @throws the errors of `updateField`. */
export function updateFieldByCode(
  store: BookingStore,
  scope: AccountScope,
  { entity_type, entity_id, code }: FieldOfRecord,
  value: string,
): Answer {
  return recordsOfType(store, entity_type).change(scope, { entity: entity_id }, (holder) =>
    changedValue(store, scope, entity_type, holder, { ...fieldWithCode(holder, code), value }),
  );
}

/** Removes a custom field from its record. @throws ApiError not_found, precondition_failed. */
export async function deleteField(store: BookingStore, scope: AccountScope, id: number): Promise<void> {
  const records = recordsOfAnnotation(store, 'field', id);
  await records.change(scope, { path: 'fields.id', id }, (holder) => Promise.resolve(withoutField(holder, id)));
}

/**
 * Removes the field that has this code from its record. @throws ApiError not_found,
 * precondition_failed.
 */
export async function deleteFieldByCode(
  store: BookingStore,
  scope: AccountScope,
  { entity_type, entity_id, code }: FieldOfRecord,
): Promise<void> {
  await recordsOfType(store, entity_type).change(scope, { entity: entity_id }, (holder) =>
    Promise.resolve(withoutField(holder, fieldWithCode(holder, code).id)),
  );
}

async function makeDefinition(store: BookingStore, scope: AccountScope, code: string): Promise<FieldDefinitionBody> {
  await assertRoomForDefinitions(store.fieldDefinitions, scope, 1);
  return findOrMakeFieldDefinition(store, scope, code, await store.ids.next('field_definition'));
}

async function changedValue(
  store: BookingStore,
  scope: AccountScope,
  type: AnnotatedType,
  holder: Holder,
  field: AppliedField,
): Promise<AnnotationChange<Field>> {
  const { code, field_definition_id: id } = field;
  const definition =
    (await findFieldDefinitions(store, scope, [code])).get(code) ??
    (await store.fieldDefinitions.findOne(scope, { _id: id }));
  // A definition that does not exist yet is no error: the job of an earlier write will create the
  // definition.
  if (definition?.is_deleted) throw fieldMissing(code);
  const changed = withField(holder, type, definition, { ...field, field_definition_id: definition?._id ?? id });
  assertEchoes(scope, [changed.answer]);
  return changed;
}

/** Sets a field of the record and keeps its position in the list. @throws ApiError bad_request. */
function withField(
  { id: entityId, annotations }: Holder,
  type: AnnotatedType,
  definition: FieldDefinitionBody | undefined,
  sent: AppliedField,
): AnnotationChange<Field> {
  const fault = definition && valueFault(definition, sent.value);
  if (fault !== undefined) throw new ApiError('bad_request', `value: ${fault}`);
  const field = { ...sent, value: storedValue(definition, sent.value) };
  const answer = presentField(field, definition, type, entityId);
  const present = annotations.fields.find(({ id }) => id === field.id);
  if (present?.value === field.value && present.field_definition_id === field.field_definition_id) {
    return { annotations, answer };
  }
  const fields = present
    ? annotations.fields.map((each) => (each.id === field.id ? field : each))
    : [...annotations.fields, field];
  return { annotations: { ...annotations, fields }, answer };
}

function withoutField({ annotations }: Holder, id: number): AnnotationChange<null> {
  return {
    annotations: { ...annotations, fields: annotations.fields.filter((field) => field.id !== id) },
    answer: null,
  };
}

/** @throws ApiError not_found when the record has no such field. */
function fieldWithCode({ annotations }: Holder, code: string): AppliedField {
  const found = annotations.fields.find((field) => field.code === code);
  if (!found) throw fieldMissing(code);
  return found;
}

function fieldMissing(code: string): ApiError {
  return new ApiError('not_found', `the record has no field with the code ${JSON.stringify(code)}`);
}
