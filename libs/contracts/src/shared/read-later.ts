import { z } from 'zod';

const readers = new WeakMap<z.ZodType, z.ZodType>();

/**
 * Takes anything, because a later step reads it, such as the rates of a long list one by one.
 * @param reader the schema by which that step reads it: so the names of its fields are known when the request comes in.
 */
export function readLaterAs(reader: z.ZodType): z.ZodUnknown {
  const anything = z.unknown();
  readers.set(anything, reader);
  return anything;
}

/** The schema by which a later step reads what this one takes, if there is one. */
export function laterReader(schema: z.ZodType): z.ZodType | undefined {
  return readers.get(schema);
}
