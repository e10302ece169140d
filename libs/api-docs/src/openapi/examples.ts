import { DRY_RUN, DRY_RUN_PARAMETER } from '@keyhaven/contracts/shared/dry-run';
import type { JsonSchema } from '../schemas/json-schema';
import type { Example, Operation, Parameter } from './document';

/** A request to the demo platform and its response, as recorded in docs/examples. */
export interface RecordedExample {
  title: string;
  request: {
    path: string;
    query?: Record<string, unknown>;
    headers?: Record<string, string>;
    body?: unknown;
  };
  response: { status: number; body?: unknown };
}

/** Returns the recorded examples of an operation. */
export type ExamplesOf = (operationId: string) => readonly RecordedExample[];

/** Adds recorded examples to an operation: to its parameters, its request body and its successful responses. */
export function addExamples(operation: Operation, template: string, recorded: readonly RecordedExample[]): void {
  // Responses to refused requests are not useful as examples of an operation. The error responses have their own
  // examples.
  const examples = recorded.filter(({ response }) => response.status < 400);
  for (const parameter of operation.parameters ?? []) {
    if ('$ref' in parameter) continue;
    const sent = examples
      .map((example) => sentValue(example, template, parameter))
      .find((value) => value !== undefined);
    if (sent !== undefined) parameter.example = typed(sent, parameter.schema);
  }
  const requests = examples.filter(({ request, response }) => request.body !== undefined && response.status < 400);
  for (const media of Object.values(operation.requestBody?.content ?? {})) {
    add(media, requests, ({ request }) => request.body);
  }
  for (const [status, response] of Object.entries(operation.responses)) {
    if ('$ref' in response) continue;
    const answers = examples.filter((example) => String(example.response.status) === status && !isDryRun(example));
    const answered = response.content?.['application/json'];
    if (answered) add(answered, answers, ({ response }) => response.body);
  }
}

/**
 * Whether the recorded request was a dry run of a write. Its response is not useful as an example: the record was not
 * stored, so it has no id.
 */
function isDryRun({ request }: RecordedExample): boolean {
  return request.headers?.prefer?.includes(DRY_RUN) === true || request.query?.[DRY_RUN_PARAMETER] !== undefined;
}

function add(
  media: { examples?: Record<string, Example> },
  examples: readonly RecordedExample[],
  valueOf: (example: RecordedExample) => unknown,
): void {
  if (examples.length === 0) return;
  const entries = examples.map((one) => [keyOf(one.title), { summary: one.title, value: valueOf(one) }] as const);
  media.examples = Object.fromEntries(entries);
}

/** Converts a title to the key of an example. */
function keyOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function sentValue({ request }: RecordedExample, template: string, { name, in: place }: Parameter): unknown {
  if (place === 'query') return request.query?.[name];
  if (place === 'header') return request.headers?.[name.toLowerCase()];
  const at = template.split('/').indexOf(`{${name}}`);
  const segment = request.path.split('/')[at];
  return segment === undefined ? undefined : decodeURIComponent(segment);
}

/** Converts the text from a recorded request to the type of the parameter. */
function typed(value: unknown, schema: JsonSchema): unknown {
  if (schema.type === 'array') {
    const parts = Array.isArray(value) ? (value as unknown[]) : String(value).split(',');
    return parts.map((part) => typed(part, schema.items ?? {}));
  }
  if (schema.type === 'integer' || schema.type === 'number') return Number(value);
  if (schema.type === 'boolean') return String(value) === 'true';
  return String(value);
}
