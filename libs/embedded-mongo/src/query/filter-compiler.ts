import type { Document } from '../values/document';
import type { Condition, Test } from './condition';
import type { Leaf } from './field-path';

export type FilterTest = Test<Document>;

/**
 * What a filter is applied to. Only elements ($elemMatch) may be DBRefs, whose field names begin with a dollar sign.
 */
export type Subject = 'document' | 'element';

/** Compiles the filters that are nested in parts of a filter. */
export interface FilterCompiler {
  /** Compiles a filter on documents. */
  filter(filter: Document, subject: Subject): FilterTest;
  /** Compiles the operators on one field. All of them must match; each tests the field's values independently. */
  operators(operators: Document): Condition[];
  /** Compiles the operand of an $elemMatch to a test of one element. */
  element(operand: unknown): Leaf;
}

/** A test that passes when all of these pass. */
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
