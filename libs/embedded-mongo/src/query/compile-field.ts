import { recordUse } from '../usage/record-use';
import { badValue, notSupported, type MongoError } from '../errors/mongo-error';
import { entriesOf, isDocument, keysOf, type Document } from '../values/document';
import { isTruthy } from '../values/truth';
import { BsonType, typeOf } from '../values/type-of';
import { comparisonLeaf, equalityLeaf, inLeaf, valueOrRegexLeaf } from './compare-leaf';
import { negated, onPath, valueCondition, type Condition } from './condition';
import { compileAll } from './elem-match';
import { fieldPath, type Leaf } from './field-path';
import { every, type FilterCompiler, type FilterTest } from './filter-compiler';
import { modLeaf, sizeLeaf } from './number-leaves';
import { isOperatorDocument } from './operator-document';
import { regexOperatorLeaf } from './regex-operator';
import { typeLeaf } from './type-leaf';

/** The supported operators for one field. */
export const FIELD_OPERATORS: ReadonlySet<string> = new Set([
  '$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$in', '$nin', '$not', '$exists', '$type', '$mod', '$size', '$regex', '$options', '$all', '$elemMatch',
]); // prettier-ignore

/** Query operators that MongoDB has and this database does not support. */
const REFUSED = new Set([
  '$geoIntersects',
  '$geoWithin',
  '$near',
  '$nearSphere',
  '$within',
  '$maxDistance',
  '$minDistance',
  '$uniqueDocs',
  '$bitsAllSet',
  '$bitsAllClear',
  '$bitsAnySet',
  '$bitsAnyClear',
]);

/**
 * Compiles the condition on one field of a filter. The condition is a value that the field must
 * equal, a regular expression, or a document of operators.
 */
export function compileField(dotted: string, operand: unknown, compiler: FilterCompiler): FilterTest {
  // MongoDB would look for a field with an empty name below the path. This is not supported.
  if (dotted.endsWith('.')) throw notSupported(`a filter on the path '${dotted}', which ends with a dot,`);
  const path = fieldPath(dotted);
  const conditions = isOperatorDocument(operand)
    ? compileOperators(operand, compiler, dotted)
    : [valueCondition(valueOrRegexLeaf(operand))];
  return every(conditions.map((condition) => onPath(path, condition)));
}

/**
 * Compiles the operators for one field. All operators must match. If the field is an array,
 * different elements may match different operators.
 */
export function compileOperators(operators: Document, compiler: FilterCompiler, field = ''): Condition[] {
  return entriesOf(operators).flatMap(([operator, operand]) =>
    compileOperator(operator, operand, operators, compiler, field),
  );
}

function compileOperator(
  operator: string,
  operand: unknown,
  all: Document,
  compiler: FilterCompiler,
  field: string,
): Condition | Condition[] {
  recordUse('query', operator);
  if (operator === '$comment') return [];
  if (!FIELD_OPERATORS.has(operator)) throw refusal(operator);
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
      return compileNot(operand, compiler);
    case '$exists':
      return isTruthy(operand) ? valueCondition(exists) : negated(valueCondition(exists));
    case '$type':
      return valueCondition(typeLeaf(operand));
    case '$mod':
      return valueCondition(modLeaf(operand));
    case '$size':
      return valueCondition(sizeLeaf(operand), 'whole');
    case '$regex':
      return valueCondition(regexOperatorLeaf(operand, all['$options']));
    case '$options':
      if (all['$regex'] === undefined) throw badValue('$options needs a $regex');
      return [];
    case '$all':
      return compileAll(operand, compiler);
    case '$elemMatch':
      return { kind: 'element', element: compiler.element(operand) };
    default:
      throw refusal(operator);
  }
}

function refusal(operator: string): MongoError {
  return REFUSED.has(operator) ? notSupported(operator) : badValue(`unknown operator: ${operator}`);
}

const exists: Leaf = (value) => value !== undefined;

function requireList(operator: string, operand: unknown): unknown[] {
  if (!Array.isArray(operand)) throw badValue(`${operator} needs an array`);
  for (const item of operand as unknown[]) if (isOperatorDocument(item)) throw badValue('cannot nest $ under $in');
  return operand as unknown[];
}

function compileNot(operand: unknown, compiler: FilterCompiler): Condition {
  if (typeOf(operand) === BsonType.regex) return negated(valueCondition(valueOrRegexLeaf(operand)));
  if (!isDocument(operand)) throw badValue('$not needs a regex or a document');
  if (keysOf(operand).length === 0) throw badValue('$not cannot be empty');
  return negated(...compileOperators(operand, compiler));
}
