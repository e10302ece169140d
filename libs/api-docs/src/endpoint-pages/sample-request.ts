import type { Parameter } from '../openapi/document';
import { parametersIn } from './parameters-in';
import type { SampleRequest } from '../samples/request';
import type { JsonSchema } from '../schemas/json-schema';
import { resolve, type Schemas } from './describe-schema';
import type { Endpoint } from './list-endpoints';

/**
 * Returns a request with only the required parameters and fields, for endpoints without a recorded
 * example.
 */
export function sampleRequest(endpoint: Endpoint, schemas: Schemas): SampleRequest {
  const { method, path, operation } = endpoint;
  const valueOf = ({ schema, example }: Parameter) => textOf(example ?? sampleOf(schema, schemas));
  const query = parametersIn(endpoint, 'query').filter((one) => one.required);
  const body = Object.entries(operation.requestBody?.content ?? {})[0];
  const isForm = body?.[0].includes('urlencoded') === true;
  return {
    method,
    path: parametersIn(endpoint, 'path').reduce(
      (text, one) => text.replace(`{${one.name}}`, encodeURIComponent(valueOf(one))),
      path,
    ),
    ...(query.length > 0 && { query: Object.fromEntries(query.map((one) => [one.name, valueOf(one)])) }),
    headers: {
      ...(operation.security?.length === 0 && { authorization: '' }),
      ...(isForm && { 'content-type': body[0] }),
    },
    ...(body && { body: sampleOf(body[1].schema, schemas) }),
  };
}

/**
 * Returns a valid value for a schema: its example, its default, the first value of its enum, or a
 * simple value of its type. Optional fields are omitted.
 */
function sampleOf(given: JsonSchema, schemas: Schemas): unknown {
  const schema = resolve(given, schemas);
  if (schema.example !== undefined) return schema.example;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'array') return schema.items ? [sampleOf(schema.items, schemas)] : [];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.type === 'string') return sampleText(schema.format);
  const required = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name));
  return Object.fromEntries(required.map(([name, field]) => [name, sampleOf(field, schemas)]));
}

function sampleText(format?: string): string {
  if (format === 'date') return '2027-06-09';
  if (format === 'date-time') return '2027-06-09T12:00:00Z';
  return format === 'uri' ? 'https://example.com/' : 'text';
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.map(String).join(',') : String(value);
}
