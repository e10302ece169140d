import type { AnnotatedType } from '@keyhaven/contracts/booking/annotation';
import type { JobRequest } from '@keyhaven/persistence/plan-change';
import { job } from '../jobs';
import type { Annotated, AppliedTag } from './domain/annotations';

/**
 * The job for a write that adds tags or fields to a record, or changes the name of a tag. This job runs after the write
 * of the record, and reads the definitions then. The job of a renamed or deleted definition runs after the write of the
 * definition, and searches for records then. So if two requests write a record and its definition at the same time, at
 * least one of the two jobs finds both writes.
 */
export function annotationJobs(
  entity_type: AnnotatedType,
  before: Annotated | undefined,
  after: Annotated | undefined,
): JobRequest[] {
  const nameOf = (tag: AppliedTag) => `${tag.tag_definition_id} ${tag.name}`;
  const hadTags = new Set(before?.tags?.map(nameOf));
  const hadFields = new Set(before?.fields?.map((field) => field.field_definition_id));
  const tags = (after?.tags ?? [])
    .filter((tag) => !hadTags.has(nameOf(tag)))
    .map((tag) => ({ definition_id: tag.tag_definition_id, name: tag.name }));
  const fields = (after?.fields ?? [])
    .filter((field) => !hadFields.has(field.field_definition_id))
    .map((field) => ({ definition_id: field.field_definition_id, code: field.code }));
  return tags.length + fields.length === 0 ? [] : [job('settle_annotations', { entity_type, tags, fields })];
}
