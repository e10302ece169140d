import { z } from 'zod';

const readers = new WeakMap<z.core.$ZodType, z.ZodType>();

/**
 * Returns a schema that accepts anything, because the route parses the value itself later, for example the rates of a
 * long list one by one.
 * @param reader the schema with which the route parses the value. The X-Ignored header lists the sent fields that this
 * schema does not have.
 */
export function readLaterAs<Reader extends z.ZodType>(reader: Reader): z.ZodType<unknown, z.input<Reader>> {
  const anything = z.unknown();
  readers.set(anything, reader);
  // The input type is that of `reader`, so that the compiler checks what clients send, although the
  // schema accepts anything.
  return anything as z.ZodType<unknown, z.input<Reader>>;
}

/**
 * Returns the schema that parses this value later; undefined if there is none. `describe` copies a
 * schema, so the schema that readLaterAs marked may be an ancestor of this one.
 */
export function laterReader(schema: z.core.$ZodType): z.ZodType | undefined {
  const { parent } = schema._zod;
  return readers.get(schema) ?? (parent && laterReader(parent));
}
