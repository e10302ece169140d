import { initContract } from '../platform/ts-rest';
import { changeHeaders } from '../shared/headers';
import { idPath } from '../shared/inputs';
import { page } from '../shared/paging';
import { commonErrors, noContent, plainChangeErrors } from '../shared/responses';
import {
  annotationListQuery,
  field,
  fieldCreation,
  fieldOfRecord,
  fieldPatch,
  fieldValue,
  tag,
  tagCreation,
} from './annotation';

/** The tags and custom fields of single records. */
export const annotationRoutes = initContract().router({
  listTags: {
    method: 'GET',
    path: '/v2/tags',
    query: annotationListQuery,
    summary: 'List the tags of a record',
    description: 'Lists the tags of one record, ordered by id. A record that does not exist is a 404.',
    responses: { 200: page(tag), ...commonErrors },
  },
  getTag: {
    method: 'GET',
    path: '/v2/tags/:id',
    pathParams: idPath('tag'),
    summary: 'Read a tag of a record',
    description: 'Returns one tag of a record. The `ETag` is the version of that record.',
    responses: { 200: tag, ...commonErrors },
  },
  createTag: {
    method: 'POST',
    path: '/v2/tags',
    headers: changeHeaders,
    body: tagCreation,
    summary: 'Tag a record',
    description:
      'Adds a tag, named by `name` or `tag_definition_id`. If the record already has it, that tag is returned. If no ' +
      'definition has the name, one is created.\n\n' +
      'This is a change of the record: it raises its `updated_utc` and sends its webhooks. Holds and ' +
      '`linked_availability` records cannot be tagged. A record has at most 100 tags.',
    responses: { 200: tag, ...plainChangeErrors },
  },
  deleteTag: {
    method: 'DELETE',
    path: '/v2/tags/:id',
    pathParams: idPath('tag'),
    headers: changeHeaders,
    summary: 'Remove a tag from its record',
    description: 'Removes the tag from its record, and changes the record. The definition of the tag remains.',
    responses: { 204: noContent, ...plainChangeErrors },
  },
  listFields: {
    method: 'GET',
    path: '/v2/fields',
    query: annotationListQuery,
    summary: 'List the custom fields of a record',
    description: 'Lists the custom field values of one record. A record that does not exist is a 404.',
    responses: { 200: page(field), ...commonErrors },
  },
  getField: {
    method: 'GET',
    path: '/v2/fields/:id',
    pathParams: idPath('field value'),
    summary: 'Read a custom field of a record',
    description: 'Returns one custom field value. The `ETag` is the version of the record that has it.',
    responses: { 200: field, ...commonErrors },
  },
  createField: {
    method: 'POST',
    path: '/v2/fields',
    headers: changeHeaders,
    body: fieldCreation,
    summary: 'Set a custom field of a record',
    description:
      'Sets the value of a field, named by `field_definition_id` or `code`, whether or not the record has one. If no ' +
      'definition has the code, one of type `text` is created. A value that does not match the type of the field is a ' +
      '400.\n\n' +
      'This is a change of the record: it raises its `updated_utc` and sends its webhooks. Holds and ' +
      '`linked_availability` records cannot have fields.',
    responses: { 200: field, ...plainChangeErrors },
  },
  updateField: {
    method: 'PATCH',
    path: '/v2/fields/:id',
    pathParams: idPath('field value'),
    headers: changeHeaders,
    body: fieldPatch,
    summary: 'Change a custom field of a record',
    description: 'Changes the value. A value that does not match the type of the field is a 400. Null makes it blank.',
    responses: { 200: field, ...plainChangeErrors },
  },
  deleteField: {
    method: 'DELETE',
    path: '/v2/fields/:id',
    pathParams: idPath('field value'),
    headers: changeHeaders,
    summary: 'Remove a custom field from its record',
    description: 'Removes the value from its record, and changes the record. The definition of the field remains.',
    responses: { 204: noContent, ...plainChangeErrors },
  },
  setFieldByCode: {
    method: 'POST',
    path: '/v2/fields/:entity_type/:entity_id/:code',
    pathParams: fieldOfRecord,
    headers: changeHeaders,
    body: fieldValue,
    summary: 'Set a custom field by its code',
    description:
      'Sets the value of the field with this code, whether or not the record has one. If no definition has the code, one ' +
      'of type `text` is created. A value that does not match the type of the field is a 400.',
    responses: { 200: field, ...plainChangeErrors },
  },
  updateFieldByCode: {
    method: 'PATCH',
    path: '/v2/fields/:entity_type/:entity_id/:code',
    pathParams: fieldOfRecord,
    headers: changeHeaders,
    body: fieldPatch,
    summary: 'Change a custom field by its code',
    description: 'Changes the value that the record has. Without one, the answer is a 404. Null makes the value blank.',
    responses: { 200: field, ...plainChangeErrors },
  },
  deleteFieldByCode: {
    method: 'DELETE',
    path: '/v2/fields/:entity_type/:entity_id/:code',
    pathParams: fieldOfRecord,
    headers: changeHeaders,
    summary: 'Remove a custom field by its code',
    description: 'Removes the value that the record has. Without one, the answer is a 404.',
    responses: { 204: noContent, ...plainChangeErrors },
  },
});
