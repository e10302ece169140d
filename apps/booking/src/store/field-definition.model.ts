import type { FieldDefinition, FieldType } from '@keyhaven/contracts/booking/annotation-definition';
import { instantOrBlank } from '@keyhaven/contracts/shared/instants';
import type { Entity } from '@keyhaven/persistence/entity';
import { withDeletion } from '@keyhaven/persistence/purge-deleted';
import { type Body, type RecordDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import type { Connection, Model } from 'mongoose';

/** A custom field that the records of an account can have. */
export interface FieldDefinitionDocument extends RecordDocument {
  name: string;
  code: string;
  /** Equals `code`. Absent after deletion, so that the code can be used again. */
  code_key?: string;
  description: string | null;
  type: FieldType;
  is_deleted: boolean;
}

export type FieldDefinitionBody = Body<FieldDefinitionDocument>;

export function fieldDefinitionModel(connection: Connection): Model<FieldDefinitionDocument> {
  const schema = tenantSchema<FieldDefinitionDocument>('field_definitions', {
    name: String,
    code: String,
    code_key: String,
    description: String,
    type: { type: String },
    is_deleted: Boolean,
  })
    // Serves the query for the definition with a code. Allows only one definition for each code.
    .index({ user_id: 1, code_key: 1 }, { unique: true, partialFilterExpression: { code_key: { $exists: true } } })
    // Serves lists that are filtered by `since_utc`.
    .index({ user_id: 1, updated_utc: 1 });
  withDeletion(schema);
  return connection.model<FieldDefinitionDocument>('FieldDefinition', schema);
}

export function presentFieldDefinition(body: FieldDefinitionBody): FieldDefinition {
  const { _id, name, code, description, type, created_utc, updated_utc } = body;
  return {
    id: _id,
    name,
    code,
    full_code: `fields.${code}`,
    description,
    type,
    created_utc: instantOrBlank(created_utc),
    updated_utc: instantOrBlank(updated_utc),
  };
}

/** Definitions have no events. When a definition is deleted, events of the records that had the field are published. */
export const fieldDefinitionEntity: Entity<FieldDefinitionDocument, FieldDefinition> = {
  type: 'field_definition',
  isIn: ({ is_deleted }) => !is_deleted,
  present: presentFieldDefinition,
  categories: () => [],
  stampedWhenDeleted: () => ['deleted_utc'],
};
