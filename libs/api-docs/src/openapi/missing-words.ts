import { isEmptySchema, type JsonSchema, partsOf } from '../schemas/json-schema';
import type { OpenApiDocument, Operation, Parameter, Reference } from './document';

/**
 * Lists what is missing in a document, by operation or component: summaries, examples, and
 * descriptions of operations, parameters and fields.
 */
export function missingWords(document: OpenApiDocument): Record<string, string[]> {
  const missing: Record<string, string[]> = {};
  const note = (owner: string, what: string[]) => {
    if (what.length > 0) missing[owner] = what;
  };
  for (const operation of operationsOf(document)) note(operation.operationId, missingOf(operation));
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    note(name, [...(schema.description ? [] : ['description']), ...fieldsWithoutWords(schema, '')]);
  }
  note(
    'tags',
    document.tags.filter(({ description }) => !description).map(({ name }) => name),
  );
  note(
    'headers',
    Object.entries(document.components.headers).flatMap(([name, { description }]) => (description ? [] : [name])),
  );
  return missing;
}

export function operationsOf({ paths }: OpenApiDocument): Operation[] {
  return Object.values(paths).flatMap(({ servers: _servers, ...item }) => Object.values<Operation>(item));
}

function missingOf({ summary, description, parameters = [], requestBody, responses }: Operation): string[] {
  const bodies = [
    ...Object.entries(requestBody?.content ?? {}).map(([type, media]) => ({ name: 'request', type, media })),
    ...Object.entries(responses).flatMap(([status, response]) =>
      Object.entries('$ref' in response ? {} : (response.content ?? {})).map(([type, media]) => ({
        name: status,
        type,
        media,
      })),
    ),
  ];
  const isExampleMissing = bodies.some(({ type, media }) => type === 'application/json' && !media.examples);
  return [
    ...(summary ? [] : ['summary']),
    ...(description ? [] : ['description']),
    ...(isExampleMissing ? ['example'] : []),
    ...parameters.filter(isNotDescribed).map(({ name, in: place }) => `${place} ${name}`),
    ...new Set(bodies.flatMap(({ name, media }) => fieldsWithoutWords(media.schema, name))),
  ];
}

function isNotDescribed(parameter: Parameter | Reference): parameter is Parameter {
  return !('$ref' in parameter) && !parameter.description;
}

/**
 * The fields at any depth that have no description, and schemas that accept any value. References
 * are not followed, because components are checked separately.
 */
function fieldsWithoutWords(schema: JsonSchema, at: string): string[] {
  if (schema.$ref) return [];
  if (isEmptySchema(schema)) return [`${at} (empty)`];
  const { properties = {} } = schema;
  const fields = Object.entries(properties).flatMap(([name, field]) => {
    const place = at === '' ? name : `${at}.${name}`;
    const isDescribed = field.description ?? field.$ref ?? field.allOf?.some(({ $ref }) => $ref);
    return [...(isDescribed ? [] : [place]), ...fieldsWithoutWords(field, place)];
  });
  const others = partsOf({ ...schema, properties: {} });
  return [...fields, ...others.flatMap((part) => fieldsWithoutWords(part, at))];
}
