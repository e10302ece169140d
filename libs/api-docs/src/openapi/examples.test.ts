import type { Operation } from './document';
import { addExamples } from './examples';

const operation = (): Operation => ({
  operationId: 'updateStay',
  tags: [],
  parameters: [
    { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
    { name: 'ids', in: 'query', schema: { type: 'array', items: { type: 'integer' } } },
    { name: 'If-Match', in: 'header', schema: { type: 'string' } },
    { name: 'unused', in: 'query', schema: { type: 'string' } },
  ],
  requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
  responses: {
    200: { description: '', content: { 'application/json': { schema: { type: 'object' } } } },
    409: { $ref: '#/components/responses/Error409' },
  },
});

const example = {
  title: 'Add a pet, at last!',
  request: { path: '/v2/stays/12', query: { ids: '1,2' }, headers: { 'if-match': '"3"' }, body: { pets: 1 } },
  response: { status: 200, body: { id: 12, pets: 1 } },
};

describe('the examples that addExamples adds to an operation', () => {
  it('are the recorded requests and responses, each with the title of the recording', () => {
    const described = operation();
    addExamples(described, '/v2/stays/{id}', [example]);
    const { requestBody, responses } = described;
    expect(requestBody!.content['application/json']!.examples).toEqual({
      'add-a-pet-at-last': { summary: 'Add a pet, at last!', value: { pets: 1 } },
    });
    expect(responses[200]).toMatchObject({
      content: { 'application/json': { examples: { 'add-a-pet-at-last': { value: { id: 12, pets: 1 } } } } },
    });
  });

  it('include a value of the right type for each parameter', () => {
    const described = operation();
    addExamples(described, '/v2/stays/{id}', [example]);
    expect(described.parameters!.map((parameter) => 'example' in parameter && parameter.example)).toEqual([
      12,
      [1, 2],
      '"3"',
      false,
    ]);
  });

  it('leave out refused requests and the responses of dry runs', () => {
    const described = operation();
    const refused = { ...example, title: 'Refused', response: { status: 400 } };
    const dryRun = { ...example, title: 'Dry run', request: { ...example.request, headers: { prefer: 'dry-run' } } };
    addExamples(described, '/v2/stays/{id}', [refused, dryRun]);
    expect(Object.keys(described.requestBody!.content['application/json']!.examples!)).toEqual(['dry-run']);
    expect(described.responses[200]).not.toHaveProperty(['content', 'application/json', 'examples']);
  });

  it('do not exist if there are no recordings', () => {
    const described = operation();
    addExamples(described, '/v2/stays/{id}', []);
    expect(described).toEqual(operation());
  });
});
