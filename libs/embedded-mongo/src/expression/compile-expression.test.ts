import { Decimal128, Double, Long, ObjectId } from 'bson';
import { asStored, codeOf, storedValue, typed } from '../values/testing/as-stored';
import { compileExpression } from './compile-expression';

const evaluation = { now: new Date('2025-06-01T12:00:00Z') };
const document = {
  _id: 1,
  n: 5,
  d: 2.5,
  l: Long.fromString('9007199254740993'),
  m: Decimal128.fromString('1.10'),
  s: 'Häuser',
  t: true,
  z: null,
  o: { x: 1, y: { z: 'deep' } },
  a: [3, 1, 2],
  as: [{ x: 1, k: 'a' }, { x: 2 }, 7],
  id: new ObjectId('64b000000000000000000001'),
  when: new Date('2025-01-31T23:30:15.250Z'),
};

function evaluate(expression: unknown): unknown {
  return compileExpression(storedValue(expression), evaluation)(asStored(document));
}

const long = (value: string) => Long.fromString(value);
const double = (value: number) => new Double(value);
const dec = (value: string) => Decimal128.fromString(value);
/** Represents a missing value in the tables below. */
const MISSING = Symbol('missing');

const groups: Record<string, [unknown, unknown][]> = {
  'paths and variables': [
    ['$o.y.z', 'deep'],
    ['$o.q.z', MISSING],
    ['$as.x', [1, 2]],
    ['$a.x', []],
    ['$a.0', []],
    ['$$ROOT.n', 5],
    ['$$NOW', evaluation.now],
    ['$$REMOVE', MISSING],
    [{ a: '$n', b: '$nothing' }, { a: 5 }],
    [
      ['$n', '$nothing'],
      [5, null],
    ],
    [{ $literal: '$n' }, '$n'],
    ['plain', 'plain'],
  ],
  arithmetic: [
    [{ $add: [1, 2] }, 3],
    [{ $add: [] }, 0],
    [{ $add: [2147483647, 1] }, long('2147483648')],
    [{ $add: ['$n', 0.5] }, 5.5],
    [{ $add: [0.1, 0.2, 0.3] }, double(0.6)],
    [{ $add: ['$n', '$z'] }, null],
    [{ $add: ['$when', 1000] }, new Date('2025-01-31T23:30:16.250Z')],
    [{ $add: ['$m', 1] }, dec('2.10')],
    [{ $add: [long('9223372036854775807'), 1] }, double(9223372036854775808)],
    [{ $subtract: [1, 3] }, -2],
    [{ $subtract: ['$when', 250] }, new Date('2025-01-31T23:30:15.000Z')],
    [{ $subtract: ['$when', '$when'] }, long('0')],
    [{ $multiply: [2, 3, 4] }, 24],
    [{ $multiply: [2147483647, 2] }, long('4294967294')],
    [{ $max: '$a' }, 3],
    [{ $max: [1, null, 'x'] }, 'x'],
  ],
  'comparison and conditions': [
    [{ $eq: [1, double(1)] }, true],
    [{ $eq: ['$nothing', null] }, false],
    [{ $lt: ['$nothing', null] }, true],
    [{ $gt: ['x', 5] }, true],
    [
      {
        $ne: [
          { x: 1, y: 2 },
          { y: 2, x: 1 },
        ],
      },
      true,
    ],
    [{ $and: [1, 'x', []] }, true],
    [{ $and: [] }, true],
    [{ $and: [0] }, false],
    [{ $or: [0, null, '$nothing'] }, false],
    [{ $or: [] }, false],
    [{ $not: ['$z'] }, true],
    [{ $not: [[]] }, false],
    [{ $cond: [{ $gt: ['$n', 3] }, 'more', 'less'] }, 'more'],
    [{ $cond: { if: '$z', then: 1, else: 2 } }, 2],
    [{ $cond: [true, '$nothing', 1] }, MISSING],
    [{ $ifNull: ['$z', '$nothing', 9] }, 9],
    [{ $ifNull: ['$n', 9] }, 5],
    [{ $ifNull: ['$z', '$nothing'] }, MISSING],
  ],
  loops: [
    [{ $map: { input: '$a', as: 'x', in: { $add: ['$$x', 1] } } }, [4, 2, 3]],
    [{ $map: { input: '$as', in: '$$this.x' } }, [1, 2, null]],
    [{ $map: { input: '$z', in: 1 } }, null],
    [
      { $map: { input: [1, 2], as: 'x', in: { $map: { input: [10, 20], as: 'y', in: { $add: ['$$x', '$$y'] } } } } },
      [
        [11, 21],
        [12, 22],
      ],
    ],
    [{ $filter: { input: '$a', as: 'x', cond: { $gte: ['$$x', 2] } } }, [3, 2]],
    [{ $filter: { input: '$a', cond: true, limit: 2 } }, [3, 1]],
    [{ $filter: { input: '$nothing', cond: true } }, null],
  ],
  arrays: [
    [{ $concatArrays: ['$a', [4]] }, [3, 1, 2, 4]],
    [{ $concatArrays: ['$a', '$z'] }, null],
    [{ $concatArrays: [] }, []],
    [{ $size: '$a' }, 3],
    [{ $in: [2, '$a'] }, true],
    [{ $in: ['2', '$a'] }, false],
  ],
  documents: [
    [{ $mergeObjects: ['$o', { x: 2, q: 3 }] }, { x: 2, y: { z: 'deep' }, q: 3 }],
    [{ $mergeObjects: ['$z', '$nothing'] }, {}],
    [{ $unsetField: { field: 'y', input: '$o' } }, { x: 1 }],
  ],
  texts: [],
  conversion: [
    [{ $toString: '$id' }, '64b000000000000000000001'],
    [{ $toString: 2.5 }, '2.5'],
    [{ $toString: double(1) }, '1'],
    [{ $toString: '$when' }, '2025-01-31T23:30:15.250Z'],
    [{ $toString: true }, 'true'],
    [{ $toString: '$m' }, '1.10'],
    [{ $type: '$nothing' }, 'missing'],
    [{ $type: '$l' }, 'long'],
    [{ $type: '$id' }, 'objectId'],
  ],
};

const table = Object.entries(groups).flatMap(([group, rows]) =>
  rows.map(([expression, expected]) => [group, JSON.stringify(expression), expression, expected] as const),
);

describe('an expression', () => {
  test.each(table.filter(([, , , expected]) => expected !== MISSING))(
    'returns the expected value (%s): %s',
    (_, __, expression, expected) => {
      const value = evaluate(expression);
      expect(value).not.toBeUndefined();
      expect(typed({ value })).toBe(typed({ value: expected }));
    },
  );

  test.each(table.filter(([, , , expected]) => expected === MISSING))(
    'returns no value (%s): %s',
    (_, __, expression) => {
      expect(evaluate(expression)).toBeUndefined();
    },
  );

  test.each<[string, unknown, number]>([
    ['an unknown operator', { $foo: 1 }, 168],
    ['an unsupported operator of MongoDB', { $reduce: {} }, 238],
    ['two operators', { $add: 1, $size: 1 }, 15983],
    ['an unknown variable', '$$x', 17276],
    ['a dollar alone', '$', 16872],
    ['a path that ends in a dot', '$a.', 40353],
    ['$add of a string', { $add: ['x', 1] }, 14],
    ['$add of two dates', { $add: ['$when', '$when'] }, 16612],
    ['$subtract of strings', { $subtract: ['x', 'y'] }, 14],
    ['$subtract with three operands', { $subtract: [1, 2, 3] }, 16020],
    ['$cond without else', { $cond: { if: 1, then: 1 } }, 17080],
    ['$map over a string', { $map: { input: 'x', in: 1 } }, 16883],
    ['$filter over a number', { $filter: { input: 5, cond: true } }, 28651],
    ['$size of a missing value', { $size: '$nothing' }, 17124],
    ['$in without an array', { $in: [1, 2] }, 40081],
    ['$concatArrays of a string', { $concatArrays: ['x'] }, 28664],
    ['$mergeObjects of a number', { $mergeObjects: [1] }, 40400],
  ])('with %s is refused', (_, expression, code) => {
    expect(codeOf(() => evaluate(expression))).toBe(code);
  });

  test('fails if $concatArrays builds an array with more elements than a document can contain', () => {
    const square = { $map: { input: '$a', in: '$a' } };
    const fields = asStored({ a: Array.from({ length: 3000 }, () => 0) });
    const parts = Array.from({ length: 1500 }, () => '$a');
    const run = (expression: unknown) => compileExpression(storedValue(expression), evaluation)(fields);
    expect(codeOf(() => run({ $concatArrays: parts }))).toBe(146);
    expect(codeOf(() => run(square))).toBeUndefined();
  });
});
