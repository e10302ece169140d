import { badValue } from '../errors';
import { isDocument, keysOf, newDocument, setField, type Document } from '../values/document';
import { compileOperators, isOperatorDocument, valueOrRegex } from './compile-field';
import { compileTest, REFERENCE_NAMES } from './compile-filter';
import { negated, onValue, type Condition } from './condition';
import type { Evaluation } from './evaluation';
import type { Leaf } from './field-path';

const LOGICAL = new Set(['$and', '$or', '$nor', '$where', '$expr']);

/**
 * The condition of an $elemMatch, asked of one element: a filter of documents, or operators on the element itself.
 * Updates ($pull, arrayFilters) and projections use it too.
 */
export function compileElement(operand: unknown, evaluation: Evaluation): Leaf {
  if (!isDocument(operand)) throw badValue('$elemMatch needs an Object');
  const isReference = keysOf(operand).some((name) => REFERENCE_NAMES.has(name));
  if (isOperatorDocument(operand) && !isReference && !LOGICAL.has(keysOf(operand)[0] as string))
    return compileValueElement(operand, evaluation);
  const test = compileTest(operand, evaluation, 'element');
  return (element) => (isDocument(element) ? test(element) : Array.isArray(element) && test(asDocument(element)));
}

function compileValueElement(operators: Document, evaluation: Evaluation): Leaf {
  const leaves = compileOperators(operators, evaluation).map(onValue);
  return (element) => leaves.every((leaf) => leaf(element));
}

/** An array within an array is matched as a document of its indexes. */
function asDocument(array: readonly unknown[]): Document {
  const document = newDocument();
  array.forEach((item, index) => setField(document, String(index), item));
  return document;
}

/** $all: every one of the values (or every $elemMatch) is found. An empty list is never found. */
export function compileAll(operand: unknown, evaluation: Evaluation): Condition[] {
  if (!Array.isArray(operand)) throw badValue('$all needs an array');
  const list = operand as unknown[];
  if (list.length === 0) return [negated()];
  if (list.some(isElemMatch)) {
    if (!list.every(isElemMatch)) throw badValue('$all/$elemMatch has to be consistent');
    return list.map((item) => ({
      kind: 'element',
      element: compileElement((item as Document)['$elemMatch'], evaluation),
    }));
  }
  return list.map((item) => {
    if (isOperatorDocument(item)) throw badValue('no $ expressions in $all');
    return valueOrRegex(item);
  });
}

function isElemMatch(item: unknown): boolean {
  return isDocument(item) && keysOf(item)[0] === '$elemMatch';
}
