import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { formatInstant, parseInstant } from './instants';

/**
 * Fields that only the server sets. Each field is mapped to the second half of the error message
 * about the field, such as "it is decided by is_block".
 */
export type ServerDecided<Field extends string = string> = Readonly<Record<Field, string>>;

/** Fields that most records have and that only the server sets. */
export const decidedOfRecords = {
  id: 'ids are assigned by the server',
  created_utc: 'it is set when the record is created',
  updated_utc: 'it is set with each change',
} as const;

/**
 * Accepts any value for fields that only the server sets, because clients may send back what they
 * read. `echoFaults` checks the values.
 */
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
 * Finds the fields of a body that would change a value that only the server sets. Returns an error
 * message for each such field. A field may contain the value before the change, the value after the
 * change, or null if the record has no value.
 * @param states the record as responses show it, before and after the change.
 */
export function echoFaults(
  body: Readonly<Record<string, unknown>>,
  states: readonly Readonly<Record<string, unknown>>[],
  decided: ServerDecided,
): string[] {
  return Object.entries(decided)
    .filter(([field]) => body[field] !== undefined)
    .filter(([field]) => !states.some((state) => isDeepStrictEqual(plain(state[field]), plain(body[field]))))
    .map(([field, why]) => faultOf(field, body[field], why));
}

/** A value that a client sent for a field that only the server sets. */
export interface Echo {
  /** The path without list indexes: `photos.id` is the id of any photo. */
  path: string;
  value: unknown;
}

/**
 * Compares echoes (the values that a client sent for fields that only the server sets) with the record. Returns an
 * error message for each echo that differs. List entries may move, so a field of an entry may have the value of any
 * entry, before or after the change.
 * @param states the record before and after the change. An echo is not checked if neither state has the first field of
 *   its path.
 */
export function faultsOfEchoes(echoes: readonly Echo[], states: readonly object[]): string[] {
  const known: Record<string, string> = decidedOfRecords;
  return echoes.flatMap(({ path, value }) => {
    const fields = path.split('.');
    const relevant = states.filter((state) => fields[0]! in state);
    const shown = relevant.flatMap((state) => valuesAt(state, fields));
    const isSame = shown.some((one) => isDeepStrictEqual(comparable(one), comparable(value)));
    if (relevant.length === 0 || isSame) return [];
    return [faultOf(path, value, known[fields.at(-1)!] ?? 'only the server decides it')];
  });
}

/**
 * Returns the error message about a field. It does not quote lists and objects, because they may
 * contain a secret.
 */
function faultOf(path: string, value: unknown, why: string): string {
  if (typeof value === 'object' && value !== null) return `${path}: the sent value is not accepted; ${why}`;
  return `${path}: ${JSON.stringify(value).slice(0, 80)} is not accepted; ${why}`;
}

function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  const [field, ...rest] = path;
  if (field === undefined) return [value];
  if (Array.isArray(value)) return value.flatMap((entry) => valuesAt(entry, path));
  if (typeof value !== 'object' || value === null) return [];
  return valuesAt((value as Record<string, unknown>)[field], rest);
}

/** Returns a body without the fields that only the server sets. */
export function withoutEchoes<Body extends object, Field extends string>(
  body: Body,
  decided: ServerDecided<Field>,
): Omit<Body, Field> {
  return Object.fromEntries(Object.entries(body).filter(([field]) => !(field in decided))) as Omit<Body, Field>;
}

/** Normalises a value as `plain` does, and removes the query of URLs, because each read creates new signed URLs. */
function comparable(value: unknown): unknown {
  return normalized(value, (text) => (/^https?:/.test(text) ? text.split('?')[0]! : plainText(text)));
}

function plain(value: unknown): unknown {
  return normalized(value, plainText);
}

/**
 * Normalises a value and everything in it. Clients send ids as numbers or strings, and may send null for a missing
 * field. The recursion is short, because services refuse bodies that are nested too deeply.
 */
function normalized(value: unknown, textOf: (text: string) => string): unknown {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return textOf(value);
  if (Array.isArray(value)) return value.map((entry) => normalized(entry, textOf));
  if (typeof value !== 'object' || value === null) return value ?? null;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field != null)
      .map(([name, field]) => [name, normalized(field, textOf)]),
  );
}

/** Normalises a text, because clients send instants and enum values in several notations. */
function plainText(text: string): string {
  const instant = parseInstant(text);
  return instant ? formatInstant(instant) : text.toLowerCase().replaceAll('_', '');
}
