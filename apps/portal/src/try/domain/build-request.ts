import type { Endpoint } from '@keyhaven/api-docs/endpoint-pages/list-endpoints';
import type { Parameter } from '@keyhaven/api-docs/openapi/document';
import { parametersIn } from '@keyhaven/api-docs/endpoint-pages/parameters-in';

/** A request to a service. */
export interface TriedRequest {
  method: string;
  /** The path and query. */
  path: string;
  headers: Record<string, string>;
  body: string | null;
}

/**
 * The name of the hidden field with a random Idempotency-Key. Because of this key, the request is carried out only once
 * even if the form is sent twice.
 */
export const IDEMPOTENCY_KEY = 'idempotency_key';

/**
 * What a person entered. The names of the fields are, for example, `path.id`, `query.limit` and
 * `body`.
 */
interface Entered {
  text(name: string): string;
  isChecked(name: string): boolean;
}

/**
 * Parameters for which the form has no text field: `dry_run` has a checkbox, and `wait` is never sent, because the
 * portal does not wait for new events.
 */
const withoutField = new Set(['dry_run', 'wait']);

/** Returns the parameters for which the form has fields. */
export function fieldsIn(endpoint: Endpoint, place: 'path' | 'query'): Parameter[] {
  return parametersIn(endpoint, place).filter(({ name }) => !withoutField.has(name));
}

export function isWrite({ method }: Endpoint): boolean {
  return method !== 'GET';
}

/**
 * Returns the request that the entered values describe, or an error for each wrong field. Empty fields are not sent.
 */
export function buildRequest(
  endpoint: Endpoint,
  form: Entered,
): { request: TriedRequest } | { fields: Record<string, string> } {
  const fields: Record<string, string> = {};
  let { path } = endpoint;
  for (const { name } of fieldsIn(endpoint, 'path')) {
    const value = form.text(`path.${name}`);
    if (value === '') fields[`path.${name}`] = 'A value is needed: it is part of the address.';
    path = path.replace(`{${name}}`, encodeURIComponent(value));
  }
  const query = fieldsIn(endpoint, 'query').flatMap(({ name }) => {
    const value = form.text(`query.${name}`);
    return value === '' ? [] : [[name, value] as const];
  });
  const body = endpoint.operation.requestBody ? form.text('body') : '';
  if (body !== '' && !isJson(body)) fields.body = 'This is not valid JSON.';
  if (Object.keys(fields).length > 0) return { fields };
  const search = new URLSearchParams(query.map(([name, value]) => [name, value] as [string, string])).toString();
  return {
    request: {
      method: endpoint.method,
      path: `${path}${search === '' ? '' : `?${search}`}`,
      headers: {
        ...(body !== '' && { 'content-type': 'application/json' }),
        ...(isWrite(endpoint) &&
          (form.isChecked('dry_run') ? { prefer: 'dry-run' } : { 'idempotency-key': form.text(IDEMPOTENCY_KEY) })),
      },
      body: body === '' ? null : body,
    },
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
