import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { OpenApiDocument, Operation, Parameter, RequestBody } from '../openapi/document';
import type { JsonSchema } from '../schemas/json-schema';
import { breakingChanges } from './breaking-changes';

const stay: JsonSchema = {
  type: 'object',
  required: ['id', 'status'],
  properties: {
    id: { type: 'integer' },
    status: { type: 'string', enum: ['active', 'canceled'] },
    notes: { type: 'string', nullable: true },
  },
};

/** Creates a document with one operation that has parameters, a request body and a response. */
function aDocument() {
  const parameters: Parameter[] = [
    { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
    { name: 'status', in: 'query', schema: { type: 'string', enum: ['active', 'canceled'] } },
    { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 1000 } },
  ];
  const body: JsonSchema = {
    type: 'object',
    required: ['arrival'],
    properties: {
      arrival: { type: 'string', format: 'date' },
      notes: { type: 'string', nullable: true, maxLength: 500 },
      pets: { type: 'integer', minimum: 0, maximum: 10, multipleOf: 2 },
      guests: { type: 'array', maxItems: 5, items: { type: 'object', properties: { name: { type: 'string' } } } },
      value: { anyOf: [{ type: 'string' }, { type: 'number' }] },
    },
  };
  const requestBody: RequestBody = { required: true, content: { 'application/json': { schema: body } } };
  const operation: Operation = {
    operationId: 'updateStay',
    tags: ['Stays'],
    security: [{ basic: [] }, { oauth2: ['read'] }, { oauth2: ['full'] }],
    parameters,
    requestBody,
    responses: {
      200: {
        description: '',
        headers: { ETag: { description: '', schema: { type: 'string' } } },
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Stay' } } },
      },
    },
  };
  const document: OpenApiDocument = {
    openapi: '3.0.3',
    info: { title: '', version: '1', description: '', license: { name: '', url: '' } },
    servers: [],
    tags: [],
    security: [{ basic: [] }, { oauth2: ['full'] }],
    paths: { '/v2/stays/{id}': { patch: operation } },
    components: { schemas: { Stay: structuredClone(stay) }, responses: {}, headers: {}, securitySchemes: {} },
  };
  return { document, operation, parameters, body: body.properties!, stay: document.components.schemas.Stay! };
}

type Draft = ReturnType<typeof aDocument>;

function changesOf(change: (draft: Draft) => void): string[] {
  const draft = aDocument();
  change(draft);
  return breakingChanges(aDocument().document, draft.document);
}

describe('breakingChanges', () => {
  const at = 'PATCH /v2/stays/{id}';

  it.each<[string, (draft: Draft) => void, string]>([
    ['a removed path', ({ document }) => (document.paths = {}), `${at} was removed`],
    ['another operation id', ({ operation }) => (operation.operationId = 'x'), `${at} has the operation id x`],
    [
      'a scope that no longer suffices, because the security of the document applies instead of the operation',
      ({ operation }) => delete operation.security,
      `${at} no longer accepts oauth2 (read)`,
    ],
    [
      'credentials that no longer suffice',
      ({ operation }) => operation.security!.shift(),
      `${at} no longer accepts basic`,
    ],
    [
      'credentials that must be sent together with others',
      ({ operation }) => (operation.security![0] = { basic: [], key: [] }),
      `${at} no longer accepts basic`,
    ],
    ['a removed parameter', ({ parameters }) => parameters.pop(), `${at}: query parameter limit was removed`],
    [
      'a new required parameter',
      ({ parameters }) => parameters.push({ name: 'at', in: 'query', required: true, schema: { type: 'string' } }),
      `${at}: query parameter at is new and required`,
    ],
    [
      'a parameter that becomes required',
      ({ parameters }) => (parameters[2]!.required = true),
      'limit is now required',
    ],
    ['a smaller limit', ({ parameters }) => (parameters[2]!.schema.maximum = 100), 'has the maximum 100, not 1000'],
    [
      'a parameter value that is no longer accepted',
      ({ parameters }) => parameters[1]!.schema.enum!.pop(),
      'status no longer accepts canceled',
    ],
    ['a removed field of a request', ({ body }) => delete body.notes, `${at}: request.notes was removed`],
    [
      'another type in a request',
      ({ body }) => (body.arrival = { type: 'integer' }),
      'request.arrival was string and is',
    ],
    [
      'a field of a request that must no longer be null',
      ({ body }) => delete body.notes!.nullable,
      'request.notes no longer accepts null',
    ],
    ['a new pattern', ({ body }) => (body.notes!.pattern = '^a'), 'request.notes must match another pattern'],
    [
      'a minimum that is no longer accepted itself',
      ({ body }) => (body.pets!.exclusiveMinimum = true),
      'request.pets must be greater than 0',
    ],
    [
      'a maximum that is no longer accepted itself',
      ({ body }) => (body.pets!.exclusiveMaximum = true),
      'request.pets must be less than 10',
    ],
    [
      'a number that must be a multiple of a larger one',
      ({ body }) => (body.pets!.multipleOf = 4),
      'request.pets must be a multiple of 4',
    ],
    [
      'a smaller maximum length of a list',
      ({ body }) => (body.guests!.maxItems = 4),
      'request.guests has the maxItems 4, not 5',
    ],
    [
      'a field that becomes required in a list of a request',
      ({ body }) => (body.guests!.items!.required = ['name']),
      'request.guests[].name is now required',
    ],
    [
      'a removed alternative in anyOf',
      ({ body }) => body.value!.anyOf!.pop(),
      'request.value no longer accepts one of its forms',
    ],
    ['a removed field of an answer', ({ stay }) => delete stay.properties!.notes, 'answer 200.notes was removed'],
    ['a field that may be absent', ({ stay }) => stay.required!.pop(), 'answer 200.status may be absent'],
    ['an answer that may be null', ({ stay }) => (stay.properties!.id!.nullable = true), 'answer 200.id may be null'],
    ['a new value in an answer', ({ stay }) => stay.properties!.status!.enum!.push('x'), 'has new values: x'],
    [
      'a removed header',
      ({ operation }) => delete (operation.responses[200] as { headers: Record<string, object> }).headers.ETag,
      'answer 200: header ETag was removed',
    ],
  ])('reports %s', (_name, change, expected) => {
    const changes = changesOf(change);
    expect(changes).toEqual([expect.stringContaining(expected)]);
  });

  it.each<[string, (draft: Draft) => void]>([
    ['a new path', ({ document, operation }) => (document.paths['/v2/new'] = { get: operation })],
    [
      'an optional parameter',
      ({ parameters }) => void parameters.push({ name: 'q', in: 'query', schema: { type: 'string' } }),
    ],
    [
      'more accepted credentials',
      ({ operation, document }) => {
        operation.security!.push({ bearer: [] });
        document.security.push({ bearer: [] });
      },
    ],
    ['an operation that needs no credentials any more', ({ operation }) => (operation.security = [])],
    [
      'a smaller minimum that is not accepted itself',
      ({ body }) => Object.assign(body.pets!, { minimum: -1, exclusiveMinimum: true }),
    ],
    ['a number that must be a multiple of a divisor', ({ body }) => (body.pets!.multipleOf = 1)],
    [
      'an integer that becomes a number with two decimal places',
      ({ parameters }) => Object.assign(parameters[2]!.schema, { type: 'number', multipleOf: 0.01 }),
    ],
    ['a larger limit', ({ parameters }) => (parameters[2]!.schema.maximum = 2000)],
    ['one more accepted value', ({ parameters }) => void parameters[1]!.schema.enum!.push('pending')],
    ['an optional field of a request', ({ body }) => (body.cribs = { type: 'integer' })],
    ['a new field of an answer', ({ stay }) => (stay.properties!.pets = { type: 'integer' })],
    ['another description', ({ stay }) => (stay.description = 'A stay.')],
    [
      'a reference that is replaced with the schema itself',
      ({ operation, stay }) =>
        (operation.responses[200] = {
          description: '',
          headers: { ETag: { description: '', schema: { type: 'string' } } },
          content: { 'application/json': { schema: stay } },
        }),
    ],
  ])('does not report %s', (_name, change) => {
    expect(changesOf(change)).toEqual([]);
  });

  it('reports an operation that needs credentials although it needed none before', () => {
    const before = aDocument();
    before.operation.security = [];
    expect(breakingChanges(before.document, aDocument().document)).toEqual([`${at} needs credentials`]);
  });

  it('reports no change between docs/openapi/v2.json and an identical copy', () => {
    const file = path.resolve(__dirname, '../../../../docs/openapi/v2.json');
    const document = JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument;
    expect(breakingChanges(document, structuredClone(document))).toEqual([]);
  });
});
