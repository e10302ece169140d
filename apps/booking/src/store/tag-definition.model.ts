import type { TagDefinition } from '@keyhaven/contracts/booking/annotation-definition';
import { instantOrBlank } from '@keyhaven/contracts/shared/instants';
import type { Entity } from '@keyhaven/persistence/entity';
import { withDeletion } from '@keyhaven/persistence/purge-deleted';
import { type Body, type RecordDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import type { Connection, Model } from 'mongoose';

/** A tag that the records of an account can have. */
export interface TagDefinitionDocument extends RecordDocument {
  name: string;
  /** The normalized name. Absent after deletion, so that the name can be used again. */
  name_key?: string;
  is_deleted: boolean;
}

export type TagDefinitionBody = Body<TagDefinitionDocument>;

export function tagDefinitionModel(connection: Connection): Model<TagDefinitionDocument> {
  const schema = tenantSchema<TagDefinitionDocument>('tag_definitions', {
    name: String,
    name_key: String,
    is_deleted: Boolean,
  })
    // Serves the query for the definition with a name. Allows only one definition for each name.
    .index({ user_id: 1, name_key: 1 }, { unique: true, partialFilterExpression: { name_key: { $exists: true } } })
    // Serves lists that are filtered by `since_utc`.
    .index({ user_id: 1, updated_utc: 1 });
  withDeletion(schema);
  return connection.model<TagDefinitionDocument>('TagDefinition', schema);
}

export function presentTagDefinition({ _id, name, created_utc, updated_utc }: TagDefinitionBody): TagDefinition {
  return { id: _id, name, created_utc: instantOrBlank(created_utc), updated_utc: instantOrBlank(updated_utc) };
}

/** Definitions have no events. When a definition changes, events of the records that have the tag are published. */
export const tagDefinitionEntity: Entity<TagDefinitionDocument, TagDefinition> = {
  type: 'tag_definition',
  isIn: ({ is_deleted }) => !is_deleted,
  present: presentTagDefinition,
  categories: () => [],
  stampedWhenDeleted: () => ['deleted_utc'],
};
