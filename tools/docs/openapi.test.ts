import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { OpenApiDocument } from '@keyhaven/api-docs/openapi/document';
import { documentNames } from '@keyhaven/api-docs/openapi/documents';
import type { RecordedExample } from '@keyhaven/api-docs/openapi/examples';
import { missingWords, operationsOf } from '@keyhaven/api-docs/openapi/missing-words';
import { documentText, fileOf } from './openapi';

const root = path.resolve(__dirname, '../..');
const read = (name: (typeof documentNames)[number]) =>
  JSON.parse(readFileSync(fileOf(name), 'utf8')) as OpenApiDocument;

describe('the OpenAPI documents in docs/openapi', () => {
  it.each(documentNames)('are up to date with the contracts (npm run docs:openapi writes them): %s.json', (name) => {
    expect(readFileSync(fileOf(name), 'utf8') === documentText(name)).toBe(true);
  });

  it('are valid, and the linter finds no problems in them', () => {
    const problems = execFileSync(process.execPath, ['tools/docs/check-openapi.mjs', ...documentNames.map(fileOf)], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(problems).toBe('');
  });

  it.each(['v2', 'v1'] as const)(
    'describe every operation, parameter, field and header, and have examples: %s.json',
    (name) => {
      expect(missingWords(read(name))).toEqual({});
    },
  );

  it('list for each operation only the errors that it can return', () => {
    const byId = new Map(operationsOf(read('v2')).map((operation) => [operation.operationId, operation]));
    const errorsOf = (id: string) =>
      Object.values(byId.get(id)!.responses).flatMap((one) => ('$ref' in one ? [one.$ref.split('/').at(-1)] : []));
    expect(errorsOf('listAnnouncements')).toEqual(['Error400', 'Error429', 'Error500', 'Error503', 'ErrorOther']);
    expect(errorsOf('getBooking')).not.toContain('Error403');
    expect(errorsOf('listLoggedRequests')).toContain('Error403');
    expect(errorsOf('createQuote')).toContain('Error409Nights');
    expect(errorsOf('deleteGuest')).toContain('Error409');
    for (const id of ['deleteTag', 'createGuest', 'updateSurcharge']) expect(errorsOf(id)).not.toContain('Error409');
    expect(errorsOf('updateSpotRates')).not.toContain('Error412');
  });

  it('list a 404 for an operation without an id in its path only if the request refers to a record', () => {
    const document = read('v2');
    const paths = Object.entries(document.paths).filter(([at]) => !at.includes('{'));
    const operations = operationsOf({ ...document, paths: Object.fromEntries(paths) });
    const withNotFound = operations.filter(({ responses }) => '404' in responses).map(({ operationId }) => operationId);
    expect(withNotFound.sort()).toEqual([
      'createField',
      'createTag',
      'exchangeToken',
      'listFields',
      'listMessages',
      'listTags',
    ]);
  });

  it('describe If-None-Match and a 304 for every GET operation that returns an ETag', () => {
    const reads = Object.values(read('v2').paths).flatMap(({ get }) => get ?? []);
    const withETag = reads.filter(({ responses }) => {
      const { headers = {} } = responses['200'] && !('$ref' in responses['200']) ? responses['200'] : {};
      return 'ETag' in headers;
    });
    expect(withETag.length).toBeGreaterThan(15);
    for (const { responses, parameters = [] } of withETag) {
      expect(Object.keys(responses)).toContain('304');
      expect(parameters.map((one) => 'name' in one && one.name)).toContain('If-None-Match');
    }
  });

  it('state the scope that an app needs: `read` to read records, `full` for writes and the request log', () => {
    const scopesOf = (id: string) => {
      const document = read('v2');
      const { security = document.security } = operationsOf(document).find(({ operationId }) => operationId === id)!;
      return security.flatMap(({ oauth2 = [] }) => oauth2);
    };
    expect(scopesOf('listBookings')).toEqual(['read', 'full']);
    expect(['createBooking', 'listLoggedRequests'].map(scopesOf)).toEqual([['full'], ['full']]);
    expect(scopesOf('listAnnouncements')).toEqual([]);
  });

  it('show only error examples that are recorded in docs/examples', () => {
    const folder = path.join(root, 'docs/examples');
    const recorded = readdirSync(folder).flatMap((file) => {
      const examples = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as RecordedExample[];
      return examples.map(({ response }) => response.body);
    });
    const shown = Object.values(read('v2').components.responses).flatMap(({ content = {} }) =>
      Object.values(content).flatMap(({ examples = {} }) => Object.values(examples).map(({ value }) => value)),
    );
    expect(shown.length).toBeGreaterThan(5);
    for (const value of shown) expect(recorded).toContainEqual(value);
  });

  it('give every operation of both public versions a unique id', () => {
    const ids = [...operationsOf(read('v2')), ...operationsOf(read('v1'))].map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
