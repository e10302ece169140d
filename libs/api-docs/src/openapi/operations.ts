import { mayBeDry } from '@keyhaven/contracts/shared/dry-run';
import { errorBody } from '@keyhaven/contracts/shared/errors';
import { scopeOf } from '@keyhaven/contracts/shared/scopes';
import { takesNights } from '@keyhaven/contracts/shared/takes-nights';
import type { DataServiceName } from '@keyhaven/contracts/platform/services';
import type { AppRoute } from '@keyhaven/contracts/platform/ts-rest';
import { z } from 'zod';
import type { SchemaConverter } from '../schemas/convert-schema';
import { isEmptySchema, type JsonSchema } from '../schemas/json-schema';
import type { Operation, RequestBody, Response } from './document';
import type { ErrorResponses } from './errors';
import { headersOfEveryAnswer, mayBeUnchanged, referTo, successHeaders } from './headers';
import type { DocumentKind } from './kinds';
import { mediaOf } from './media-types';
import { parametersOf } from './parameters';

/** A route of a contract with its name, and the services that implement it. */
export interface NamedRoute {
  name: string;
  route: AppRoute;
  services: readonly DataServiceName[];
}

/** The parts that all operations of a document use. */
export interface Shared {
  kind: DocumentKind;
  converter: SchemaConverter;
  errors: ErrorResponses;
}

/** Describes a route as an OpenAPI operation. */
export function describeOperation(named: NamedRoute, shared: Shared): Operation {
  const { kind, converter } = shared;
  const { name, route, services } = named;
  // Operator and internal routes have no summary in their contracts, so it is derived from the
  // name.
  const { summary = kind.isPublic ? undefined : inWords(name), description } = route;
  const parameters = parametersOf(route, converter, {
    mayBeDry: kind.isPublic && mayBeDry(route),
    mayBeUnchanged: mayBeUnchanged(serviceOf(services), route),
  });
  const requestBody = describeRequest(named, converter);
  const security = kind.securityOf?.(route);
  return {
    operationId: kind.operationId(name, services),
    tags: [kind.tagOf(route.path, services)],
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    ...((route.deprecated || kind.isDeprecated) && { deprecated: true }),
    ...(security && { security }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: describeResponses(named, shared),
  };
}

/** The service that implements a route; undefined if several do. */
function serviceOf(services: readonly DataServiceName[]): DataServiceName | undefined {
  return services.length === 1 ? services[0] : undefined;
}

/** Converts `redriveDeadLetters` to "Redrive dead letters". */
function inWords(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words[0]!.toUpperCase()}${words.slice(1)}`;
}

function describeRequest({ name, route }: NamedRoute, converter: SchemaConverter): RequestBody | undefined {
  if (!('body' in route) || !(route.body instanceof z.ZodType)) return undefined;
  const { request = ['application/json'], requestContent } = mediaOf(name, route.path);
  if (requestContent) return { required: true, content: mapContent(requestContent) };
  const schema = converter.convert(route.body, 'input');
  // A schema that is empty or has no fields means that the route does not read a body.
  if (isEmptySchema(schema) || isWithoutFields(schema)) return undefined;
  return {
    required: !route.body.safeParse(undefined).success,
    content: Object.fromEntries(request.map((type) => [type, { schema }])),
  };
}

function isWithoutFields({ type, properties, additionalProperties }: JsonSchema): boolean {
  return type === 'object' && !additionalProperties && Object.keys(properties ?? {}).length === 0;
}

function mapContent(content: Readonly<Record<string, JsonSchema>>) {
  return Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }]));
}

function describeResponses(named: NamedRoute, { kind, converter, errors }: Shared): Operation['responses'] {
  const { route, services } = named;
  const responses: Operation['responses'] = {};
  for (const [code, answer] of Object.entries(route.responses)) {
    const status = Number(code);
    // The gateway responds with 403 only if the credentials lack a scope. Every scope allows reads, so reads have no
    // 403.
    if (status === 403 && kind.isPublic && scopeOf(route) === 'read') continue;
    if (status >= 400) responses[code] = errors.respond(status, errorSchema(answer, converter), takesNights(route));
    else responses[code] = describeSuccess(named, kind, converter, status, answer);
  }
  if (mayBeUnchanged(serviceOf(services), route)) {
    responses[304] = { description: notModified, headers: referTo([...headersOfEveryAnswer(kind), 'ETag']) };
  }
  if (kind.isPublic) responses.default = errors.respondOtherwise(errorSchema(errorOf(route), converter));
  return responses;
}

const notModified = 'The answer has not changed since the one with the ETag in If-None-Match.';

/**
 * The schema of an error body. It must have a name, because the shared error responses use that
 * name.
 */
function errorSchema(answer: unknown, converter: SchemaConverter): JsonSchema {
  const schema = answer instanceof z.ZodType ? answer : errorBody;
  const converted = converter.convert(schema, 'output');
  if (converted.$ref) return converted;
  return converter.add('error' in (converted.properties ?? {}) ? 'OAuthError' : 'Error', converted, 'output');
}

function errorOf(route: AppRoute): unknown {
  return Object.entries(route.responses).find(([status]) => Number(status) >= 400)?.[1];
}

function describeSuccess(
  { name, route, services }: NamedRoute,
  kind: DocumentKind,
  converter: SchemaConverter,
  status: number,
  answer: unknown,
): Response {
  const own = successHeaders(serviceOf(services), route);
  const headers = referTo([...headersOfEveryAnswer(kind), ...own]);
  if (status === 204 || !(answer instanceof z.ZodType)) return { description: 'Done. There is no body.', headers };
  const { answers, isJsonToo = false } = mediaOf(name, route.path);
  const schema = named(converter.convert(answer, 'output'), converter);
  return {
    description: 'Success.',
    headers,
    content: {
      ...((!answers || isJsonToo) && { 'application/json': { schema } }),
      ...mapContent(answers ?? {}),
    },
  };
}

/** Gives the schema of a page of a list a name, such as BookingPage for a page of bookings. */
function named(schema: JsonSchema, converter: SchemaConverter): JsonSchema {
  const reference = schema.properties?.items?.items?.$ref;
  if (!reference || !schema.properties?.next_page_url) return schema;
  const name = reference.split('/').at(-1)!;
  return converter.add(`${name}Page`, { description: `A page of a list of \`${name}\`.`, ...schema }, 'output');
}
