import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

/** Fields that only the server decides, each with the words that say what decides it: "it is decided by …". */
export type ServerDecided<Field extends string = string> = Readonly<Record<Field, string>>;

/** The fields of most records that only the server decides. */
export const decidedOfRecords = {
  id: 'ids are assigned by the server',
  created_utc: 'it is set when the record is created',
  updated_utc: 'it is set with each change',
} as const;

/** Accepts fields that only the server decides: a program may send back what it read. `echoFaults` checks what they say. */
export function echoesOf<Field extends string>(decided: ServerDecided<Field>) {
  const fields = Object.keys(decided) as Field[];
  return z.object(
    Object.fromEntries(fields.map((name) => [name, z.unknown().optional()])) as Record<
      Field,
      z.ZodOptional<z.ZodUnknown>
    >,
  );
}

/**
 * The fields of a body that ask for something that only the server decides, each as the message of a 400. A field with
 * the value that the record has, before or after the change, asks for nothing; neither does null where it has no value.
 * @param states the record as answers show it, before and after the change.
 */
export function echoFaults(
  body: Readonly<Record<string, unknown>>,
  states: readonly Readonly<Record<string, unknown>>[],
  decided: ServerDecided,
): string[] {
  return Object.entries(decided)
    .filter(([field]) => body[field] !== undefined)
    .filter(([field]) => !states.some((state) => isDeepStrictEqual(plain(state[field]), plain(body[field]))))
    .map(([field, why]) => `${field}: ${JSON.stringify(body[field]).slice(0, 80)} is not accepted; ${why}`);
}

/** What a body writes: all that it says but for the fields that only the server decides. */
export function withoutEchoes<Body extends object, Field extends string>(
  body: Body,
  decided: ServerDecided<Field>,
): Omit<Body, Field> {
  return Object.fromEntries(Object.entries(body).filter(([field]) => !(field in decided))) as Omit<Body, Field>;
}

/** As values are compared: clients send enum words in many spellings, and ids as numbers and as texts. */
function plain(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.toLowerCase().replaceAll('_', '') : (value ?? null);
}
