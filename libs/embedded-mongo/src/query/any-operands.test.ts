import * as fc from 'fast-check';
import { MongoError } from '../errors/mongo-error';
import { compileProjection } from '../projection/compile-projection';
import { compileSort } from '../sort/sort-key';
import { compileUpdate } from '../update/compile-update';
import { encode } from '../values/encode';
import { arbitraryDocument, arbitraryValue } from '../values/testing/arbitrary-values';
import { asStored } from '../values/testing/as-stored';
import { compileFilter } from './compile-filter';

const evaluation = { now: new Date(0) };
const path = fc.constantFrom(
  'a',
  'b',
  'a.b',
  'a.0',
  '0.a.1',
  'a.b.c',
  'constructor',
  '__proto__',
  '10',
  'a.$',
  'a.$[]',
  'a.$[].b',
  '_id',
  '',
  'a.',
  '$a',
);

const queryOperator = fc.constantFrom(
  ...[
    '$eq',
    '$ne',
    '$gt',
    '$gte',
    '$lt',
    '$lte',
    '$in',
    '$nin',
    '$not',
    '$exists',
    '$type',
    '$mod',
    '$size',
    '$all',
    '$elemMatch',
    '$regex',
    '$bitsAllSet',
    '$bitsAnyClear',
  ],
);
const updateOperator = fc.constantFrom(
  ...[
    '$set',
    '$unset',
    '$inc',
    '$mul',
    '$min',
    '$max',
    '$rename',
    '$setOnInsert',
    '$currentDate',
    '$push',
    '$addToSet',
    '$pull',
    '$pullAll',
    '$pop',
    '$bit',
  ],
);
const condition = fc.oneof(
  arbitraryValue,
  fc.tuple(queryOperator, arbitraryValue).map(([operator, value]) => ({ [operator]: value })),
);
const filter = fc.tuple(path, condition).map(([name, value]) => ({ [name]: value }));
const clause = fc.oneof(
  condition,
  arbitraryValue.map((value) => ({ $each: [value, 1], $slice: -2, $sort: 1 })),
  fc.constantFrom(1, -1, 'b.d'),
);
const update = fc
  .array(fc.tuple(updateOperator, path, clause), { minLength: 1, maxLength: 3 })
  .map((changes) => Object.fromEntries(changes.map(([operator, name, value]) => [operator, { [name]: value }])));

function safely(run: () => void): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof MongoError)) throw error;
  }
}

describe('random operands', () => {
  const runs = { numRuns: 1500 };

  test('of a filter cause no errors other than a MongoError', () => {
    fc.assert(
      fc.property(filter, arbitraryDocument, (operands, document) => {
        safely(() => {
          const matcher = compileFilter(asStored(operands), evaluation);
          expect(typeof matcher.matches(asStored(document))).toBe('boolean');
        });
      }),
      runs,
    );
  });

  test('of an update or an upsert cause no errors other than a MongoError', () => {
    fc.assert(
      fc.property(update, filter, arbitraryDocument, (operands, query, document) => {
        const stored = asStored(document);
        const before = encode(stored);
        safely(() => {
          const matcher = compileFilter(asStored(query), evaluation);
          encode(compileUpdate(asStored(operands), { evaluation }).apply(stored, matcher));
        });
        safely(() => void encode(compileUpdate(asStored(operands), { evaluation }).upsert(asStored(query))));
        expect(encode(stored).equals(before)).toBe(true);
      }),
      runs,
    );
  });

  test('of a projection or a sort cause no errors other than a MongoError', () => {
    fc.assert(
      fc.property(path, condition, arbitraryDocument, (name, value, document) => {
        safely(
          () => void encode(compileProjection(asStored({ [name]: value }), evaluation).project(asStored(document))),
        );
        safely(() => void compileSort({ [name]: 1 }).key(asStored(document)));
      }),
      runs,
    );
  });
});
