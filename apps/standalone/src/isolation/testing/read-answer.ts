import { z } from 'zod';
import type { Answer } from './http-client';

/**
 * Returns the body of a successful response.
 * @throws Error that quotes the response if the response was not successful.
 */
export function bodyOf<Schema extends z.ZodType>({ status, text }: Answer, schema: Schema): z.output<Schema> {
  if (status !== 200) throw new Error(`answered ${status}: ${text}`);
  return schema.parse(JSON.parse(text));
}

/** A record with an id. The id is converted to a text. */
export const withId = z.object({ id: z.union([z.number(), z.string()]).transform(String) });
