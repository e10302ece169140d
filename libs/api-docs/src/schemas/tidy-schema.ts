import { type Direction, isEmptySchema, type JsonSchema } from './json-schema';

/**
 * The pattern of texts without control characters. It is omitted from schemas, because the API
 * description states this rule for all texts.
 */
const NO_CONTROL_CHARACTERS = '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$';
const MAX_INT32 = 2 ** 31 - 1;

/**
 * Simplifies a converted schema for readers and client generators. The meaning stays the same, with
 * one exception: if clients may send a value in several forms, only the documented form is kept.
 */
export function tidySchema(schema: JsonSchema, direction: Direction): JsonSchema {
  const tidy = (part: JsonSchema) => tidySchema(part, direction);
  const { items, properties, additionalProperties, allOf, anyOf, oneOf, ...own } = schema;
  // If the schema itself has a type or an enum, this is the documented form. The alternatives are other accepted forms.
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
  // Later versions may add fields to responses, so clients must accept unknown fields.
  else if (rewritten.additionalProperties === false) delete rewritten.additionalProperties;
  if (rewritten.pattern === NO_CONTROL_CHARACTERS) delete rewritten.pattern;
  const [only, ...others] = rewritten.allOf ?? [];
  if (only && others.length === 0 && Object.keys(rewritten).length === 1) return only;
  return withNullInEnum(withNullable(withIntegers(withBytes(withTextDefault(rewritten)))));
}

/** Removes duplicate alternatives. */
function different(schemas: JsonSchema[]): JsonSchema[] {
  const texts = schemas.map((schema) => JSON.stringify(schema));
  return schemas.filter((_schema, at) => texts.indexOf(texts[at]!) === at);
}

/**
 * Converts a default to text if clients send the value as text. The contract defines the default as
 * the parsed value.
 */
function withTextDefault(schema: JsonSchema): JsonSchema {
  const { default: value, type } = schema;
  const isWord = type === 'string' && (typeof value === 'boolean' || typeof value === 'number');
  return isWord ? { ...schema, default: String(value) } : schema;
}

/** Marks base64 with `format: byte`, because OpenAPI 3.0 has no `contentEncoding`. */
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
 * Omits optional request fields that accept any value. These are fields that were removed from the API, and fields that
 * only the server sets. The API description says that clients may send back what the server has set.
 */
function omitUnread(schema: JsonSchema): void {
  const { properties, required = [] } = schema;
  if (!properties) return;
  schema.properties = Object.fromEntries(
    Object.entries(properties).filter(([name, field]) => required.includes(name) || !isEmptySchema(field)),
  );
}

/**
 * Gives integers the format int32 or int64, and removes bounds that are only the limits of
 * JavaScript's safe integers.
 */
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

/**
 * Replaces an alternative that is only null with `nullable`, which client generators understand.
 */
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

/**
 * Adds null to the values of a nullable enum. OpenAPI 3.0 requires null there in addition to
 * `nullable`.
 */
function withNullInEnum(schema: JsonSchema): JsonSchema {
  const { nullable, enum: values } = schema;
  return nullable && values && !values.includes(null) ? { ...schema, enum: [...values, null] } : schema;
}
