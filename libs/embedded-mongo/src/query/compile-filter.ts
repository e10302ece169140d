import { badValue, notSupported, type MongoError } from '../errors/mongo-error';
import { compileExpression } from '../expression/compile-expression';
import type { Evaluation } from '../evaluation/evaluation';
import { recordUse } from '../usage/record-use';
import { entriesOf, isDocument, type Document } from '../values/document';
import { isTruthy } from '../values/truth';
import { equalityLeaf } from './compare-leaf';
import { compileField, compileOperators } from './compile-field';
import { onPath, valueCondition } from './condition';
import { compileElementWith } from './elem-match';
import { fieldPath, type Leaf, type Trace } from './field-path';
import { every, type FilterCompiler, type FilterTest, type Subject } from './filter-compiler';
import { REFERENCE_NAMES } from './operator-document';

export type { Evaluation } from '../evaluation/evaluation';

export interface Matcher {
  matches(this: void, document: Document): boolean;
  /**
   * The index of the matching element in the outermost array on the path, for the positional
   * operator.
   */
  position(document: Document): number | undefined;
}

/** The operators that a filter may have in place of a field name. */
export const LOGICAL_OPERATORS: ReadonlySet<string> = new Set(['$and', '$or', '$nor', '$expr', '$comment']);

/** Operators in place of a field name that MongoDB has and this database does not support. */
const REFUSED = new Set([
  '$where',
  '$text',
  '$jsonSchema',
  '$sampleRate',
  '$near',
  '$geoWithin',
  '$alwaysTrue',
  '$alwaysFalse',
]);

/**
 * Compiles a query filter. Refuses $where, $text, $jsonSchema, the geospatial operators and some
 * others.
 * @throws MongoError if the filter is malformed or unsupported, before any document is read
 */
export function compileFilter(filter: Document, evaluation: Evaluation): Matcher {
  const test = filterCompiler(evaluation).filter(filter, 'document');
  return {
    matches: (document) => test(document),
    position(document) {
      const trace: Trace = { index: undefined };
      return test(document, trace) ? trace.index : undefined;
    },
  };
}

/** Compiles the condition of an $elemMatch or a $pull to a test of one element. */
export function compileElement(operand: unknown, evaluation: Evaluation): Leaf {
  return filterCompiler(evaluation).element(operand);
}

function filterCompiler(evaluation: Evaluation): FilterCompiler {
  const compiler: FilterCompiler = {
    filter: (filter, subject) =>
      every(
        entriesOf(filter).flatMap(([name, operand]) => compilePart(name, operand, { evaluation, compiler, subject })),
      ),
    operators: (operators) => compileOperators(operators, compiler),
    element: (operand) => compileElementWith(operand, compiler),
  };
  return compiler;
}

interface PartContext {
  evaluation: Evaluation;
  compiler: FilterCompiler;
  subject: Subject;
}

function compilePart(name: string, operand: unknown, context: PartContext): FilterTest[] {
  if (!name.startsWith('$')) return [compileField(name, operand, context.compiler)];
  if (context.subject === 'element' && REFERENCE_NAMES.has(name))
    return [onPath(fieldPath(name), valueCondition(equalityLeaf(operand)))];
  recordUse('query', name);
  if (!LOGICAL_OPERATORS.has(name)) throw refusal(name);
  switch (name) {
    case '$and':
      return compileList(name, operand, context);
    case '$or':
      return [withoutTrace(some(compileList(name, operand, context)))];
    case '$nor':
      return [withoutTrace(not(some(compileList(name, operand, context))))];
    case '$expr':
      return [compileExpr(operand, context.evaluation)];
    default: // $comment
      return [];
  }
}

function refusal(name: string): MongoError {
  if (REFUSED.has(name)) return notSupported(name);
  return badValue(
    `unknown top level operator: ${name}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
  );
}

function compileList(name: string, operand: unknown, context: PartContext): FilterTest[] {
  if (!Array.isArray(operand)) throw badValue(`${name} must be an array`);
  if (operand.length === 0) throw badValue('$and/$or/$nor must be a nonempty array');
  return operand.map((item: unknown) => {
    if (!isDocument(item)) throw badValue('$or/$and/$nor entries need to be full objects');
    return context.compiler.filter(item, context.subject);
  });
}

function compileExpr(operand: unknown, evaluation: Evaluation): FilterTest {
  const evaluate = compileExpression(operand, evaluation);
  return (document) => isTruthy(evaluate(document));
}

function some(tests: readonly FilterTest[]): FilterTest {
  return (document) => {
    for (const test of tests) if (test(document)) return true;
    return false;
  };
}

function not(test: FilterTest): FilterTest {
  return (document) => !test(document);
}

/** Discards the positions of elements that matched inside $or and $nor, as MongoDB does. */
function withoutTrace(test: FilterTest): FilterTest {
  return (document) => test(document);
}
