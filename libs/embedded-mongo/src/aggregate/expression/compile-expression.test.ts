import { BSONRegExp, Decimal128, Double, Int32, Long, ObjectId } from 'bson';
import { asStored, codeOf, storedValue, typed } from '../../values/testing/as-stored';
import { compileExpression } from './compile-expression';

const evaluation = { now: new Date('2025-06-01T12:00:00Z'), variables: { given: new Int32(7) } };
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
/** Stands for a missing value in the tables. */
const MISSING = Symbol('missing');

const groups: Record<string, [unknown, unknown][]> = {
  'paths and variables': [
    ['$o.y.z', 'deep'],
    ['$o.q.z', MISSING],
    ['$as.x', [1, 2]],
    ['$a.x', []],
    ['$a.0', []],
    ['$$ROOT.n', 5],
    ['$$CURRENT.n', 5],
    ['$$NOW', evaluation.now],
    ['$$REMOVE', MISSING],
    ['$$given', 7],
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
    [{ $divide: [6, 3] }, double(2)],
    [{ $divide: [1, dec('8')] }, dec('0.125')],
    [{ $mod: [7, 3] }, 1],
    [{ $mod: [-7, 3] }, -1],
    [{ $mod: [7.5, 2] }, 1.5],
    [{ $abs: -3 }, 3],
    [{ $abs: -2147483648 }, long('2147483648')],
    [{ $ceil: 2.1 }, double(3)],
    [{ $floor: -2.1 }, double(-3)],
    [{ $floor: 7 }, 7],
    [{ $round: 2.5 }, double(2)],
    [{ $round: 3.5 }, double(4)],
    [{ $round: [2.675, 2] }, 2.67],
    [{ $round: [dec('2.675'), 2] }, dec('2.68')],
    [{ $round: [1250, -2] }, 1200],
    [{ $trunc: [-7.89, 1] }, -7.8],
    [{ $pow: [2, 10] }, 1024],
    [{ $pow: [2, 40] }, long('1099511627776')],
    [{ $pow: [2, -1] }, 0.5],
    [{ $pow: [2, 64] }, double(18446744073709551616)],
    [{ $sqrt: 16 }, double(4)],
    [{ $exp: 0 }, double(1)],
    [{ $ln: 1 }, double(0)],
    [{ $log10: 1000 }, double(3)],
    [{ $log: [8, 2] }, double(3)],
    [{ $sum: [1, 2.5, 'x'] }, 3.5],
    [{ $sum: '$a' }, 6],
    [{ $avg: ['$a', 1] }, double(1)],
    [{ $avg: '$a' }, double(2)],
    [{ $avg: ['x'] }, null],
    [{ $max: '$a' }, 3],
    [{ $max: [1, null, 'x'] }, 'x'],
    [{ $min: [5, '$n', 4] }, 4],
    [{ $min: ['$z'] }, null],
    [{ $stdDevPop: [1, 3] }, double(1)],
    [{ $stdDevSamp: [1] }, null],
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
    [{ $cmp: [2, 1] }, 1],
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
    [{ $cond: [false, { $divide: [1, 0] }, 1] }, 1],
    [{ $ifNull: ['$z', '$nothing', 9] }, 9],
    [{ $ifNull: ['$n', 9] }, 5],
    [{ $ifNull: ['$z', '$nothing'] }, MISSING],
    [
      {
        $switch: {
          branches: [
            { case: false, then: 1 },
            { case: '$n', then: 2 },
          ],
        },
      },
      2,
    ],
    [{ $switch: { branches: [{ case: false, then: 1 }], default: 3 } }, 3],
  ],
  loops: [
    [{ $let: { vars: { x: '$n', y: 2 }, in: { $multiply: ['$$x', '$$y'] } } }, 10],
    [{ $let: { vars: { x: 1 }, in: { $let: { vars: { x: 2, y: '$$x' }, in: ['$$x', '$$y'] } } } }, [2, 1]],
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
    [{ $reduce: { input: '$a', initialValue: '', in: { $concat: ['$$value', { $toString: '$$this' }] } } }, '312'],
    [{ $reduce: { input: [], initialValue: 7, in: 1 } }, 7],
  ],
  arrays: [
    [{ $concatArrays: ['$a', [4]] }, [3, 1, 2, 4]],
    [{ $concatArrays: ['$a', '$z'] }, null],
    [{ $concatArrays: [] }, []],
    [{ $arrayElemAt: ['$a', 0] }, 3],
    [{ $arrayElemAt: ['$a', -1] }, 2],
    [{ $arrayElemAt: ['$a', 9] }, MISSING],
    [{ $arrayElemAt: ['$z', 0] }, null],
    [{ $first: '$a' }, 3],
    [{ $last: '$a' }, 2],
    [{ $first: [[]] }, MISSING],
    [{ $size: '$a' }, 3],
    [{ $isArray: ['$a'] }, true],
    [{ $isArray: '$n' }, false],
    [{ $in: [2, '$a'] }, true],
    [{ $in: ['2', '$a'] }, false],
    [{ $slice: ['$a', 2] }, [3, 1]],
    [{ $slice: ['$a', -2] }, [1, 2]],
    [{ $slice: ['$a', 1, 5] }, [1, 2]],
    [{ $slice: ['$a', -5, 1] }, [3]],
    [{ $slice: ['$z', 1] }, null],
    [{ $indexOfArray: ['$a', 2] }, 2],
    [{ $indexOfArray: ['$a', 2, 0, 2] }, -1],
    [{ $reverseArray: '$a' }, [2, 1, 3]],
    [{ $range: [0, 5, 2] }, [0, 2, 4]],
    [{ $range: [3, 0, -1] }, [3, 2, 1]],
    [{ $range: [5, 1] }, []],
    [{ $zip: { inputs: [[1, 2], ['a']] } }, [[1, 'a']]],
    [
      { $zip: { inputs: [[1, 2], ['a']], useLongestLength: true, defaults: [0, 'z'] } },
      [
        [1, 'a'],
        [2, 'z'],
      ],
    ],
    [{ $sortArray: { input: '$a', sortBy: -1 } }, [3, 2, 1]],
    [{ $sortArray: { input: [{ x: 2 }, { x: 1 }], sortBy: { x: 1 } } }, [{ x: 1 }, { x: 2 }]],
    [{ $firstN: { input: '$a', n: 2 } }, [3, 1]],
    [{ $maxN: { input: '$a', n: 2 } }, [3, 2]],
    [{ $setUnion: ['$a', [2, 9]] }, [1, 2, 3, 9]],
    [{ $setIntersection: ['$a', [9, 2, 2.0]] }, [2]],
    [{ $setDifference: ['$a', [1]] }, [3, 2]],
    [
      {
        $setEquals: [
          [1, 2, 1],
          [2, 1],
        ],
      },
      true,
    ],
    [{ $setIsSubset: [[1], '$a'] }, true],
    [{ $anyElementTrue: [[0, 1]] }, true],
    [{ $allElementsTrue: [[]] }, true],
  ],
  documents: [
    [{ $mergeObjects: ['$o', { x: 2, q: 3 }] }, { x: 2, y: { z: 'deep' }, q: 3 }],
    [{ $mergeObjects: ['$z', '$nothing'] }, {}],
    [
      { $objectToArray: { a: 1, b: '$n' } },
      [
        { k: 'a', v: 1 },
        { k: 'b', v: 5 },
      ],
    ],
    [
      {
        $arrayToObject: [
          [
            ['a', 1],
            ['b', 2],
          ],
        ],
      },
      { a: 1, b: 2 },
    ],
    [
      {
        $arrayToObject: {
          $literal: [
            { k: 'a', v: 1 },
            { k: 'a', v: 2 },
          ],
        },
      },
      { a: 2 },
    ],
    [{ $getField: 'n' }, 5],
    [{ $getField: { field: 'x.y', input: { $literal: { 'x.y': 1 } } } }, 1],
    [{ $getField: { field: { $literal: '$x' }, input: { $literal: { $x: 1 } } } }, 1],
    [{ $setField: { field: 'a.b', input: '$o', value: 1 } }, { x: 1, y: { z: 'deep' }, 'a.b': 1 }],
    [{ $setField: { field: 'x', input: '$o', value: '$$REMOVE' } }, { y: { z: 'deep' } }],
    [{ $unsetField: { field: 'y', input: '$o' } }, { x: 1 }],
  ],
  texts: [
    [{ $concat: ['a', '$s'] }, 'aHäuser'],
    [{ $concat: ['a', '$z'] }, null],
    [{ $toUpper: 'aé' }, 'Aé'],
    [{ $toLower: '$nothing' }, ''],
    [{ $substrCP: ['$s', 1, 2] }, 'äu'],
    [{ $substrBytes: ['$s', 0, 1] }, 'H'],
    [{ $substr: ['$n', 0, -1] }, '5'],
    [{ $strLenCP: '$s' }, 6],
    [{ $strLenBytes: '$s' }, 7],
    [{ $strcasecmp: ['abc', 'ABD'] }, -1],
    [{ $split: ['a-b--c', '-'] }, ['a', 'b', '', 'c']],
    [{ $split: ['$z', '-'] }, null],
    [{ $trim: { input: '  x \n' } }, 'x'],
    [{ $ltrim: { input: 'xxaxx', chars: 'x' } }, 'axx'],
    [{ $rtrim: { input: 'xxaxx', chars: 'x' } }, 'xxa'],
    [{ $indexOfCP: ['$s', 'u'] }, 2],
    [{ $indexOfBytes: ['$s', 'u'] }, 3],
    [{ $indexOfCP: ['abcabc', 'c', 3] }, 5],
    [{ $indexOfCP: ['abc', 'x'] }, -1],
    [{ $replaceOne: { input: 'a.a', find: 'a', replacement: { $literal: '$&' } } }, '$&.a'],
    [{ $replaceAll: { input: 'a.a', find: 'a', replacement: 'b' } }, 'b.b'],
    [{ $replaceAll: { input: '$z', find: 'a', replacement: 'b' } }, null],
    [{ $regexMatch: { input: '$s', regex: /^h/i } }, true],
    [{ $regexMatch: { input: 'abc', regex: 'B', options: 'i' } }, true],
    [{ $regexMatch: { input: '$z', regex: 'B' } }, false],
    [
      { $regexFind: { input: 'xäb1', regex: new BSONRegExp('b(\\d)(x)?') } },
      { match: 'b1', idx: 2, captures: ['1', null] },
    ],
    [
      { $regexFindAll: { input: 'a1b22', regex: '\\d+' } },
      [
        { match: '1', idx: 1, captures: [] },
        { match: '22', idx: 3, captures: [] },
      ],
    ],
  ],
  conversion: [
    [{ $toString: '$id' }, '64b000000000000000000001'],
    [{ $toString: 2.5 }, '2.5'],
    [{ $toString: double(1) }, '1'],
    [{ $toString: '$when' }, '2025-01-31T23:30:15.250Z'],
    [{ $toString: true }, 'true'],
    [{ $toString: '$m' }, '1.10'],
    [{ $toInt: '12' }, 12],
    [{ $toInt: 2.9 }, 2],
    [{ $toInt: '$z' }, null],
    [{ $toLong: '$when' }, long('1738366215250')],
    [{ $toLong: '9007199254740993' }, long('9007199254740993')],
    [{ $toDouble: '1e3' }, double(1000)],
    [{ $toDouble: true }, double(1)],
    [{ $toDecimal: 2.5 }, dec('2.50000000000000')],
    [{ $toDecimal: '1.10' }, dec('1.10')],
    [{ $toBool: '' }, true],
    [{ $toBool: double(0) }, false],
    [{ $toDate: '2025-01-31' }, new Date('2025-01-31')],
    [{ $toDate: long('5') }, new Date(5)],
    [{ $toDate: '$id' }, new Date('2023-07-13T13:45:36Z')],
    [{ $toObjectId: '64b000000000000000000001' }, new ObjectId('64b000000000000000000001')],
    [{ $convert: { input: 'x', to: 'int', onError: -1 } }, -1],
    [{ $convert: { input: '$z', to: 'int', onNull: 0 } }, 0],
    [{ $convert: { input: '5', to: 18 } }, long('5')],
    [{ $type: '$nothing' }, 'missing'],
    [{ $type: '$l' }, 'long'],
    [{ $type: '$id' }, 'objectId'],
    [{ $isNumber: '$m' }, true],
  ],
};

const table = Object.entries(groups).flatMap(([group, rows]) =>
  rows.map(([expression, expected]) => [group, JSON.stringify(expression), expression, expected] as const),
);

describe('an expression', () => {
  test.each(table.filter(([, , , expected]) => expected !== MISSING))('of %s: %s', (_, __, expression, expected) => {
    const value = evaluate(expression);
    expect(value).not.toBeUndefined();
    expect(typed({ value })).toBe(typed({ value: expected }));
  });

  test.each(table.filter(([, , , expected]) => expected === MISSING))('of %s is missing: %s', (_, __, expression) => {
    expect(evaluate(expression)).toBeUndefined();
  });

  test.each<[string, unknown, number]>([
    ['an unknown operator', { $foo: 1 }, 168],
    ['two operators', { $add: 1, $abs: 1 }, 15983],
    ['an unknown variable', '$$x', 17276],
    ['a dollar alone', '$', 16872],
    ['a path that ends in a dot', '$a.', 40353],
    ['$add of a text', { $add: ['x', 1] }, 14],
    ['$add of two dates', { $add: ['$when', '$when'] }, 16612],
    ['$subtract of texts', { $subtract: ['x', 'y'] }, 14],
    ['$divide by zero', { $divide: [1, 0] }, 2],
    ['$mod by zero', { $mod: [1, 0] }, 16610],
    ['$subtract of three', { $subtract: [1, 2, 3] }, 16020],
    ['$cond without else', { $cond: { if: 1, then: 1 } }, 17080],
    ['$switch without a match', { $switch: { branches: [{ case: false, then: 1 }] } }, 40066],
    ['$map over a text', { $map: { input: 'x', in: 1 } }, 16883],
    ['$filter over a number', { $filter: { input: 5, cond: true } }, 28651],
    ['a variable with a capital', { $let: { vars: { X: 1 }, in: 1 } }, 9],
    ['$size of a missing value', { $size: '$nothing' }, 17124],
    ['$in without an array', { $in: [1, 2] }, 40081],
    ['$concat of a number', { $concat: ['a', 1] }, 16702],
    ['$concatArrays of a text', { $concatArrays: ['x'] }, 28664],
    ['$mergeObjects of a number', { $mergeObjects: [1] }, 40400],
    ['$toInt of a text', { $toInt: 'x' }, 241],
    ['$toInt of a long that does not fit', { $toInt: '$l' }, 241],
    ['$toObjectId of a short text', { $toObjectId: 'abc' }, 241],
    ['$sqrt of a negative number', { $sqrt: -1 }, 28714],
    ['a range of too many', { $range: [0, 2147483647] }, 146],
    ['$function', { $function: {} }, 238],
    ['$rand', { $rand: {} }, 238],
    ['$sin', { $sin: 1 }, 238],
  ])('is refused for %s', (_, expression, code) => {
    expect(codeOf(() => evaluate(expression))).toBe(code);
  });

  test('that doubles a text or an array over and over is stopped', () => {
    const input = Array.from({ length: 100 }, () => 0);
    const doubling = (operator: string, initialValue: unknown) => ({
      $reduce: { input, initialValue, in: { [operator]: ['$$value', '$$value'] } },
    });
    expect(codeOf(() => evaluate(doubling('$concat', 'x')))).toBe(146);
    expect(codeOf(() => evaluate(doubling('$concatArrays', [0])))).toBe(146);
  });
});
