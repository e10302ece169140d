import type { Echo } from '@keyhaven/contracts/shared/server-decided';
import { laterReader } from '@keyhaven/contracts/shared/read-later';
import { z } from 'zod';

/** What a part of a request was found to have beside what its schema knows. */
export interface SentFields {
  /** The part; fields that were sent as null and count as absent are left out of it. */
  value: unknown;
  /** Fields that the schema does not know, as paths without positions in lists: `guest.nickname`, `rates.price`. */
  ignored: Set<string>;
}

/**
 * Compares what was sent with the schema that reads it, however deep: names the fields that the schema does not know,
 * and, where that is asked for, leaves out those that were sent as null although null has no meaning there.
 */
export function readSentFields(schema: unknown, sent: unknown, nullIsAbsent: boolean): SentFields {
  const ignored = new Set<string>();
  const value = walk(structuresOf(schema), sent, '', nullIsAbsent, ignored);
  return { value, ignored };
}

/**
 * The fields of a body that the route does not read although it answers them: only the server decides them. A body that
 * describes nothing of the answered record has none.
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
    if (schemas.length === 0) ignored.add(at);
    if (value === null && nullIsAbsent && !schemas.some(isNullMeant)) continue;
    kept[name] = walk(schemas.flatMap(structuresOf), value, at, nullIsAbsent, ignored);
  }
  return kept;
}

/** What reads a field of an object; nothing when the object's schema does not know it. */
function fieldSchemas(schema: z.ZodType, name: string): z.ZodType[] {
  if (schema instanceof z.ZodRecord) return [schema.valueType as z.ZodType];
  if (!(schema instanceof z.ZodObject)) return [];
  const known = Object.hasOwn(schema.shape, name) ? (schema.shape as Record<string, z.ZodType>)[name] : undefined;
  // A strict object refuses what it does not know, and a loose one keeps it: neither ignores it.
  const rest = schema.def.catchall as z.ZodType | undefined;
  return [known ?? rest].filter((field) => field !== undefined);
}

/** Whether null means something in a field. Fields that take anything are checked later, against what the server decides. */
function isNullMeant(schema: z.ZodType): boolean {
  let meaning = meanings.get(schema);
  if (meaning === undefined) {
    meaning = !takesAnything(schema) && schema.safeParse(null).success;
    meanings.set(schema, meaning);
  }
  return meaning;
}
const meanings = new WeakMap<z.ZodType, boolean>();

function takesAnything(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodOptional) return takesAnything(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodUnknown || schema instanceof z.ZodAny;
}

/** The objects, lists and records as which a schema reads what was sent. */
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
