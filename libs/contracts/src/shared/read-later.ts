import { z } from 'zod';

const readers = new WeakMap<z.core.$ZodType, z.ZodType>();

/**
 * Accepts anything now, because the route parses it later, such as the rates of a long list one by one.
 * @param reader the schema with which the route parses the value. X-Ignored lists the sent fields that this schema does
 *   not have.
 */
export function readLaterAs<Reader extends z.ZodType>(reader: Reader): z.ZodType<unknown, z.input<Reader>> {
  const anything = z.unknown();
  readers.set(anything, reader);
  // The type of the input is that of `reader`, which clients must satisfy, although this schema accepts everything.
  return anything as z.ZodType<unknown, z.input<Reader>>;
}

/**
 * Returns the schema that parses this value later, if there is one. Describing a schema makes a copy, whose parent is
 * the schema that readLaterAs created.
 */
export function laterReader(schema: z.core.$ZodType): z.ZodType | undefined {
  const { parent } = schema._zod;
  return readers.get(schema) ?? (parent && laterReader(parent));
}
