import { z } from 'zod';
import { SchemaConverter } from '../schemas/convert-schema';
import type { Header, OpenApiDocument, PathItem } from './document';
import { ErrorResponses } from './errors';
import { addExamples, type ExamplesOf } from './examples';
import { answerHeaders, headersOfEveryAnswer } from './headers';
import type { DocumentKind } from './kinds';
import { describeOperation, type NamedRoute } from './operations';
import { recordedErrors } from './recorded-errors';
import { templateOf } from './parameters';
import { inlineNullable, withoutUnusedSchemas } from './inline-nullable';

/**
 * Builds an OpenAPI document from the contracts.
 * @param version the version of the platform, for `info.version`.
 */
export function buildDocument(kind: DocumentKind, version: string, examplesOf: ExamplesOf): OpenApiDocument {
  const converter = new SchemaConverter();
  const errors = new ErrorResponses(headersOfEveryAnswer(kind), recordedErrors(examplesOf));
  const routes = kind.contracts
    .flatMap(({ services, routes }) => Object.entries(routes).map(([name, route]) => ({ name, route, services })))
    .filter(({ route }) => kind.includes(route));
  convertAnswers(routes, converter);

  const paths: Record<string, PathItem> = {};
  const tags = new Set<string>();
  for (const named of [...routes].sort(byPath)) {
    const operation = describeOperation(named, { kind, converter, errors });
    operation.tags.forEach((tag) => tags.add(tag));
    const template = templateOf(named.route.path);
    addExamples(operation, template, examplesOf(operation.operationId));
    const item = (paths[template] ??= kind.serversOf ? { servers: kind.serversOf(named.services) } : {});
    item[methodOf(named)] = operation;
  }
  const document: OpenApiDocument = {
    openapi: '3.0.3',
    info: {
      title: kind.title,
      version,
      description: kind.description,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: kind.servers,
    security: kind.security,
    tags: kind.describeTags(tags),
    paths,
    components: {
      schemas: converter.components,
      responses: sorted(errors.components),
      headers: usedHeaders({ paths, responses: errors.components }),
      securitySchemes: kind.securitySchemes,
    },
  };
  return withoutUnusedSchemas(inlineNullable(document));
}

/**
 * Converts the schemas of all responses. Call it before requests are converted: a request schema gets a name of its own
 * only if it differs from the response schema.
 */
function convertAnswers(routes: readonly NamedRoute[], converter: SchemaConverter): void {
  for (const { route } of routes) {
    for (const answer of Object.values(route.responses)) {
      if (answer instanceof z.ZodType) converter.convert(answer, 'output');
    }
  }
}

const methods = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;

function methodOf({ route }: NamedRoute) {
  return methods[route.method];
}

const methodOrder = Object.keys(methods);

function byPath({ route: one }: NamedRoute, { route: other }: NamedRoute): number {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return methodOrder.indexOf(one.method) - methodOrder.indexOf(other.method);
}

function sorted<Value>(values: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function usedHeaders(parts: object): Record<string, Header> {
  const text = JSON.stringify(parts);
  return Object.fromEntries(
    Object.entries(answerHeaders).filter(([name]) => text.includes(`"#/components/headers/${name}"`)),
  );
}
