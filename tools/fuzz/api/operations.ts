import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { OpenApiDocument, Parameter, PathItem } from '@keyhaven/api-docs/openapi/document';
import type { JsonSchema } from '@keyhaven/api-docs/schemas/json-schema';

const FOLDER = path.resolve(__dirname, '../../../docs/openapi');
const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The parts of an operation of an OpenAPI document that the generator of requests uses. */
export interface FuzzedOperation {
  id: string;
  method: string;
  /** The path as OpenAPI writes it, such as /v2/bookings/{id}. */
  template: string;
  parameters: readonly Parameter[];
  body: FuzzedBody | undefined;
}

export interface FuzzedBody {
  contentType: string;
  /**
   * The schema of the body. References in the schema are replaced by the schemas to which they
   * refer.
   */
  schema: JsonSchema;
  /** The recorded examples of bodies. */
  examples: readonly unknown[];
}

/** Reads the operations of public OpenAPI documents. */
export function readOperations(names: readonly ('v1' | 'v2')[] = ['v2', 'v1']): FuzzedOperation[] {
  return names.flatMap((name) =>
    operationsOf(JSON.parse(readFileSync(path.join(FOLDER, `${name}.json`), 'utf8')) as OpenApiDocument),
  );
}

export function operationsOf({ paths, components }: OpenApiDocument): FuzzedOperation[] {
  return Object.entries(paths).flatMap(([template, item]) =>
    methods.flatMap((method) => operationAt(template, method, item, components.schemas)),
  );
}

function operationAt(
  template: string,
  method: (typeof methods)[number],
  item: PathItem,
  components: Record<string, JsonSchema>,
): FuzzedOperation[] {
  const operation = item[method];
  if (operation === undefined) return [];
  const parameters = (operation.parameters ?? []).flatMap((parameter) =>
    'name' in parameter ? [{ ...parameter, schema: inline(parameter.schema, components) }] : [],
  );
  const [contentType, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const body = contentType !== undefined &&
    media && {
      contentType,
      schema: inline(media.schema, components),
      examples: Object.values(media.examples ?? {}).map(({ value }) => value),
    };
  return [{ id: operation.operationId, method: method.toUpperCase(), template, parameters, body: body || undefined }];
}

/**
 * Replaces references with the schemas to which they refer. If a schema contains a reference to itself, that reference
 * is replaced by a schema that accepts anything.
 */
function inline(
  schema: JsonSchema,
  components: Record<string, JsonSchema>,
  within: readonly string[] = [],
): JsonSchema {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1)!;
    const named = components[name];
    return named && !within.includes(name) ? inline(named, components, [...within, name]) : {};
  }
  const of = (part: JsonSchema) => inline(part, components, within);
  const { items, properties, allOf, anyOf, oneOf } = schema;
  return {
    ...schema,
    ...(items && { items: of(items) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, of(part)])),
    }),
    ...(allOf && { allOf: allOf.map(of) }),
    ...(anyOf && { anyOf: anyOf.map(of) }),
    ...(oneOf && { oneOf: oneOf.map(of) }),
  };
}
