import { badValue, notSupported } from '../errors';
import { compileExpression } from '../aggregate/expression/compile-expression';
import { isTruthy } from '../aggregate/expression/truth';
import { entriesOf, isDocument, type Document } from '../values/document';
import { equalityLeaf } from './compare-leaf';
import { compileField } from './compile-field';
import { onPath, valueCondition, type Test } from './condition';
import type { Evaluation } from './evaluation';
import { fieldPath, type Trace } from './field-path';

export type { Evaluation } from './evaluation';

export interface Matcher {
  matches(document: Document): boolean;
  /** The index of the element of the outermost array on the path that matched, for the positional operator. */
  position(document: Document): number | undefined;
}

export type FilterTest = Test<Document>;

const REFUSED = new Set(['$where', '$text', '$jsonSchema', '$sampleRate', '$near', '$geoWithin']);

/**
 * Compiles a query filter (MongoDB's query operators; $where, $text, $jsonSchema and the geospatial ones are refused).
 * @throws MongoError for anything malformed or unsupported, before any document is looked at
 */
export function compileFilter(filter: Document, evaluation: Evaluation): Matcher {
  const test = compileTest(filter, evaluation);
  return {
    matches: (document) => test(document),
    position(document) {
      const trace: Trace = { index: undefined };
      return test(document, trace) ? trace.index : undefined;
    },
  };
}

/** The fields of a reference to another document (DBRef). */
export const REFERENCE_NAMES: ReadonlySet<string> = new Set(['$ref', '$id', '$db']);

/** What a filter is asked of: only elements ($elemMatch) may be references, whose parts are fields with a dollar. */
type Subject = 'document' | 'element';

/** The filter's parts, all of which must match. */
export function compileTest(filter: Document, evaluation: Evaluation, subject: Subject = 'document'): FilterTest {
  return every(entriesOf(filter).flatMap(([name, operand]) => compilePart(name, operand, evaluation, subject)));
}

function compilePart(name: string, operand: unknown, evaluation: Evaluation, subject: Subject): FilterTest[] {
  if (!name.startsWith('$')) return [compileField(name, operand, evaluation)];
  if (subject === 'element' && REFERENCE_NAMES.has(name))
    return [onPath(fieldPath(name), valueCondition(equalityLeaf(operand)))];
  switch (name) {
    case '$and':
      return compileList(name, operand, evaluation, subject);
    case '$or':
      return [withoutTrace(some(compileList(name, operand, evaluation, subject)))];
    case '$nor':
      return [withoutTrace(not(some(compileList(name, operand, evaluation, subject))))];
    case '$expr':
      return [compileExpr(operand, evaluation)];
    case '$comment':
      return [];
    case '$alwaysTrue':
      return [() => true];
    case '$alwaysFalse':
      return [() => false];
    default:
      if (REFUSED.has(name)) throw notSupported(name);
      throw badValue(
        `unknown top level operator: ${name}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
      );
  }
}

function compileList(name: string, operand: unknown, evaluation: Evaluation, subject: Subject): FilterTest[] {
  if (!Array.isArray(operand)) throw badValue(`${name} must be an array`);
  if (operand.length === 0) throw badValue('$and/$or/$nor must be a nonempty array');
  return operand.map((item: unknown) => {
    if (!isDocument(item)) throw badValue('$or/$and/$nor entries need to be full objects');
    return compileTest(item, evaluation, subject);
  });
}

function compileExpr(operand: unknown, evaluation: Evaluation): FilterTest {
  const evaluate = compileExpression(operand, evaluation);
  return (document) => isTruthy(evaluate(document));
}

export function every(tests: readonly FilterTest[]): FilterTest {
  const [first, second] = tests;
  if (!first) return () => true;
  if (!second) return first;
  if (tests.length === 2) return (document, trace) => first(document, trace) && second(document, trace);
  return (document, trace) => {
    for (const test of tests) if (!test(document, trace)) return false;
    return true;
  };
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

/** MongoDB notes no positions inside $or and $nor. */
function withoutTrace(test: FilterTest): FilterTest {
  return (document) => test(document);
}
