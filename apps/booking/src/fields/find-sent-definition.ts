import type { FieldCreation } from '@keyhaven/contracts/booking/annotation';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { findFieldDefinitions } from '../annotations/find-definitions';
import type { BookingStore } from '../store/booking-store';
import type { FieldDefinitionBody } from '../store/field-definition.model';

/**
 * Finds the field definition that a body refers to by id, code or both. Returns undefined if no definition has the
 * code.
 * @throws ApiError bad_request for an unknown id, and when id and code disagree.
 */
export async function findSentDefinition(
  store: BookingStore,
  scope: AccountScope,
  { field_definition_id: id, code }: Pick<FieldCreation, 'field_definition_id' | 'code'>,
): Promise<FieldDefinitionBody | undefined> {
  if (id === undefined) return (await findFieldDefinitions(store, scope, [code!])).get(code!);
  const found = await store.fieldDefinitions.findOne(scope, { _id: id, is_deleted: false });
  if (!found) {
    throw new ApiError(
      'bad_request',
      `field_definition_id: the field definition id ${id} was not found or is not available`,
    );
  }
  if (code !== undefined && found.code !== code) {
    throw new ApiError(
      'bad_request',
      `code: ${JSON.stringify(code)} is not the code of the field definition ${id}, ${JSON.stringify(found.code)}; send one of the two`,
    );
  }
  return found;
}
