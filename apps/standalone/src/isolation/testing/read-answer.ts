import { z } from 'zod';
import type { Answer } from './http-client';

/** The body of a successful answer. @throws Error that quotes any other answer. */
export function bodyOf<Schema extends z.ZodType>({ status, text }: Answer, schema: Schema): z.output<Schema> {
  if (status !== 200) throw new Error(`answered ${status}: ${text}`);
  return schema.parse(JSON.parse(text));
}

/** A record with an id, as a text. */
export const withId = z.object({ id: z.union([z.number(), z.string()]).transform(String) });
