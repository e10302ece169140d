import { z } from 'zod';

/**
 * For each schema marked by `readBeside`, the name of the parameter that must also be sent. This is
 * a zod registry because `describe` copies a schema, and the copy inherits the entry of the
 * original.
 */
const companions = z.registry<{ companion: string }>();

/**
 * Marks a query parameter that has an effect only if another parameter is also sent. If the other
 * parameter is missing, the X-Ignored header lists this parameter.
 * @param companion the name of the other parameter.
 */
export function readBeside<Schema extends z.ZodType>(companion: string, schema: Schema): Schema {
  // Clone the schema, because other parameters may share it.
  const marked = schema.clone();
  companions.add(marked, { companion });
  return marked;
}

/**
 * Returns the name of the parameter that must also be sent for this one to have an effect;
 * undefined if this parameter needs no other.
 */
export function companionOf(schema: z.ZodType): string | undefined {
  return companions.get(schema)?.companion;
}
