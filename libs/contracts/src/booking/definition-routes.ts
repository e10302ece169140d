import { initContract } from '../platform/ts-rest';
import { changeHeaders, writeHeaders } from '../shared/headers';
import { idPath } from '../shared/inputs';
import { page } from '../shared/paging';
import {
  changeErrors,
  commonErrors,
  conflict,
  createErrors,
  listErrors,
  noContent,
  plainChangeErrors,
} from '../shared/responses';
import {
  definitionListQuery,
  fieldDefinition,
  fieldDefinitionCreation,
  fieldDefinitionPatch,
  tagDefinition,
  tagDefinitionCreation,
  tagDefinitionPatch,
} from './annotation-definition';

/** The definitions of tags and custom fields. */
export const definitionRoutes = initContract().router({
  listTagDefinitions: {
    method: 'GET',
    path: '/v2/tagdefinitions',
    query: definitionListQuery,
    summary: 'List tag definitions',
    description: 'Lists the tags that records of the account can have, ordered by id.',
    responses: { 200: page(tagDefinition), ...listErrors },
  },
  getTagDefinition: {
    method: 'GET',
    path: '/v2/tagdefinitions/:id',
    pathParams: idPath('tag definition'),
    summary: 'Read a tag definition',
    description: 'Returns one tag definition. A deleted one is a 404.',
    responses: { 200: tagDefinition, ...commonErrors },
  },
  createTagDefinition: {
    method: 'POST',
    path: '/v2/tagdefinitions',
    headers: writeHeaders,
    body: tagDefinitionCreation,
    summary: 'Create a tag definition',
    description:
      'Creates a tag definition. If one with this name exists, in any case, the answer is a 409. An account has at most ' +
      '1,000 tag definitions.',
    responses: { 200: tagDefinition, ...createErrors, ...conflict },
  },
  updateTagDefinition: {
    method: 'PATCH',
    path: '/v2/tagdefinitions/:id',
    pathParams: idPath('tag definition'),
    headers: changeHeaders,
    body: tagDefinitionPatch,
    summary: 'Rename a tag',
    description:
      'Renames a tag on every record that has it: on the first few hundred before the answer, on the others soon after. A ' +
      'name that another definition has is a 409.',
    responses: { 200: tagDefinition, ...changeErrors },
  },
  deleteTagDefinition: {
    method: 'DELETE',
    path: '/v2/tagdefinitions/:id',
    pathParams: idPath('tag definition'),
    headers: changeHeaders,
    summary: 'Delete a tag definition',
    description: 'Deletes a tag definition and removes the tag from all records that have it.',
    responses: { 204: noContent, ...plainChangeErrors },
  },
  listFieldDefinitions: {
    method: 'GET',
    path: '/v2/fielddefinitions',
    query: definitionListQuery,
    summary: 'List field definitions',
    description: 'Lists the custom fields that records of the account can have, ordered by id.',
    responses: { 200: page(fieldDefinition), ...listErrors },
  },
  getFieldDefinition: {
    method: 'GET',
    path: '/v2/fielddefinitions/:id',
    pathParams: idPath('field definition'),
    summary: 'Read a field definition',
    description: 'Returns one field definition. A deleted one is a 404.',
    responses: { 200: fieldDefinition, ...commonErrors },
  },
  createFieldDefinition: {
    method: 'POST',
    path: '/v2/fielddefinitions',
    headers: writeHeaders,
    body: fieldDefinitionCreation,
    summary: 'Create a field definition',
    description:
      'Creates a field definition. If one with this code exists, the answer is a 409. An account has at most 1,000 field ' +
      'definitions.',
    responses: { 200: fieldDefinition, ...createErrors, ...conflict },
  },
  updateFieldDefinition: {
    method: 'PATCH',
    path: '/v2/fielddefinitions/:id',
    pathParams: idPath('field definition'),
    headers: changeHeaders,
    body: fieldDefinitionPatch,
    summary: 'Change a field definition',
    description: 'Changes the name or the description. The code and the type never change; other values are a 400.',
    responses: { 200: fieldDefinition, ...plainChangeErrors },
  },
  deleteFieldDefinition: {
    method: 'DELETE',
    path: '/v2/fielddefinitions/:id',
    pathParams: idPath('field definition'),
    headers: changeHeaders,
    summary: 'Delete a field definition',
    description: 'Deletes a field definition and removes its values from all records that have them.',
    responses: { 204: noContent, ...plainChangeErrors },
  },
});
