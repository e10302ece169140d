import type { Document } from '../values/document';
import type { Condition, Test } from './condition';
import type { Leaf } from './field-path';

export type FilterTest = Test<Document>;

/** What a filter is asked of: only elements ($elemMatch) may be references, whose parts are fields with a dollar. */
export type Subject = 'document' | 'element';

/** How the parts of a filter that contain filters compile them. */
export interface FilterCompiler {
  /** A filter of documents. */
  filter(filter: Document, subject: Subject): FilterTest;
  /** The operators of one field, all of which must hold; each is asked of the field's values separately. */
  operators(operators: Document): Condition[];
  /** The operand of an $elemMatch, as a test of one element. */
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
