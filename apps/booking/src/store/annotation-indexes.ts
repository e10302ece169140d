import type { Schema } from 'mongoose';

/**
 * Adds the indexes on the tags and custom fields of a record. The indexes contain only records that have tags or
 * fields.
 * @param prefix the path of the record in its document, with a trailing dot: `booking.` or `quote.`. Empty if the
 *   document is the record.
 */
export function withAnnotations<Document>(schema: Schema<Document>, prefix = ''): Schema<Document> {
  const lists = { tags: 'tag_definition_id', fields: 'field_definition_id' };
  for (const [list, definition] of Object.entries(lists)) {
    const [id, definitionId] = [`${prefix}${list}.id`, `${prefix}${list}.${definition}`];
    schema
      // Serves reads of a tag or field by its id.
      .index({ user_id: 1, [id]: 1 }, { partialFilterExpression: { [id]: { $exists: true } } })
      // Serves the job of a renamed or deleted definition. The job reads the records with this
      // definition, ordered by _id.
      .index(
        { user_id: 1, [definitionId]: 1, _id: 1 },
        { partialFilterExpression: { [definitionId]: { $exists: true } } },
      );
  }
  return schema;
}
