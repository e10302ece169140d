import type { Document } from '../values/document';
import type { Condition, Test } from './condition';
import type { Leaf } from './field-path';

export type FilterTest = Test<Document>;

/**
 * What a filter is applied to. Only the elements of an $elemMatch may be DBRefs, whose field names start with a dollar
 * sign.
 */
export type Subject = 'document' | 'element';

/** Compiles the filters that are nested in other parts of a filter. */
export interface FilterCompiler {
  filter(filter: Document, subject: Subject): FilterTest;
  /**
   * Compiles the operators on one field. All of them must match, but different values of the field may match different
   * operators.
   */
  operators(operators: Document): Condition[];
  /** Compiles the operand of an $elemMatch to a test of one element. */
  element(operand: unknown): Leaf;
}

/** Makes a test that passes if all of these pass. */
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
