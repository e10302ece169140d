import { z } from 'zod';

const readers = new WeakMap<z.ZodType, z.ZodType>();

/**
 * Accepts anything, because the route parses it later, such as the rates of a long list one by one.
 * @param reader the schema that parses it then, so that the names of its fields are known when the request arrives.
 */
export function readLaterAs(reader: z.ZodType): z.ZodUnknown {
  const anything = z.unknown();
  readers.set(anything, reader);
  return anything;
}

/** The schema that parses this value later, if there is one. */
export function laterReader(schema: z.ZodType): z.ZodType | undefined {
  return readers.get(schema);
}
