import { type Direction, isEmptySchema, type JsonSchema } from './json-schema';

/** The pattern of texts without control characters. The description of the API states it once for all texts. */
const NO_CONTROL_CHARACTERS = '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$';
const MAX_INT32 = 2 ** 31 - 1;

/**
 * Rewrites a converted schema for readers and generators of clients. It keeps the meaning, except that it shows only the
 * documented form of values that clients may send in several forms.
 */
export function tidySchema(schema: JsonSchema, direction: Direction): JsonSchema {
  const tidy = (part: JsonSchema) => tidySchema(part, direction);
  const { items, properties, additionalProperties, allOf, anyOf, oneOf, ...own } = schema;
  // If the schema has a type or an enum of its own, that is the documented form. The alternatives are other accepted
  // forms.
  const forms = own.type === undefined && own.enum === undefined ? { anyOf, oneOf } : {};
  const rewritten: JsonSchema = {
    ...own,
    ...(items && { items: tidy(items) }),
    ...(properties && { properties: mapValues(properties, tidy) }),
    ...(additionalProperties !== undefined && { additionalProperties: tidyAdditional(additionalProperties, tidy) }),
    ...(allOf && { allOf: allOf.map(tidy) }),
    ...(forms.anyOf && { anyOf: different(forms.anyOf.map(tidy)) }),
    ...(forms.oneOf && { oneOf: forms.oneOf.map(tidy) }),
  };
  if (direction === 'input') omitUnread(rewritten);
  // Answers may get more fields, so clients must accept them.
  else if (rewritten.additionalProperties === false) delete rewritten.additionalProperties;
  if (rewritten.pattern === NO_CONTROL_CHARACTERS) delete rewritten.pattern;
  const [only, ...others] = rewritten.allOf ?? [];
  if (only && others.length === 0 && Object.keys(rewritten).length === 1) return only;
  return withNullInEnum(withNullable(withIntegers(withBytes(withTextDefault(rewritten)))));
}

/** Removes repeated alternatives, such as those of a pair of ids. */
function different(schemas: JsonSchema[]): JsonSchema[] {
  const texts = schemas.map((schema) => JSON.stringify(schema));
  return schemas.filter((_schema, at) => texts.indexOf(texts[at]!) === at);
}

/** Converts a default to text if clients send the value as text. In the contract, defaults are values after parsing. */
function withTextDefault(schema: JsonSchema): JsonSchema {
  const { default: value, type } = schema;
  const isWord = type === 'string' && (typeof value === 'boolean' || typeof value === 'number');
  return isWord ? { ...schema, default: String(value) } : schema;
}

/** OpenAPI 3.0 has no `contentEncoding`. It marks base64 with `format: byte`. */
function withBytes(schema: JsonSchema & { contentEncoding?: string }): JsonSchema {
  const { contentEncoding, pattern: _pattern, ...rest } = schema;
  return contentEncoding === 'base64' ? { ...rest, format: 'byte' } : schema;
}

function mapValues<Value, Mapped>(values: Record<string, Value>, map: (value: Value) => Mapped) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}

function tidyAdditional(additional: boolean | JsonSchema, tidy: (part: JsonSchema) => JsonSchema) {
  if (typeof additional === 'boolean') return additional;
  return isEmptySchema(additional) ? true : tidy(additional);
}

/**
 * Omits optional fields that accept anything: those that only the server decides, and removed ones. Clients may send the
 * former back unchanged, which the description of the API states.
 */
function omitUnread(schema: JsonSchema): void {
  const { properties, required = [] } = schema;
  if (!properties) return;
  schema.properties = Object.fromEntries(
    Object.entries(properties).filter(([name, field]) => required.includes(name) || !isEmptySchema(field)),
  );
}

/** Gives integers their size as a format, and removes the bounds of exactly representable numbers. */
function withIntegers(schema: JsonSchema): JsonSchema {
  if (schema.type !== 'integer') return schema;
  const { minimum, maximum, exclusiveMinimum, ...rest } = schema;
  const least = exclusiveMinimum && minimum !== undefined ? minimum + 1 : minimum;
  return {
    ...rest,
    format: maximum !== undefined && maximum <= MAX_INT32 ? 'int32' : 'int64',
    ...(least !== undefined && least > Number.MIN_SAFE_INTEGER && { minimum: least }),
    ...(maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && { maximum }),
  };
}

/** Replaces the alternative `null` with `nullable`, which generators understand. */
function withNullable(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!anyOf) return schema;
  const others = anyOf.filter((part) => !isNull(part));
  const [only] = others;
  if (others.length === anyOf.length) return anyOf.length === 1 ? { ...only, ...rest } : schema;
  if (others.length > 1 || !only) return { ...rest, anyOf: others, nullable: true };
  return only.$ref ? { ...rest, allOf: [only], nullable: true } : { ...only, ...rest, nullable: true };
}

function isNull({ nullable, enum: values }: JsonSchema): boolean {
  return nullable === true && values?.length === 1 && values[0] === null;
}

/** OpenAPI 3.0 requires both `nullable` and null among the values. */
function withNullInEnum(schema: JsonSchema): JsonSchema {
  const { nullable, enum: values } = schema;
  return nullable && values && !values.includes(null) ? { ...schema, enum: [...values, null] } : schema;
}
