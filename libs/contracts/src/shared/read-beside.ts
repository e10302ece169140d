import { z } from 'zod';

/**
 * The companions of parameters. A zod registry is used, because `describe` makes a copy of a schema, and a copy
 * inherits what is registered for the original.
 */
const companions = z.registry<{ companion: string }>();

/**
 * Marks a query parameter that has an effect only if another one is sent too. Without the other one, X-Ignored lists
 * this parameter.
 * @param companion the name of the other parameter.
 */
export function readBeside<Schema extends z.ZodType>(companion: string, schema: Schema): Schema {
  // Clone the schema, because other parameters may share it.
  const marked = schema.clone();
  companions.add(marked, { companion });
  return marked;
}

/**
 * Returns the name of the other parameter that must be sent for `schema` to have an effect; undefined if none is
 * needed.
 */
export function companionOf(schema: z.ZodType): string | undefined {
  return companions.get(schema)?.companion;
}
