import { z } from 'zod';

/** A JSON Schema of draft 7, the version that AsyncAPI documents use. */
export type JsonSchema = { [keyword: string]: unknown };

/**
 * Converts a schema of an event. The result refers to nothing outside of itself.
 * @param isClosed whether fields that the schema does not contain are refused.
 */
export function toJsonSchema(schema: z.ZodType, { title, isClosed }: { title: string; isClosed: boolean }): JsonSchema {
  const { $schema, ...converted } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'output',
    override: ({ jsonSchema }) => tidy(jsonSchema as JsonSchema, isClosed),
  });
  return { $schema, title, ...converted };
}

/** Leaves out what describes JavaScript's numbers, and writes examples as draft 7 does. */
function tidy(schema: JsonSchema, isClosed: boolean): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if ('example' in schema) {
    schema.examples = [schema.example];
    delete schema.example;
  }
  if (schema.additionalProperties === false && !isClosed) delete schema.additionalProperties;
}
