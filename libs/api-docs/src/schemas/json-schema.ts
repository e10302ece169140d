/** `input` for a schema of a request, `output` for a schema of a response. */
export type Direction = 'input' | 'output';

/** An OpenAPI 3.0 schema, with the keywords that the documents use. */
export interface JsonSchema {
  $ref?: string;
  type?: string;
  format?: string;
  title?: string;
  description?: string;
  nullable?: boolean;
  deprecated?: boolean;
  readOnly?: boolean;
  enum?: unknown[];
  default?: unknown;
  example?: unknown;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: boolean;
  exclusiveMaximum?: boolean;
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  allOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  not?: JsonSchema;
}

/** The schemas directly inside a schema. */
export function partsOf(schema: JsonSchema): JsonSchema[] {
  const { items, properties, additionalProperties, allOf = [], anyOf = [], oneOf = [], not } = schema;
  return [
    ...(items ? [items] : []),
    ...Object.values(properties ?? {}),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
    ...allOf,
    ...anyOf,
    ...oneOf,
    ...(not ? [not] : []),
  ];
}

/** Whether a schema accepts any value. Descriptions and examples do not restrict it. */
export function isEmptySchema(schema: JsonSchema): boolean {
  return Object.keys(schema).every((keyword) => ['description', 'title', 'nullable', 'example'].includes(keyword));
}
