import type { AnnotatedType, AnnotationListQuery, Field } from '@keyhaven/contracts/booking/annotation';
import type { Page } from '@keyhaven/contracts/shared/paging';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { recordsOfAnnotation, recordsOfType } from '../annotations/annotated-kinds';
import { type AppliedField, typeOfAnnotation } from '../annotations/domain/annotations';
import { pageOfList } from '../annotations/page-of-list';
import type { BookingStore } from '../store/booking-store';
import type { FieldDefinitionBody } from '../store/field-definition.model';

/** Lists the custom fields of a record, ordered by id. @throws ApiError not_found when the record does not exist. */
export async function listFields(
  store: BookingStore,
  scope: AccountScope,
  query: AnnotationListQuery,
  url: string,
): Promise<Page<Field>> {
  const { entity_type, entity_id } = query;
  const { annotations } = await recordsOfType(store, entity_type).get(scope, entity_id);
  const page = pageOfList(annotations.fields, query, url);
  const definitions = await store.fieldDefinitions.findByIds(
    scope,
    page.items.map((field) => field.field_definition_id),
  );
  const byId = new Map(definitions.map((definition) => [definition._id, definition]));
  const items = page.items.map((field) =>
    presentField(field, byId.get(field.field_definition_id), entity_type, entity_id),
  );
  return { ...page, items };
}

/** Returns one custom field, with the version of its record. @throws ApiError not_found. */
export async function getField(
  store: BookingStore,
  scope: AccountScope,
  id: number,
): Promise<{ record: Field; version: number }> {
  const holder = await recordsOfAnnotation(store, 'field', id).findBy(scope, 'fields.id', id);
  const field = holder.annotations.fields.find((each) => each.id === id)!;
  const definition = await store.fieldDefinitions.findOne(scope, { _id: field.field_definition_id });
  return { record: presentField(field, definition, typeOfAnnotation(id)!, holder.id), version: holder.version };
}

/**
 * The public record of a field.
 * @param definition the definition of the field; undefined until a job creates the definition.
 *   Until then, the code is shown as the name.
 */
export function presentField(
  { id, field_definition_id, value, code }: AppliedField,
  definition: Pick<FieldDefinitionBody, 'name'> | undefined,
  entity_type: AnnotatedType,
  entity_id: number,
): Field {
  return { id, field_definition_id, entity_type, entity_id, value, code, name: definition?.name ?? code };
}
