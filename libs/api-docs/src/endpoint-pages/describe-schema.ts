import type { JsonSchema } from '../schemas/json-schema';

/** One field of a body. The name is its path, such as guest.first_name or charges[].amount. */
interface FieldRow {
  name: string;
  type: string;
  isRequired: boolean;
  description: string;
}

export type Schemas = Readonly<Record<string, JsonSchema>>;

/** How many levels of nested fields a page shows. The OpenAPI document contains all of them. */
const MAX_DEPTH = 4;

/** Returns a row for each field of a schema. If a field contains other fields, their rows follow its own row. */
export function fieldRows(schema: JsonSchema, schemas: Schemas, prefix = '', depth = 1): FieldRow[] {
  const { properties = {}, required = [], items } = resolve(schema, schemas);
  if (items) return fieldRows(items, schemas, `${prefix.replace(/\.$/, '')}[].`, depth);
  return Object.entries(properties).flatMap(([name, given]) => {
    const field = resolve(given, schemas);
    const path = `${prefix}${name}`;
    const row = {
      name: path,
      type: typeOf(field, schemas),
      isRequired: required.includes(name),
      description: given.description ?? field.description ?? '',
    };
    const inner = field.items ? resolve(field.items, schemas) : field;
    const below = depth < MAX_DEPTH ? fieldRows(inner, schemas, `${path}${field.items ? '[]' : ''}.`, depth + 1) : [];
    return [row, ...below];
  });
}

/**
 * Merges a schema with the schema that its `$ref` points to, and with the parts of its `allOf`. Of
 * alternatives (`anyOf`, `oneOf`), only the first is used.
 */
export function resolve(schema: JsonSchema, schemas: Schemas): JsonSchema {
  if (schema.$ref !== undefined) {
    const { $ref, ...own } = schema;
    return { ...resolve(schemas[$ref.split('/').at(-1)!] ?? {}, schemas), ...own };
  }
  const parts = schema.allOf ?? (schema.properties ? undefined : (schema.anyOf ?? schema.oneOf)?.slice(0, 1));
  if (!parts) return schema;
  return parts
    .map((part) => resolve(part, schemas))
    .reduce<JsonSchema>(
      (all, part) => ({
        ...all,
        ...part,
        properties: all.properties || part.properties ? { ...all.properties, ...part.properties } : undefined,
        required: [...(all.required ?? []), ...(part.required ?? [])],
      }),
      { ...schema, allOf: undefined, anyOf: undefined, oneOf: undefined },
    );
}

/**
 * Describes a type in words, such as "integer, 1 to 1000", "string (date) or null" or "one of `active`, `canceled`".
 */
export function typeOf(schema: JsonSchema, schemas: Schemas): string {
  const { type, format, items, enum: values, minLength, maxLength, maxItems, nullable } = schema;
  const isShown = format !== undefined && ['date', 'date-time', 'time', 'uri', 'email', 'uuid'].includes(format);
  const base = values
    ? `one of ${values
        .filter((value) => value !== null)
        .map((value) => `\`${inWords(value)}\``)
        .join(', ')}`
    : items
      ? `list of ${plural(typeOf(resolve(items, schemas), schemas))}`
      : `${String(type ?? 'any')}${isShown ? ` (${format})` : ''}`;
  const limits = [
    ...rangeOf(schema),
    ...(maxLength !== undefined ? [`${minLength ? `${minLength} to ` : 'at most '}${maxLength} characters`] : []),
    ...(maxItems !== undefined ? [`at most ${maxItems}`] : []),
  ];
  return `${[base, ...limits].join(', ')}${nullable ? ', or null' : ''}`;
}

function rangeOf({ minimum, maximum, exclusiveMinimum }: JsonSchema): string[] {
  const isLimit = (value?: number): value is number => value !== undefined && Math.abs(value) < 1e12;
  if (isLimit(minimum) && exclusiveMinimum) {
    return [`greater than ${minimum}${isLimit(maximum) ? `, at most ${maximum}` : ''}`];
  }
  if (isLimit(minimum) && isLimit(maximum)) return [`${minimum} to ${maximum}`];
  if (isLimit(maximum)) return [`at most ${maximum}`];
  return isLimit(minimum) && minimum !== 1 ? [`at least ${minimum}`] : [];
}

/** Formats a JSON value for a sentence. */
export function inWords(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function plural(type: string): string {
  return type.replace(/^(object|string|integer|number|boolean)\b/, '$1s');
}
