import type { OpenApiDocument, Parameter, Reference, Response } from '../openapi/document';
import type { RecordedExample } from '../openapi/examples';
import type { SampleRequest } from '../samples/request';
import { samplesOf } from '../samples/samples-of';
import { fieldRows, inWords, resolve, type Schemas, typeOf } from './describe-schema';
import type { Endpoint } from './list-endpoints';
import { sampleRequest } from './sample-request';

interface Options {
  endpoint: Endpoint;
  document: OpenApiDocument;
  examples: readonly RecordedExample[];
  /**
   * The URL of a page on which a signed-in person can send the request; undefined if there is none.
   */
  tryAddress?: string;
}

/** Renders the page of an endpoint as markdown: rules, parameters, body, examples, responses, errors. */
export function endpointPage({ endpoint, document, examples, tryAddress }: Options): string {
  const { method, path, operation } = endpoint;
  const { schemas, responses } = document.components;
  const parameters = (operation.parameters ?? []).filter((one): one is Parameter => 'name' in one);
  const body = Object.entries(operation.requestBody?.content ?? {})[0];
  return [
    `# ${operation.summary ?? operation.operationId}`,
    `\`${method} ${path}\``,
    ...(operation.deprecated ? ['**Deprecated.** Do not use it in new programs.'] : []),
    ...(operation.description === undefined ? [] : [operation.description]),
    ...(tryAddress === undefined ? [] : [`[Try it with your account](${tryAddress})`]),
    ...parameterTable('Path', parameters, 'path', schemas),
    ...parameterTable('Query', parameters, 'query', schemas),
    ...parameterTable('Headers', parameters, 'header', schemas),
    ...(body ? ['## Body', `\`${body[0]}\``, bodyTable(body[1].schema, schemas)] : []),
    ...exampleParts(endpoint, examples, schemas),
    ...answerParts(operation.responses, schemas, responses),
    ...errorParts(operation.responses, responses),
  ].join('\n\n');
}

function parameterTable(title: string, all: readonly Parameter[], place: Parameter['in'], schemas: Schemas): string[] {
  const parameters = all.filter((one) => one.in === place);
  if (parameters.length === 0) return [];
  const rows = parameters.map(({ name, schema, required, description }) => {
    const resolved = resolve(schema, schemas);
    const value = resolved.default === undefined ? '' : `, default \`${inWords(resolved.default)}\``;
    const isNeeded = required && place !== 'path' ? '**Required.** ' : '';
    return [
      `\`${name}\``,
      `${typeOf(resolved, schemas)}${value}`,
      `${isNeeded}${description ?? resolved.description ?? ''}`,
    ];
  });
  return [`## ${title}`, tableOf(['name', 'type', 'meaning'], rows)];
}

function bodyTable(schema: Parameters<typeof fieldRows>[0], schemas: Schemas): string {
  const rows = fieldRows(schema, schemas).map(({ name, type, isRequired, description }) => [
    `\`${name}\``,
    type,
    `${isRequired && !name.includes('.') ? '**Required.** ' : ''}${description}`,
  ]);
  return rows.length === 0 ? (resolve(schema, schemas).description ?? '') : tableOf(['field', 'type', 'meaning'], rows);
}

function exampleParts(endpoint: Endpoint, examples: readonly RecordedExample[], schemas: Schemas): string[] {
  const samples = (request: SampleRequest) => {
    const { curl, typescript, python } = samplesOf(request);
    return [fence('sh', curl), fence('ts', typescript), fence('python', python)];
  };
  const needed =
    'Set `KEYHAVEN_URL`, `KEYHAVEN_EMAIL` and `KEYHAVEN_TOKEN` first ([start](/help/v2/start#credentials)).';
  if (examples.length === 0) return ['## Example', needed, ...samples(sampleRequest(endpoint, schemas))];
  return [
    '## Examples',
    `${needed} The ids and dates are those of an example account; replace them with those of your records.`,
    ...examples.flatMap(({ title, request, response }) => [
      `### ${title}`,
      ...samples({ ...request, method: endpoint.method }),
      `The answer has the status ${response.status}${response.body === undefined || response.body === null ? ' and no body.' : ':'}`,
      ...(response.body === undefined || response.body === null ? [] : [fence('json', shown(response.body))]),
    ]),
  ];
}

/** How many lines of an example are shown. Responses with lists can be long. */
const MAX_LINES = 90;

function shown(body: unknown): string {
  const lines = (typeof body === 'string' ? body : JSON.stringify(body, null, 2)).split('\n');
  return lines.length <= MAX_LINES ? lines.join('\n') : [...lines.slice(0, MAX_LINES), '…'].join('\n');
}

function answerParts(answers: Answers, schemas: Schemas, named: Named): string[] {
  const successes = Object.entries(answers).filter(([status]) => Number(status) < 400);
  if (successes.length === 0) return [];
  return [
    '## Answer',
    ...successes.flatMap(([status, given]) => {
      const { description, content = {} } = responseOf(given, named);
      const media = Object.values(content)[0];
      const table = media ? bodyTable(media.schema, schemas).replaceAll('**Required.** ', '') : '';
      return [
        `**${status}** ${description === 'The answer.' ? '' : description}`.trim(),
        ...(table === '' ? [] : [table]),
      ];
    }),
  ];
}

function errorParts(answers: Answers, named: Named): string[] {
  const rows = Object.entries(answers)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, given]) => {
      const { description } = responseOf(given, named);
      // The description begins with the code: "`not_found`: …".
      return [status, description.replace(/`([a-z_]+)`(?=:)/g, '[`$1`](/help/v2/errors#$1)').replace(/\n+/g, ' ')];
    });
  if (rows.length === 0) return [];
  return [
    '## Errors',
    'Every route may also answer the [errors of all routes](/help/v2/errors).',
    tableOf(['status', 'meaning'], rows),
  ];
}

type Answers = Endpoint['operation']['responses'];
type Named = Readonly<Record<string, Response>>;

function responseOf(given: Response | Reference, named: Named): Response {
  return '$ref' in given ? named[given.$ref.split('/').at(-1)!]! : given;
}

function tableOf(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ')).join(' | ')} |`;
  return [line(columns), `|${columns.map(() => ' --- |').join('')}`, ...rows.map(line)].join('\n');
}

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
