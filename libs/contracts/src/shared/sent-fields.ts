import { z } from 'zod';
import { companionOf } from './read-beside';
import { laterReader } from './read-later';
import type { Echo } from './server-decided';

/** The result of comparing the query or body of a request with its schema. */
export interface SentFields {
  /** The sent value. Null fields are removed if they count as absent. */
  value: unknown;
  /**
   * The paths of fields that the route does not read, such as `guest.nickname` or `rates.price`
   * (without list indexes). Either the schema does not contain the field, or the field has no
   * effect without another field that was not sent.
   */
  ignored: Set<string>;
}

/**
 * Compares a value with its schema at any depth, and finds the fields that the route does not read.
 * @param nullIsAbsent whether to remove null fields, except where the contract gives null a
 *   meaning.
 */
export function readSentFields(schema: unknown, sent: unknown, nullIsAbsent: boolean): SentFields {
  const ignored = new Set<string>();
  const value = walk(structuresOf(schema), sent, '', nullIsAbsent, ignored);
  return { value, ignored };
}

/**
 * Finds the fields in a body whose values only the server sets. The schema of the response contains
 * such a field, but the schema of the body does not. Returns none if the two schemas have no field
 * in common, because then the body does not describe the record in the response.
 */
export function findEchoes(bodySchema: unknown, answerSchema: unknown, sent: unknown): Echo[] {
  const [reading, answering] = [structuresOf(bodySchema), structuresOf(answerSchema)];
  const answered = new Set(answering.flatMap(namesOf));
  const describesRecord = reading.flatMap(namesOf).some((name) => answered.has(name));
  return describesRecord ? echoesIn(reading, answering, sent, '') : [];
}

function namesOf(schema: z.ZodType): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

function echoesIn(reading: readonly z.ZodType[], answering: readonly z.ZodType[], sent: unknown, path: string): Echo[] {
  const readObjects = reading.filter((schema) => schema instanceof z.ZodObject);
  const answerObjects = answering.filter((schema) => schema instanceof z.ZodObject);
  if (Array.isArray(sent)) {
    const elements = (schemas: readonly z.ZodType[]) =>
      schemas.flatMap((schema) => (schema instanceof z.ZodArray ? structuresOf(schema.element) : []));
    return sent.flatMap((entry) => echoesIn(elements(reading), elements(answering), entry, path));
  }
  if (typeof sent !== 'object' || sent === null || readObjects.length === 0) return [];
  return Object.entries<unknown>(sent as Record<string, unknown>).flatMap(([name, value]) => {
    const at = path === '' ? name : `${path}.${name}`;
    const readers = readObjects.flatMap((schema) => fieldSchemas(schema, name));
    const answers = answerObjects.flatMap((schema) => fieldSchemas(schema, name));
    if (readers.length === 0) return answers.length > 0 ? [{ path: at, value }] : [];
    return echoesIn(readers.flatMap(structuresOf), answers.flatMap(structuresOf), value, at);
  });
}

function walk(
  structures: readonly z.ZodType[],
  sent: unknown,
  path: string,
  nullIsAbsent: boolean,
  ignored: Set<string>,
): unknown {
  if (Array.isArray(sent)) {
    const items = structures.flatMap((schema) => (schema instanceof z.ZodArray ? structuresOf(schema.element) : []));
    return items.length === 0 ? sent : sent.map((item: unknown) => walk(items, item, path, nullIsAbsent, ignored));
  }
  if (typeof sent !== 'object' || sent === null) return sent;
  const objects = structures.filter((schema) => schema instanceof z.ZodObject || schema instanceof z.ZodRecord);
  if (objects.length === 0) return sent;
  const kept: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of Object.entries(sent)) {
    const at = path === '' ? name : `${path}.${name}`;
    const schemas = objects.flatMap((schema) => fieldSchemas(schema, name));
    if (schemas.every((schema) => isUnread(schema, sent))) ignored.add(at);
    if (value === null && nullIsAbsent && !schemas.some(isNullMeant)) continue;
    kept[name] = walk(schemas.flatMap(structuresOf), value, at, nullIsAbsent, ignored);
  }
  return kept;
}

/** Whether a known field has no effect, because another field that it needs was not sent. */
function isUnread(schema: z.ZodType, sent: object): boolean {
  const companion = companionOf(schema);
  return companion !== undefined && !Object.hasOwn(sent, companion);
}

/** Returns the schemas of a field. Empty if the object's schema does not contain the field. */
function fieldSchemas(schema: z.ZodType, name: string): z.ZodType[] {
  if (schema instanceof z.ZodRecord) return [schema.valueType as z.ZodType];
  if (!(schema instanceof z.ZodObject)) return [];
  const known = Object.hasOwn(schema.shape, name) ? (schema.shape as Record<string, z.ZodType>)[name] : undefined;
  // Strict objects refuse unknown fields, and loose objects keep them. So neither of them
  // ignores a field.
  const unknownFields = schema.def.catchall as z.ZodType | undefined;
  return [known ?? unknownFields].filter((field) => field !== undefined);
}

/**
 * Whether the contract gives null a meaning in this field. False for fields that accept any value,
 * because these are compared later with the values that the server set.
 */
function isNullMeant(schema: z.ZodType): boolean {
  let meaning = nullMeanings.get(schema);
  if (meaning === undefined) {
    meaning = !takesAnything(schema) && schema.safeParse(null).success;
    nullMeanings.set(schema, meaning);
  }
  return meaning;
}
const nullMeanings = new WeakMap<z.ZodType, boolean>();

function takesAnything(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodOptional) return takesAnything(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodUnknown || schema instanceof z.ZodAny;
}

/** Returns the schemas of objects, lists and records that a schema consists of. */
function structuresOf(schema: unknown): z.ZodType[] {
  if (!(schema instanceof z.ZodType)) return [];
  let structures = known.get(schema);
  if (structures === undefined) {
    structures = findStructures(schema);
    known.set(schema, structures);
  }
  return structures;
}
const known = new WeakMap<z.ZodType, z.ZodType[]>();

function findStructures(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodObject || schema instanceof z.ZodArray || schema instanceof z.ZodRecord) return [schema];
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodNonOptional ||
    schema instanceof z.ZodReadonly
  ) {
    return structuresOf(schema.unwrap());
  }
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(structuresOf);
  if (schema instanceof z.ZodIntersection) return [schema.def.left, schema.def.right].flatMap(structuresOf);
  if (schema instanceof z.ZodPipe) {
    return structuresOf(schema.def.in instanceof z.ZodTransform ? schema.def.out : schema.def.in);
  }
  return structuresOf(laterReader(schema));
}
