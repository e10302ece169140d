import { z } from 'zod';

/** A JSON Schema (draft 7, as AsyncAPI documents require). */
export type JsonSchema = { [keyword: string]: unknown };

/**
 * Converts a zod schema to a JSON Schema without external references.
 * @param isClosed whether unknown fields are invalid.
 */
export function toJsonSchema(schema: z.ZodType, { title, isClosed }: { title: string; isClosed: boolean }): JsonSchema {
  const { $schema, ...converted } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'output',
    override: ({ jsonSchema }) => tidy(jsonSchema as JsonSchema, isClosed),
  });
  return { $schema, title, ...converted };
}

/**
 * Removes the limits of JavaScript's integers, and converts `example` to the `examples` of draft 7. Allows unknown
 * fields unless `isClosed` is true.
 */
function tidy(schema: JsonSchema, isClosed: boolean): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if ('example' in schema) {
    schema.examples = [schema.example];
    delete schema.example;
  }
  if (schema.additionalProperties === false && !isClosed) delete schema.additionalProperties;
}
