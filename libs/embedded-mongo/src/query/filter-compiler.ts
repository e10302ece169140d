import type { Document } from '../values/document';
import type { Condition, Test } from './condition';
import type { Leaf } from './field-path';

export type FilterTest = Test<Document>;

/**
 * What a filter is applied to. Only an element in an $elemMatch may be a DBRef, whose field names
 * start with a dollar sign.
 */
export type Subject = 'document' | 'element';

/** Compiles the filters that are nested in other parts of a filter. */
export interface FilterCompiler {
  filter(filter: Document, subject: Subject): FilterTest;
  /**
   * Compiles the operators for one field. All operators must match. If the field is an array,
   * different elements may match different operators.
   */
  operators(operators: Document): Condition[];
  /** Compiles the operand of an $elemMatch to a test of one element. */
  element(operand: unknown): Leaf;
}

/** Creates a test that is true if all of the given tests are. */
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
