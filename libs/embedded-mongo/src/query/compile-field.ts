import type { BSONRegExp } from 'bson';
import { isTruthy } from '../aggregate/expression/truth';
import { badValue, notSupported } from '../errors';
import { entriesOf, isDocument, keysOf, type Document } from '../values/document';
import { BsonType, typeOf } from '../values/type-of';
import { comparisonLeaf, equalityLeaf, inLeaf, regexLeaf } from './compare-leaf';
import { every, type FilterTest } from './compile-filter';
import { negated, onPath, valueCondition, type Condition } from './condition';
import { compileAll, compileElement } from './elem-match';
import type { Evaluation } from './evaluation';
import { fieldPath, type Leaf } from './field-path';
import { bitsLeaf, modLeaf, sizeLeaf } from './number-leaves';
import { regexOperatorLeaf } from './regex-operator';
import { typeLeaf } from './type-leaf';

const REFUSED = new Set([
  '$geoIntersects',
  '$geoWithin',
  '$near',
  '$nearSphere',
  '$within',
  '$maxDistance',
  '$minDistance',
  '$uniqueDocs',
]);

/** One field of a filter: a value that it equals, a regular expression, or a document of operators. */
export function compileField(dotted: string, operand: unknown, evaluation: Evaluation): FilterTest {
  // MongoDB looks for a field with an empty name, which nobody means.
  if (dotted.endsWith('.')) throw notSupported(`a filter on the path '${dotted}', which ends with a dot,`);
  const path = fieldPath(dotted);
  const conditions = isOperatorDocument(operand)
    ? compileOperators(operand, evaluation, dotted)
    : [valueOrRegex(operand)];
  return every(conditions.map((condition) => onPath(path, condition)));
}

/** Whether a document is read as operators ({$gt: 1}) and not as a value; {$ref: …, $id: …} is a value. */
export function isOperatorDocument(operand: unknown): operand is Document {
  if (!isDocument(operand)) return false;
  const names = keysOf(operand);
  return names[0]?.startsWith('$') === true && !(names.includes('$ref') && names.includes('$id'));
}

/** The operators of one field, all of which must hold; each looks at the field's values on its own. */
export function compileOperators(operators: Document, evaluation: Evaluation, field = ''): Condition[] {
  return entriesOf(operators).flatMap(([operator, operand]) =>
    compileOperator(operator, operand, operators, evaluation, field),
  );
}

export function valueOrRegex(operand: unknown): Condition {
  return valueCondition(
    typeOf(operand) === BsonType.regex ? regexLeaf(operand as RegExp | BSONRegExp) : equalityLeaf(operand),
  );
}

function compileOperator(
  operator: string,
  operand: unknown,
  all: Document,
  evaluation: Evaluation,
  field: string,
): Condition | Condition[] {
  switch (operator) {
    case '$eq':
      return valueCondition(equalityLeaf(operand));
    case '$ne':
      if (typeOf(operand) === BsonType.regex) throw badValue("Can't have regex as arg to $ne.");
      return negated(valueCondition(equalityLeaf(operand)));
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      if (typeOf(operand) === BsonType.regex)
        throw badValue(`Can't have RegEx as arg to predicate over field '${field}'.`);
      return valueCondition(comparisonLeaf(operator, operand));
    case '$in':
      return valueCondition(inLeaf(requireList(operator, operand)));
    case '$nin':
      return negated(valueCondition(inLeaf(requireList(operator, operand))));
    case '$not':
      return compileNot(operand, evaluation);
    case '$exists':
      return isTruthy(operand) ? valueCondition(exists) : negated(valueCondition(exists));
    case '$type':
      return valueCondition(typeLeaf(operand));
    case '$mod':
      return valueCondition(modLeaf(operand));
    case '$size':
      return valueCondition(sizeLeaf(operand), 'whole');
    case '$bitsAllSet':
    case '$bitsAllClear':
    case '$bitsAnySet':
    case '$bitsAnyClear':
      return valueCondition(bitsLeaf(operator, operand));
    case '$regex':
      return valueCondition(regexOperatorLeaf(operand, all['$options']));
    case '$options':
      if (all['$regex'] === undefined) throw badValue('$options needs a $regex');
      return [];
    case '$all':
      return compileAll(operand, evaluation);
    case '$elemMatch':
      return { kind: 'element', element: compileElement(operand, evaluation) };
    case '$comment':
      return [];
    default:
      if (REFUSED.has(operator)) throw notSupported(operator);
      throw badValue(`unknown operator: ${operator}`);
  }
}

const exists: Leaf = (value) => value !== undefined;

function requireList(operator: string, operand: unknown): unknown[] {
  if (!Array.isArray(operand)) throw badValue(`${operator} needs an array`);
  for (const item of operand as unknown[]) if (isOperatorDocument(item)) throw badValue('cannot nest $ under $in');
  return operand as unknown[];
}

function compileNot(operand: unknown, evaluation: Evaluation): Condition {
  if (typeOf(operand) === BsonType.regex) return negated(valueOrRegex(operand));
  if (!isDocument(operand)) throw badValue('$not needs a regex or a document');
  if (keysOf(operand).length === 0) throw badValue('$not cannot be empty');
  return negated(...compileOperators(operand, evaluation));
}
