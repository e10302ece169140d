import { badValue } from '../errors/mongo-error';
import { isDocument, keysOf, newDocument, setField, type Document } from '../values/document';
import { negated, onValue, valueCondition, type Condition } from './condition';
import { valueOrRegexLeaf } from './compare-leaf';
import type { Leaf } from './field-path';
import type { FilterCompiler } from './filter-compiler';
import { isOperatorDocument, REFERENCE_NAMES } from './operator-document';

const LOGICAL = new Set(['$and', '$or', '$nor', '$where', '$expr']);

/**
 * Compiles the condition of an $elemMatch to a test of one element. The condition is a filter for
 * documents, or operators for the element itself. $pull and arrayFilters use this function too.
 */
export function compileElementWith(operand: unknown, compiler: FilterCompiler): Leaf {
  if (!isDocument(operand)) throw badValue('$elemMatch needs an Object');
  const isReference = keysOf(operand).some((name) => REFERENCE_NAMES.has(name));
  if (isOperatorDocument(operand) && !isReference && !LOGICAL.has(keysOf(operand)[0] as string)) {
    const leaves = compiler.operators(operand).map(onValue);
    return (element) => leaves.every((leaf) => leaf(element));
  }
  const test = compiler.filter(operand, 'element');
  return (element) => (isDocument(element) ? test(element) : Array.isArray(element) && test(asDocument(element)));
}

/**
 * Converts an array inside an array to a document, with the indexes as field names. MongoDB matches
 * nested arrays as if they were such documents.
 */
function asDocument(array: readonly unknown[]): Document {
  const document = newDocument();
  array.forEach((item, index) => setField(document, String(index), item));
  return document;
}

/** Compiles $all. Every value or $elemMatch in the list must match. An empty list never matches. */
export function compileAll(operand: unknown, compiler: FilterCompiler): Condition[] {
  if (!Array.isArray(operand)) throw badValue('$all needs an array');
  const list = operand as unknown[];
  if (list.length === 0) return [negated()];
  if (list.some(isElemMatch)) {
    if (!list.every(isElemMatch)) throw badValue('$all/$elemMatch has to be consistent');
    return list.map((item) => ({ kind: 'element', element: compiler.element((item as Document)['$elemMatch']) }));
  }
  return list.map((item) => {
    if (isOperatorDocument(item)) throw badValue('no $ expressions in $all');
    return valueCondition(valueOrRegexLeaf(item));
  });
}

function isElemMatch(item: unknown): boolean {
  return isDocument(item) && keysOf(item)[0] === '$elemMatch';
}
