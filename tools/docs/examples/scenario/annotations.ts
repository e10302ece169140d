import type { Scenario } from '../scenario';

export async function callTagsAndFields(scenario: Scenario): Promise<void> {
  const { prepare } = scenario;
  const guest = await prepare('createGuest', { body: { first_name: 'Ada', last_name: 'Rossi' } });
  await callTags(scenario, guest.id);
  await callFields(scenario, guest.id);
  await prepare('deleteGuest', { params: { id: guest.id } });
}

async function callTags({ call }: Scenario, entity_id: number): Promise<void> {
  const record = { entity_type: 'guest', entity_id };
  const defined = await call('createTagDefinition', 'Define a tag', { body: { name: 'Early riser' } });
  await call('createTagDefinition', 'A name that exists', { body: { name: 'early riser' } }, { status: 409 });
  const definition = { id: defined.id };
  await call('listTagDefinitions', 'The tags that records can have', { query: { limit: 2 } });
  await call('getTagDefinition', 'One tag definition', { params: definition });
  await call('updateTagDefinition', 'Rename a tag on all records', {
    params: definition,
    body: { name: 'Early bird' },
  });
  const tag = await call('createTag', 'Tag a guest', { body: { ...record, name: 'Early bird' } });
  const missing = { ...record, entity_id: 987654321, name: 'Early bird' };
  await call('createTag', 'A record that does not exist', { body: missing }, { status: 404 });
  await call('listTags', 'The tags of a guest', { query: record });
  await call('listTags', 'A type that does not exist', { query: { ...record, entity_type: 'house' } }, { status: 400 });
  await call('getTag', 'One tag of a guest', { params: { id: tag.id } });
  await call('deleteTag', 'Remove a tag from a guest', { params: { id: tag.id } });
  await call('deleteTag', 'A tag that was removed already', { params: { id: tag.id } }, { status: 404 });
  await call('deleteTagDefinition', 'Delete a tag', { params: definition });
  await call('getTagDefinition', 'A tag that was deleted', { params: definition }, { status: 404 });
}

async function callFields({ call }: Scenario, entity_id: number): Promise<void> {
  const record = { entity_type: 'guest', entity_id };
  const defined = await call('createFieldDefinition', 'Define a custom field', {
    body: { name: 'Car plate', code: 'car_plate', type: 'text', description: 'For the parking space' },
  });
  await call(
    'createFieldDefinition',
    'A code that exists',
    { body: { name: 'Plate', code: 'car_plate' } },
    { status: 409 },
  );
  const definition = { id: defined.id };
  await call('listFieldDefinitions', 'The custom fields that records can have', { query: { limit: 2 } });
  await call('getFieldDefinition', 'One custom field', { params: definition });
  await call('updateFieldDefinition', 'Rename a custom field', { params: definition, body: { name: 'Number plate' } });
  const recode = { params: definition, body: { code: 'plate' } };
  await call('updateFieldDefinition', 'The code cannot change', recode, { status: 400 });
  const field = await call('createField', 'Set a field of a guest', {
    body: { ...record, field_definition_id: defined.id, value: 'AB 123 CD' },
  });
  await call('createField', 'Without a value', { body: { ...record, code: 'car_plate' } }, { status: 400 });
  await call('listFields', 'The custom fields of a guest', { query: record });
  await call('getField', 'One field of a guest', { params: { id: field.id } });
  await call('updateField', 'Change the value of a field', { params: { id: field.id }, body: { value: 'EF 456 GH' } });
  await call('deleteField', 'Remove a field from a guest', { params: { id: field.id } });
  await call('deleteField', 'A field that was removed already', { params: { id: field.id } }, { status: 404 });
  const byCode = { ...record, code: 'car_plate' };
  await call('setFieldByCode', 'Set a field by its code', { params: byCode, body: { value: 'AB 123 CD' } });
  await call('updateFieldByCode', 'Change a field by its code', { params: byCode, body: { value: 'EF 456 GH' } });
  await call('deleteFieldByCode', 'Remove a field by its code', { params: byCode });
  await call('deleteFieldByCode', 'A field that was removed already', { params: byCode }, { status: 404 });
  await call('deleteFieldDefinition', 'Delete a custom field', { params: definition });
  await call('getFieldDefinition', 'A custom field that was deleted', { params: definition }, { status: 404 });
}
