import type { OpenApiDocument, Operation, Parameter, Response } from '../openapi/document';
import type { JsonSchema } from '../schemas/json-schema';
import { compareSchemas } from './compare-schemas';

interface Compared {
  before: OpenApiDocument;
  after: OpenApiDocument;
}

/**
 * Lists the changes between two versions of an OpenAPI document that can break a client. Each line names the operation
 * and the field. New operations, new optional parameters and new fields in responses are not listed, because they break
 * no client.
 */
export function breakingChanges(before: OpenApiDocument, after: OpenApiDocument): string[] {
  const compared = { before, after };
  const found = Object.entries(before.paths).flatMap(([path, item]) =>
    operationsIn(item).flatMap(([method, operation]) => {
      const counterpart = operationsIn(after.paths[path] ?? {}).find(([other]) => other === method)?.[1];
      const at = `${method.toUpperCase()} ${path}`;
      return counterpart ? compareOperations(operation, counterpart, compared, at) : [`${at} was removed`];
    }),
  );
  return [...new Set([...found, ...compareErrors(compared)])];
}

/**
 * Compares the error responses. They are defined once in the document's components, and operations
 * refer to them.
 */
function compareErrors(compared: Compared): string[] {
  const [old, now] = [compared.before.components.responses, compared.after.components.responses];
  return Object.entries(old).flatMap(([name, { content = {} }]) =>
    now[name] ? compareContent(content, now[name].content ?? {}, compared, 'output', `every answer ${name}`) : [],
  );
}

function operationsIn({ servers: _servers, ...operations }: OpenApiDocument['paths'][string]): [string, Operation][] {
  return Object.entries<Operation>(operations);
}

function compareOperations(before: Operation, after: Operation, compared: Compared, at: string): string[] {
  return [
    ...(before.operationId === after.operationId
      ? []
      : [`${at} has the operation id ${after.operationId}, not ${before.operationId}`]),
    ...compareSecurity(before, after, compared, at),
    ...compareParameters(before, after, compared, at),
    ...compareRequests(before, after, compared, at),
    ...compareResponses(before, after, compared, at),
  ];
}

/**
 * Compares the accepted credentials. Each element of `security` is an alternative: credentials that must be sent
 * together, with the scopes that they must have.
 */
function compareSecurity(before: Operation, after: Operation, compared: Compared, at: string): string[] {
  const [old, now] = [alternativesOf(before, compared.before), alternativesOf(after, compared.after)];
  const lost = old.filter((alternative) => !now.some((other) => suffices(alternative, other)));
  return lost.map((alternative) =>
    Object.keys(alternative).length === 0
      ? `${at} needs credentials`
      : `${at} no longer accepts ${describeCredentials(alternative)}`,
  );
}

/** An operation without `security` has that of the document. An empty list means that no credentials are needed. */
function alternativesOf({ security }: Operation, document: OpenApiDocument): Record<string, string[]>[] {
  const alternatives = security ?? document.security;
  return alternatives.length === 0 ? [{}] : alternatives;
}

/** Whether a client that sends the credentials `sent` satisfies `needed`. */
function suffices(sent: Record<string, string[]>, needed: Record<string, string[]>): boolean {
  return Object.entries(needed).every(([scheme, scopes]) => {
    const sentScopes = sent[scheme];
    return sentScopes !== undefined && scopes.every((scope) => sentScopes.includes(scope));
  });
}

function describeCredentials(credentials: Record<string, string[]>): string {
  const named = Object.entries(credentials).map(([scheme, scopes]) =>
    scopes.length === 0 ? scheme : `${scheme} (${scopes.join(', ')})`,
  );
  return named.join(' with ');
}

const parametersOf = ({ parameters = [] }: Operation) =>
  parameters.filter((parameter): parameter is Parameter => !('$ref' in parameter));
const labelOf = ({ name, in: place }: Parameter) => `${place} parameter ${name}`;

function compareParameters(before: Operation, after: Operation, compared: Compared, at: string): string[] {
  const [old, now] = [parametersOf(before), parametersOf(after)];
  const changed = old.flatMap((parameter) => {
    const place = `${at}: ${labelOf(parameter)}`;
    const counterpart = now.find((other) => labelOf(other) === labelOf(parameter));
    if (!counterpart) return [`${place} was removed`];
    const isNowRequired = counterpart.required && !parameter.required;
    return [
      ...(isNowRequired ? [`${place} is now required`] : []),
      ...compare(parameter.schema, counterpart.schema, compared, 'input', place),
    ];
  });
  const added = now.filter(
    (parameter) => parameter.required && !old.some((other) => labelOf(other) === labelOf(parameter)),
  );
  return [...changed, ...added.map((parameter) => `${at}: ${labelOf(parameter)} is new and required`)];
}

function compareRequests(before: Operation, after: Operation, compared: Compared, at: string): string[] {
  const [old, now] = [before.requestBody, after.requestBody];
  if (!now) return old ? [`${at}: the request body was removed`] : [];
  if (!old) return now.required ? [`${at}: a request body is now required`] : [];
  return [
    ...(now.required && !old.required ? [`${at}: the request body is now required`] : []),
    ...compareContent(old.content, now.content, compared, 'input', `${at}: request`),
  ];
}

/**
 * Compares the success and redirect responses of two operations. Error responses are references to components, which
 * compareErrors compares.
 */
function compareResponses(before: Operation, after: Operation, compared: Compared, at: string): string[] {
  return Object.entries(before.responses).flatMap(([status, response]) => {
    if ('$ref' in response) return [];
    const counterpart = after.responses[status];
    const place = `${at}: answer ${status}`;
    if (!counterpart || '$ref' in counterpart) return [`${place} was removed`];
    return [
      ...removedHeaders(response, counterpart).map((name) => `${place}: header ${name} was removed`),
      ...compareContent(response.content ?? {}, counterpart.content ?? {}, compared, 'output', place),
    ];
  });
}

function removedHeaders({ headers: old = {} }: Response, { headers: now = {} }: Response): string[] {
  return Object.keys(old).filter((name) => !(name in now));
}

function compareContent(
  before: Response['content'] & object,
  after: Response['content'] & object,
  compared: Compared,
  direction: 'input' | 'output',
  at: string,
): string[] {
  return Object.entries(before).flatMap(([type, { schema }]) => {
    const counterpart = after[type];
    if (!counterpart) return [`${at}: the media type ${type} was removed`];
    return compare(schema, counterpart.schema, compared, direction, at);
  });
}

function compare(
  before: JsonSchema,
  after: JsonSchema,
  compared: Compared,
  direction: 'input' | 'output',
  at: string,
): string[] {
  const located = (schema: JsonSchema, { components }: OpenApiDocument) => ({ schema, components: components.schemas });
  return compareSchemas(located(before, compared.before), located(after, compared.after), direction, at);
}
