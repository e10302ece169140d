import { COMPONENT } from '../schemas/convert-schema';
import type { Direction, JsonSchema } from '../schemas/json-schema';

/** A schema, and the components of its document. The references in the schema point to these components. */
interface Located {
  schema: JsonSchema;
  components: Readonly<Record<string, JsonSchema>>;
}

/** The keywords that limit a value, a length or a number of items. */
const upperLimits = ['maximum', 'maxLength', 'maxItems'] as const;
const lowerLimits = ['minimum', 'minLength', 'minItems'] as const;

/**
 * Lists the changes of a schema that can break a client. A request that was valid before must stay valid. A response
 * may get new fields, but its existing fields must remain, keep their types and get no new values.
 */
export function compareSchemas(before: Located, after: Located, direction: Direction, at: string): string[] {
  return compare(before, after, direction, at, new Set());
}

/**
 * @param seen the pairs of references that are already being compared. They stop the recursion for schemas that contain
 * themselves.
 */
function compare(before: Located, after: Located, direction: Direction, at: string, seen: Set<string>): string[] {
  const pair = `${before.schema.$ref} ${after.schema.$ref}`;
  if (before.schema.$ref && seen.has(pair)) return [];
  const deeper = before.schema.$ref ? new Set([...seen, pair]) : seen;
  const [old, now] = [resolve(before), resolve(after)];
  const next = (one: JsonSchema, other: JsonSchema, place: string) =>
    compare({ ...before, schema: one }, { ...after, schema: other }, direction, place, deeper);

  const oldForms = old.anyOf ?? old.oneOf;
  const nowForms = now.anyOf ?? now.oneOf;
  if (oldForms || nowForms) return compareForms(oldForms ?? [old], nowForms ?? [now], direction, at, next);

  return [
    ...compareValues(old, now, direction, at),
    ...compareFields(old, now, direction, at, next),
    ...(old.items && now.items ? next(old.items, now.items, `${at}[]`) : []),
    ...compareAdditional(old, now, direction, at, next),
  ];
}

type Next = (before: JsonSchema, after: JsonSchema, at: string) => string[];

/** Returns the schema that a reference points to, merged with the parts of its `allOf`. */
function resolve({ schema, components }: Located): JsonSchema {
  if (schema.$ref) return resolve({ schema: components[schema.$ref.replace(COMPONENT, '')] ?? {}, components });
  const { allOf, ...own } = schema;
  return (allOf ?? []).reduce<JsonSchema>((merged, part) => {
    const { properties, required, ...rest } = resolve({ schema: part, components });
    return {
      ...rest,
      ...merged,
      ...(properties && { properties: { ...properties, ...merged.properties } }),
      ...(required && { required: [...required, ...(merged.required ?? [])] }),
    };
  }, own);
}

/**
 * Compares the alternatives of `anyOf` or `oneOf`. A request must still accept each old alternative. A response must
 * have no new alternative.
 */
function compareForms(old: JsonSchema[], now: JsonSchema[], direction: Direction, at: string, next: Next): string[] {
  const [needed, offered] = direction === 'input' ? [old, now] : [now, old];
  const isOffered = (form: JsonSchema) =>
    offered.some((other) => (direction === 'input' ? next(form, other, at) : next(other, form, at)).length === 0);
  if (needed.every(isOffered)) return [];
  return [direction === 'input' ? `${at} no longer accepts one of its forms` : `${at} has a new form`];
}

function compareValues(old: JsonSchema, now: JsonSchema, direction: Direction, at: string): string[] {
  const isInput = direction === 'input';
  const found: string[] = [];
  const isWider = isInput && old.type === 'integer' && now.type === 'number';
  if (old.type !== now.type && !isWider && !(isInput && now.type === undefined)) {
    found.push(`${at} was ${old.type ?? 'anything'} and is ${now.type ?? 'anything'}`);
  }
  if (old.format !== now.format && !isIntegerFormat(old, now)) {
    if (!isInput || now.format !== undefined) found.push(`${at} has the format ${now.format}, not ${old.format}`);
  }
  if (isInput && old.nullable && !now.nullable) found.push(`${at} no longer accepts null`);
  if (!isInput && !old.nullable && now.nullable) found.push(`${at} may be null`);
  found.push(...compareEnums(old.enum, now.enum, isInput, at));
  if (!isInput) return found;
  for (const limit of upperLimits) {
    if (now[limit] !== undefined && now[limit] < (old[limit] ?? Infinity)) {
      found.push(`${at} has the ${limit} ${now[limit]}, not ${old[limit]}`);
    }
  }
  for (const limit of lowerLimits) {
    if (now[limit] !== undefined && now[limit] > (old[limit] ?? -Infinity)) {
      found.push(`${at} has the ${limit} ${now[limit]}, not ${old[limit]}`);
    }
  }
  if (now.exclusiveMinimum && old.minimum === now.minimum && !old.exclusiveMinimum) {
    found.push(`${at} must be greater than ${now.minimum}`);
  }
  if (now.exclusiveMaximum && old.maximum === now.maximum && !old.exclusiveMaximum) {
    found.push(`${at} must be less than ${now.maximum}`);
  }
  const oldMultipleOf = old.multipleOf ?? (old.type === 'integer' ? 1 : undefined);
  if (now.multipleOf !== undefined && !isMultiple(oldMultipleOf, now.multipleOf)) {
    found.push(`${at} must be a multiple of ${now.multipleOf}`);
  }
  if (now.pattern !== undefined && now.pattern !== old.pattern) found.push(`${at} must match another pattern`);
  return found;
}

/** Whether a value is a multiple of a divisor. Tolerates the rounding of decimals: 0.3 / 0.1 is not exactly 3. */
function isMultiple(value: number | undefined, divisor: number): boolean {
  if (value === undefined) return false;
  const quotient = value / divisor;
  return Math.abs(quotient - Math.round(quotient)) < 1e-9;
}

/** Whether both schemas are integers. Their formats are not compared, because the limits determine the formats. */
function isIntegerFormat(old: JsonSchema, now: JsonSchema): boolean {
  return old.type === 'integer' && now.type === 'integer';
}

function compareEnums(old: unknown[] | undefined, now: unknown[] | undefined, isInput: boolean, at: string): string[] {
  const [needed, offered] = isInput ? [old, now] : [now, old];
  if (offered === undefined) return [];
  if (needed === undefined) return [isInput ? `${at} accepts only some values` : `${at} may have any value`];
  const missing = needed.filter((value) => value !== null && !offered.includes(value)).map((value) => String(value));
  if (missing.length === 0) return [];
  return [isInput ? `${at} no longer accepts ${missing.join(', ')}` : `${at} has new values: ${missing.join(', ')}`];
}

function compareFields(old: JsonSchema, now: JsonSchema, direction: Direction, at: string, next: Next): string[] {
  const isInput = direction === 'input';
  const [oldRequired, nowRequired] = [old.required ?? [], now.required ?? []];
  const found: string[] = [];
  for (const [name, field] of Object.entries(old.properties ?? {})) {
    const counterpart = now.properties?.[name];
    if (counterpart) found.push(...next(field, counterpart, `${at}.${name}`));
    else found.push(`${at}.${name} was removed`);
    if (!isInput && counterpart && oldRequired.includes(name) && !nowRequired.includes(name)) {
      found.push(`${at}.${name} may be absent`);
    }
  }
  if (!isInput) return found;
  const required = nowRequired.filter((name) => !oldRequired.includes(name));
  return [...found, ...required.map((name) => `${at}.${name} is now required`)];
}

function compareAdditional(old: JsonSchema, now: JsonSchema, direction: Direction, at: string, next: Next): string[] {
  const [before, after] = [old.additionalProperties, now.additionalProperties];
  if (direction === 'input' && before !== false && after === false) return [`${at} refuses unknown fields`];
  return typeof before === 'object' && typeof after === 'object' ? next(before, after, `${at}.*`) : [];
}
