import { badValue } from '../errors/mongo-error';
import { asDouble } from '../values/number';
import { show } from '../values/show';
import { BsonType, isNumeric, TYPE_NAMES, typeOf } from '../values/type-of';
import type { Leaf } from './field-path';

const NUMBERS: readonly number[] = [BsonType.double, BsonType.int, BsonType.long, BsonType.decimal];
const BY_ALIAS: ReadonlyMap<string, number> = new Map(
  [...TYPE_NAMES].filter(([type]) => type !== 0).map(([type, name]) => [name, type]),
);

/**
 * Compiles $type, with one type or an array of types. A type is a number or an alias. The alias
 * "number" matches all numeric types.
 */
export function typeLeaf(operand: unknown): Leaf {
  const list: unknown[] = Array.isArray(operand) ? operand : [operand];
  if (list.length === 0) throw badValue(' must match at least one type');
  const types = new Set(list.flatMap(typesOf));
  return (value) => types.has(typeOf(value));
}

function typesOf(operand: unknown): readonly number[] {
  if (typeof operand === 'string') {
    if (operand === 'number') return NUMBERS;
    const type = BY_ALIAS.get(operand);
    if (type === undefined) throw badValue(`Unknown type name alias: ${operand}`);
    return [type];
  }
  if (!isNumeric(operand)) throw badValue('type must be represented as a number or a string');
  const type = asDouble(Number(operand));
  if (type === 0 || !TYPE_NAMES.has(type)) throw badValue(`Invalid numerical type code: ${show(operand)}`);
  return [type];
}
