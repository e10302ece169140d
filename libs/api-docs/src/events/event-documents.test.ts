import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { subscriptionTypes } from '@keyhaven/contracts/webhook/categories';
import { schemasWithoutId } from '@asyncapi/specs';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { asyncApiDocument } from './async-api';
import { eventFaults } from './testing/check-event';
import { eventDocuments } from './event-documents';
import { eventSchemas, publicEventSchemas } from './event-schemas';

const folder = path.resolve(__dirname, '../../../../docs/asyncapi');

describe('the files in docs/asyncapi', () => {
  it('are what `npm run docs:events` writes for the current contracts', () => {
    const expected = eventDocuments();
    const present = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
    expect(present.sort()).toEqual(Object.keys(expected).sort());
    for (const [file, content] of Object.entries(expected)) {
      expect(readFileSync(path.join(folder, file), 'utf8')).toBe(content);
    }
  });

  it('include a document that is valid against the JSON Schema of AsyncAPI 3.0', () => {
    const ajv = addFormats(new Ajv({ strict: false, allErrors: true }));
    const validate = ajv.compile(schemasWithoutId['3.0.0']);
    validate(asyncApiDocument());
    expect(validate.errors).toBeNull();
  });

  it('contain every message, channel and schema to which the AsyncAPI document refers', () => {
    const document = asyncApiDocument();
    const references = JSON.stringify(document).match(/(?<="\$ref":")[^"]+/g) ?? [];
    expect(references.length).toBeGreaterThan(50);
    const missing = references.filter((reference) => {
      const keys = reference.replace('#/', '').split('/');
      return (
        keys.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document) === undefined
      );
    });
    expect(missing).toEqual([]);
  });

  it('include only valid JSON Schemas', () => {
    const ajv = addFormats(new Ajv({ strict: true, allowUnionTypes: true }));
    const schemas = Object.entries({ ...eventSchemas(), ...eventSchemas({ isClosed: true }) });
    expect(schemas.filter(([, schema]) => ajv.validateSchema(schema) !== true).map(([name]) => name)).toEqual([]);
    for (const [, schema] of schemas) ajv.compile(schema);
  });

  it('include a schema without private fields for each type and each notice that webhooks deliver', () => {
    const schemas = publicEventSchemas();
    const types = Object.values(subscriptionTypes).map(({ entityType }) => entityType);
    // Subscriptions accept the type `inquiry`, but no service publishes inquiries.
    const expected = types.filter((type) => type !== 'none' && type !== 'inquiry').map((type) => `webhooks/${type}`);
    const notices = ['webhooks/webhook_test', 'webhooks/application_authorization_revoked'];
    expect(Object.keys(schemas).sort()).toEqual([...expected, ...notices].sort());
    for (const schema of Object.values(schemas)) expect(schema.properties).not.toHaveProperty('private');
    expect(existsSync(path.join(folder, 'schemas/webhooks/booking.json'))).toBe(true);
  });
});

describe('eventFaults', () => {
  const event = {
    event_id: '0a9d7c2e-5a3c-4f0e-9a3b-0f2f6d1b7c11',
    schema_version: 1,
    generation: 0,
    occurred_utc: '2026-07-01T10:00:00.000Z',
    user_id: 1,
    action: 'entity_update',
    entity_type: 'listing_site',
    entity_id: 5,
    version: 2,
    categories: ['other'],
    is_resync: false,
    entity: { id: 5, name: 'Airbnb', domain: 'airbnb.com', active: true },
    private: {},
  };

  it('returns nothing for an event that matches its schema', () => {
    expect(eventFaults(event)).toEqual([]);
  });

  it.each([
    [
      'a field of the record that is not described',
      { entity: { ...event.entity, rank: 1 } },
      /additionalProperties|rank/,
    ],
    ['a private field that is not described', { private: { secret: 1 } }, /secret/],
    ['a missing field', { entity: { id: 5, name: 'Airbnb', domain: 'airbnb.com' } }, /active/],
    ['a category that the type does not have', { categories: ['photos'] }, /categories/],
    ['an action that the type does not have', { action: 'entity_delete' }, /action/],
    ['an unknown type', { entity_type: 'castle' }, /no schema .* castle/],
  ])('reports %s', (_name, part, fault) => {
    expect(eventFaults({ ...event, ...part }).join('; ')).toMatch(fault);
  });
});
