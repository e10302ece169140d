import { idInput, idListInput, unknownIdsOmitted } from '@keyhaven/contracts/shared/inputs';
import { laterReader } from '@keyhaven/contracts/shared/read-later';
import { z } from 'zod';

/**
 * The kinds of values in a request:
 * - id, guid: the id of one record; ids: a list of them, separated by commas
 * - flag: true or false; text: free text
 * - echo: a field that only the server sets, which clients may send back with the value that they have read
 * - value: everything else, such as dates, numbers and words
 */
export type LeafKind = 'id' | 'ids' | 'guid' | 'flag' | 'text' | 'echo' | 'value';

/** A value that a request may contain. */
export interface Leaf {
  /** The names of the fields, from the outermost to the innermost; `[]` stands for the items of a list. */
  path: readonly string[];
  kind: LeafKind;
  /** The accepted values, if there are only a few. */
  words: readonly string[];
  isRequired: boolean;
}

const words = z.array(z.string()).optional();
/** The JSON Schema that a contract adds to a zod schema: only the parts that this file reads. */
const described = z.object({
  type: z.string().optional(),
  format: z.string().optional(),
  enum: words,
  items: z.object({ enum: words }).optional(),
});

/** Lists the values in a part of a request: in its path, its query, its headers or its body. */
export function leavesOf(schema: unknown, path: readonly string[] = [], isRequired = true): Leaf[] {
  if (!(schema instanceof z.ZodType)) return [];
  const leaf = (kind: LeafKind, accepted: readonly string[] = []): Leaf[] => [
    { path, kind, words: accepted, isRequired },
  ];
  if (comesFrom(schema, idInput)) return leaf('id');
  if (comesFrom(schema, idListInput) || comesFrom(schema, unknownIdsOmitted)) return leaf('ids');
  if (schema instanceof z.ZodGUID || schema instanceof z.ZodUUID) return leaf('guid');
  const meta = described.parse(z.globalRegistry.get(schema) ?? {});
  const accepted = schema instanceof z.ZodEnum ? schema.options.map(String) : (meta.enum ?? meta.items?.enum);
  if (accepted) return leaf('value', accepted);
  if (meta.type === 'boolean') return leaf('flag');
  if (meta.type !== undefined || meta.format !== undefined) return leaf('value');
  return leavesWithin(schema, path, isRequired) ?? leaf(kindOf(schema));
}

/** @throws Error for a schema that may contain values that this file does not find. */
function kindOf(schema: z.ZodType): LeafKind {
  const isClosed = schema instanceof z.ZodLazy || schema instanceof z.ZodTuple;
  if (isClosed) throw new Error(`schema-leaves.ts does not look into schemas of the type ${schema.def.type}`);
  if (schema instanceof z.ZodUnknown || schema instanceof z.ZodAny) return 'echo';
  if (schema instanceof z.ZodBoolean) return 'flag';
  return schema instanceof z.ZodString || schema instanceof z.ZodStringFormat ? 'text' : 'value';
}

/** Returns the values inside a schema that contains others; undefined if it contains none. */
function leavesWithin(schema: z.ZodType, path: readonly string[], isRequired: boolean): Leaf[] | undefined {
  const within = (inner: unknown, isInnerRequired = isRequired) => leavesOf(inner, path, isInnerRequired);
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<unknown>(schema.shape);
    return fields.flatMap(([name, field]) => leavesOf(field, [...path, name], isRequired && !mayBeAbsent(field)));
  }
  // Clients choose the names of these fields, so a name is not an id of a record.
  if (schema instanceof z.ZodRecord) return leavesOf(schema.valueType, [...path, 'any'], false);
  if (schema instanceof z.ZodArray) return leavesOf(schema.element, [...path, '[]'], false);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    return within(schema.unwrap(), false);
  }
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodNonOptional || schema instanceof z.ZodReadonly) {
    return within(schema.unwrap());
  }
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => within(option));
  if (schema instanceof z.ZodIntersection) return [schema.def.left, schema.def.right].flatMap((side) => within(side));
  if (schema instanceof z.ZodPipe) {
    return within(schema.def.in instanceof z.ZodTransform ? schema.def.out : schema.def.in);
  }
  const later = laterReader(schema);
  return later && within(later);
}

function mayBeAbsent(field: unknown): boolean {
  return field instanceof z.ZodType && field.safeParse(undefined).success;
}

/** Whether a schema is the original or a copy of it. Zod copies a schema when a description is added to it. */
function comesFrom(schema: z.core.$ZodType, original: z.core.$ZodType): boolean {
  const { parent } = schema._zod;
  return schema === original || (parent !== undefined && comesFrom(parent, original));
}
