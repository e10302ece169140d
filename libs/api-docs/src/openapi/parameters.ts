import { DRY_RUN_PARAMETER } from '@keyhaven/contracts/shared/dry-run';
import { readHeaders } from '@keyhaven/contracts/shared/headers';
import { clientHeaders } from '@keyhaven/contracts/shared/open-route';
import type { AppRoute } from '@keyhaven/contracts/platform/ts-rest';
import { z } from 'zod';
import type { SchemaConverter } from '../schemas/convert-schema';
import type { JsonSchema } from '../schemas/json-schema';
import type { Parameter } from './document';

/**
 * Headers that are not listed as parameters. OpenAPI describes Accept through the media types of the responses. The
 * gateway sets the other headers.
 */
const notParameters = new Set(['accept', ...Object.keys(clientHeaders.shape)]);

const dryRun: Parameter = {
  name: DRY_RUN_PARAMETER,
  in: 'query',
  description:
    'With true, the request is evaluated and answered, but changes nothing. The same as `Prefer: dry-run`, for clients that cannot set headers.',
  schema: { type: 'boolean', default: false },
};

/** The parameters of a route: path, query and headers. */
export function parametersOf(
  route: AppRoute,
  converter: SchemaConverter,
  { mayBeDry, mayBeUnchanged }: { mayBeDry: boolean; mayBeUnchanged: boolean },
): Parameter[] {
  const inContract = fieldsOf(route.headers, converter);
  // Every read that returns an ETag accepts If-None-Match, even if its contract does not declare
  // the header.
  const ofReads = fieldsOf(readHeaders, converter).filter(({ name }) => !inContract.some((one) => one.name === name));
  const names = pathNames(route.path);
  const inPath = new Map(fieldsOf(route.pathParams, converter).map((field) => [field.name, field]));
  return [
    ...names.map((name) => parameter('path', inPath.get(name) ?? { name, schema: { type: 'string' } })),
    ...fieldsOf(route.query, converter).map((field) => parameter('query', field)),
    ...(mayBeDry ? [dryRun] : []),
    ...[...inContract, ...(mayBeUnchanged ? ofReads : [])]
      .filter(({ name }) => !notParameters.has(name))
      .map((field) => parameter('header', { ...field, name: headerName(field.name) })),
  ];
}

/** The names of the parameters in a path such as /v2/bookings/:id. */
function pathNames(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
}

/** Converts a path to OpenAPI's notation: /v2/bookings/:id becomes /v2/bookings/{id}. */
export function templateOf(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

interface Field {
  name: string;
  schema: JsonSchema;
  isRequired?: boolean;
}

function fieldsOf(schema: unknown, converter: SchemaConverter): Field[] {
  return schema instanceof z.ZodType ? fieldsIn(converter.convert(schema, 'input')) : [];
}

function fieldsIn({ properties = {}, required = [], allOf = [] }: JsonSchema): Field[] {
  return [
    ...Object.entries(properties).map(([name, schema]) => ({ name, schema, isRequired: required.includes(name) })),
    ...allOf.flatMap(fieldsIn),
  ];
}

function parameter(place: Parameter['in'], { name, schema, isRequired = false }: Field): Parameter {
  const { description, example, deprecated, ...shape } = schema;
  return {
    name,
    in: place,
    ...((place === 'path' || isRequired) && { required: true }),
    ...(description !== undefined && { description }),
    ...(deprecated && { deprecated }),
    // `explode: false` means one parameter with the values separated by commas.
    ...(place === 'query' && shape.type === 'array' && { style: 'form' as const, explode: false }),
    schema: shape,
    ...(example !== undefined && { example }),
  };
}

/** Converts a header name to its usual spelling, such as If-None-Match or Last-Event-ID. */
function headerName(name: string): string {
  return name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()).replace(/\bId$/, 'ID');
}
