import { recordUse } from '../usage/record-use';
import { badValue, failedToParse, typeMismatch } from '../errors/mongo-error';
import { regexLeaf } from '../query/compare-leaf';
import { isOperatorDocument } from '../query/operator-document';
import { compileElement } from '../query/compile-filter';
import type { Evaluation } from '../evaluation/evaluation';
import { compareValues } from '../values/compare';
import { isDocument, keysOf } from '../values/document';
import { show, showField, showId } from '../values/show';
import { BsonType, isNumeric, typeName, typeOf } from '../values/type-of';
import { asSmallInteger } from '../values/whole-number';
import { changing, creating, type Modifier, type FieldLocation } from './modifier';

/**
 * $addToSet: adds a value, or each value of {$each: […]}, unless the array already contains it.
 * Documents with the same fields in a different order are different values.
 */
export function addToSetModifier(operand: unknown): Modifier {
  const items = parseAddToSet(operand);
  return creating((value, location) => {
    if (value !== undefined && !Array.isArray(value)) {
      throw badValue(
        `Cannot apply $addToSet to non-array field. Field named '${location.field}' has non-array type ${typeName(value)}`,
      );
    }
    const result: unknown[] = [...((value as unknown[] | undefined) ?? [])];
    for (const item of items) if (!contains(result, item)) result.push(item);
    return result;
  });
}

function parseAddToSet(operand: unknown): readonly unknown[] {
  if (!isDocument(operand) || keysOf(operand)[0] !== '$each') return [operand];
  recordUse('push', '$each');
  const each = operand['$each'];
  if (!Array.isArray(each))
    throw typeMismatch(`The argument to $each in $addToSet must be an array but it was of type ${typeName(each)}`);
  for (const name of keysOf(operand)) {
    if (name !== '$each') throw badValue(`Found unexpected fields after $each in $addToSet: ${show(operand)}`);
  }
  return each;
}

function contains(array: readonly unknown[], item: unknown): boolean {
  return array.some((other) => compareValues(other, item) === 0);
}

/** $pull: removes the elements that equal the value or match the condition. */
export function pullModifier(operand: unknown, evaluation: Evaluation): Modifier {
  const matches = pullCondition(operand, evaluation);
  return changing((value, location) => {
    const array = requireArray('$pull', value, location);
    return array.some(matches) ? array.filter((item) => !matches(item)) : array;
  });
}

function pullCondition(operand: unknown, evaluation: Evaluation): (item: unknown) => boolean {
  if (typeOf(operand) === BsonType.regex) {
    const leaf = regexLeaf(operand as RegExp);
    return leaf;
  }
  if (isOperatorDocument(operand)) return compileElement(operand, evaluation);
  if (!isDocument(operand)) return (item) => compareValues(item, operand) === 0;
  const matches = compileElement(operand, evaluation);
  return (item) => isDocument(item) && matches(item);
}

/** $pullAll: removes the elements that equal one of the values. */
export function pullAllModifier(operand: unknown): Modifier {
  if (!Array.isArray(operand))
    throw badValue(`$pullAll requires an array argument but was given a ${typeName(operand)}`);
  return changing((value, location) =>
    requireArray('$pullAll', value, location).filter((item) => !contains(operand, item)),
  );
}

function requireArray(operator: string, value: unknown, location: FieldLocation): unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  throw badValue(
    `Cannot apply ${operator} to a non-array value in ${showId(location.document)}, field '${location.field}' is of type ${typeName(value)}`,
  );
}

/** $pop: removes the first element (-1) or the last one (1). */
export function popModifier(field: string, operand: unknown): Modifier {
  if (!isNumeric(operand)) throw failedToParse(`Expected a number in: ${showField(field, operand)}`);
  const end = asSmallInteger(operand);
  if (end === undefined) throw failedToParse(`Expected an integer: ${showField(field, operand)}`);
  if (end !== 1 && end !== -1) throw failedToParse(`$pop expects 1 or -1, found: ${show(operand)}`);
  return changing((value, location) => {
    if (!Array.isArray(value)) {
      throw typeMismatch(`Path '${location.field}' contains an element of non-array type '${typeName(value)}'`);
    }
    return end === 1 ? (value as unknown[]).slice(0, -1) : (value as unknown[]).slice(1);
  });
}
