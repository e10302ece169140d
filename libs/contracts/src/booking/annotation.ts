import { z } from 'zod';
import { id, idInput, wordInput } from '../shared/inputs';
import { pagingQuery } from '../shared/paging';
import { fieldCode, tagName, valueInput } from './custom-fields';

/**
 * The types of record that can have tags and custom fields. `inquiry` is accepted, but the platform has no inquiries,
 * so the response for an inquiry's id is always a 404.
 */
export const annotatedTypes = ['booking', 'guest', 'property', 'quote', 'owner', 'inquiry'] as const;
export type AnnotatedType = (typeof annotatedTypes)[number];

const ofRecord = {
  entity_type: z.enum(annotatedTypes).describe('Type of the record.'),
  entity_id: id.describe('Id of the record.'),
};
const ofRecordInput = {
  entity_type: wordInput(annotatedTypes).describe(
    'Type of the record. `inquiry` is accepted, but there are no inquiries, so it finds nothing.',
  ),
  entity_id: idInput.describe('Id of the record.'),
};

export const tag = z
  .object({
    id: id.describe('Id of the tag of this record.'),
    name: z.string().describe('Name of the tag, as its definition spells it.'),
    ...ofRecord,
    tag_definition_id: id.describe('Definition of the tag, from `v2/tagdefinitions`.'),
  })
  .meta({ id: 'Tag', description: 'A tag of one record.' });
export type Tag = z.infer<typeof tag>;

/** The body that adds a tag. It refers to the tag by its name or by the id of its definition. */
export const tagCreation = z
  .object({
    ...ofRecordInput,
    name: tagName
      .optional()
      .describe('Name of the tag, at most 100 characters. Case does not matter. A missing definition is created.'),
    tag_definition_id: idInput
      .optional()
      .describe('Definition of the tag, from `v2/tagdefinitions`, instead of its `name`.'),
  })
  .refine(({ name, tag_definition_id }) => name !== undefined || tag_definition_id !== undefined, {
    error: 'send it, or the tag_definition_id',
    path: ['name'],
  });
export type TagCreation = z.output<typeof tagCreation>;

export const field = z
  .object({
    id: id.describe('Id of the value.'),
    field_definition_id: id.describe('Definition of the field, from `v2/fielddefinitions`.'),
    ...ofRecord,
    value: z.string().describe('The value. Numbers, dates and booleans are strings too.'),
    code: z.string().describe('Code of the field, which identifies it within the account.'),
    name: z.string().describe('Name of the field, for people.'),
  })
  .meta({ id: 'Field', description: 'The value of a custom field of one record.' });
export type Field = z.infer<typeof field>;

export const fieldValue = z.object({ value: valueInput });
export const fieldPatch = z.object({
  value: z.union([valueInput, z.null().transform(() => '')], { error: 'expected a text or null' }).meta({
    type: 'string',
    nullable: true,
    description:
      'The new value: a text, a number or a boolean that matches the type of the field. Null makes it blank.',
  }),
});

/** The body that sets a custom field. It refers to the field by the id of its definition or by its code. */
export const fieldCreation = z
  .object({
    ...ofRecordInput,
    field_definition_id: idInput.optional().describe('Definition of the field, from `v2/fielddefinitions`.'),
    code: fieldCode
      .optional()
      .describe('Code of the field, instead of its definition. A missing definition is created, with the type `text`.'),
    value: valueInput,
  })
  .refine(({ field_definition_id, code }) => field_definition_id !== undefined || code !== undefined, {
    error: 'send it, or the code',
    path: ['field_definition_id'],
  });
export type FieldCreation = z.output<typeof fieldCreation>;

/** The path parameters that identify a custom field of a record. */
export const fieldOfRecord = z.object({ ...ofRecordInput, code: fieldCode.describe('Code of the field.') });
export type FieldOfRecord = z.output<typeof fieldOfRecord>;

export const annotationListQuery = pagingQuery.extend(ofRecordInput);
export type AnnotationListQuery = z.output<typeof annotationListQuery>;
