import * as fc from 'fast-check';
import { MongoError } from '../errors/mongo-error';
import { encode } from '../values/encode';
import { arbitraryDocument, arbitraryValue } from '../values/testing/arbitrary-values';
import { asStored, storedValue } from '../values/testing/as-stored';
import { compileExpression } from './compile-expression';
import { EXPRESSIONS } from './registry';

const evaluation = { now: new Date(0) };
const NAMES = [
  'input',
  'in',
  'as',
  'cond',
  'date',
  'unit',
  'format',
  'timezone',
  'to',
  'find',
  'replacement',
  'regex',
  'field',
  'value',
  'n',
  'sortBy',
  'startDate',
  'amount',
  'dateString',
];

const argument = fc.oneof(
  { weight: 3, arbitrary: arbitraryValue.map((value) => ({ $literal: value })) },
  arbitraryValue,
  fc.constantFrom('$a', '$b.c', '$nothing', '$$ROOT', '$$NOW', '$$REMOVE', 'day', 'UTC', '%Y', 'int'),
);
const operand = fc.oneof(
  argument,
  fc.array(argument, { maxLength: 4 }),
  fc
    .array(fc.tuple(fc.constantFrom(...NAMES), argument), { maxLength: 5 })
    .map((entries) => Object.fromEntries(entries)),
);

/**
 * Fails if the expression throws an error other than a MongoError, or returns a value that cannot
 * be stored.
 */
function evaluateSafely(expression: unknown, document: Record<string, unknown>): void {
  try {
    encode({ value: compileExpression(storedValue(expression), evaluation)(asStored(document)) });
  } catch (error) {
    if (!(error instanceof MongoError)) throw error;
  }
}

describe('an operator with random operands returns a value or throws a MongoError:', () => {
  test.each([...EXPRESSIONS.keys()])('%s', (name) => {
    fc.assert(
      fc.property(operand, arbitraryDocument, (operands, document) => {
        evaluateSafely({ [name]: operands }, document);
      }),
      { numRuns: 150 },
    );
  });
});
