import { Double, Int32 } from 'bson';
import { compileFilter } from '../query/compile-filter';
import { asStored, codeOf, typed } from '../values/testing/as-stored';
import { compileUpdate } from './compile-update';
import { evaluation, now, type Plain } from './testing/apply-update';

describe('an update by a pipeline', () => {
  const run = (document: Plain, ...stages: Plain[]) =>
    compileUpdate(stages.map(asStored), { evaluation }).apply(asStored(document), compileFilter({}, evaluation));

  test.each<[string, Plain, Plain[], Plain]>([
    [
      '$set keeps the position of a field, and adds new fields in the order of the stage',
      { a: 1, b: 2 },
      [{ $set: { z: 1, b: '$a', y: 2 } }],
      { a: 1, b: 1, z: 1, y: 2 },
    ],
    [
      'a stage reads the result of the stage before it',
      { a: 1 },
      [{ $set: { b: { $add: ['$a', 1] } } }, { $set: { c: { $add: ['$b', 1] } } }],
      { a: 1, b: 2, c: 3 },
    ],
    [
      'the expressions of one stage read the document before this stage',
      { a: 1, b: 2 },
      [{ $set: { a: '$b', b: '$a' } }],
      { a: 2, b: 1 },
    ],
    ['$$REMOVE removes a field', { a: 1, b: 2 }, [{ $set: { a: '$$REMOVE' } }], { b: 2 }],
    [
      '$$REMOVE as the result of $cond removes a field',
      { a: 1 },
      [{ $set: { a: { $cond: [{ $gt: ['$a', 5] }, '$a', '$$REMOVE'] } } }],
      {},
    ],
    [
      '$set with a document merges it into the existing document',
      { a: { x: 1, y: 2 } },
      [{ $set: { a: { y: 3 } } }],
      { a: { x: 1, y: 3 } },
    ],
    [
      '$set with $literal replaces the whole document',
      { a: { x: 1 } },
      [{ $set: { a: { $literal: { y: 3 } } } }],
      { a: { y: 3 } },
    ],
    [
      '$set of a dotted path through an array sets the field in each element',
      { a: [{ x: 1 }, 5] },
      [{ $set: { 'a.y': 1 } }],
      { a: [{ x: 1, y: 1 }, { y: 1 }] },
    ],
    ['$set of a dotted path replaces a scalar by a document', { a: 5 }, [{ $set: { 'a.b': 1 } }], { a: { b: 1 } }],
    ['$unset removes fields', { a: { x: 1, y: 2 }, b: 1 }, [{ $unset: ['a.x', 'b'] }], { a: { y: 2 } }],
    ['$project keeps only the listed fields', { _id: 1, a: 1, b: 2 }, [{ $project: { b: 1 } }], { _id: 1, b: 2 }],
    ['$replaceWith keeps the _id', { _id: 1, a: { b: 2 } }, [{ $replaceWith: '$a' }], { _id: 1, b: 2 }],
    [
      '$replaceWith with $mergeObjects adds fields to the document',
      { _id: 1, a: { b: 2 } },
      [{ $replaceWith: { $mergeObjects: ['$$ROOT', '$a'] } }],
      { _id: 1, a: { b: 2 }, b: 2 },
    ],
    ['$$NOW is the time of the command', {}, [{ $set: { a: '$$NOW' } }], { a: now }],
    [
      '$concatArrays appends to an array',
      { outbox: [{ n: 1 }] },
      [{ $set: { outbox: { $concatArrays: ['$outbox', [{ n: { $add: [{ $size: '$outbox' }, 1] } }]] } } }],
      { outbox: [{ n: 1 }, { n: 2 }] },
    ],
    [
      '$filter removes elements of an array',
      { outbox: [{ n: 1 }, { n: 2 }] },
      [{ $set: { outbox: { $filter: { input: '$outbox', cond: { $not: [{ $in: ['$$this.n', [1]] }] } } } } }],
      { outbox: [{ n: 2 }] },
    ],
  ])('has the expected result: %s', (_, before, stages, after) => {
    expect(typed(run(before, ...stages))).toBe(typed(after));
  });

  test('as an upsert inserts a document with the equality conditions of the filter', () => {
    const update = compileUpdate([{ $set: { n: { $add: [{ $ifNull: ['$n', 0] }, 1] } } }].map(asStored), {
      evaluation,
    });
    expect(typed(update.upsert(asStored({ user_id: 5, _id: 7, n: { $gt: 1 } })))).toBe(
      typed({ _id: 7, user_id: 5, n: 1 }),
    );
  });

  test.each<[string, Plain[], number]>([
    ['$match', [{ $match: {} }], 72],
    ['a stage with two names', [{ $set: {}, $unset: 'a' }], 9],
    ['a change of the _id', [{ $set: { _id: 2 } }], 66],
  ])('with %s is refused', (_, stages, code) => {
    expect(codeOf(() => run({ _id: 1 }, ...stages))).toBe(code);
  });

  test('preserves the types of numbers that it does not set', () => {
    expect(typed(run({ a: new Int32(1), b: new Double(2) }, { $set: { c: 1 } }))).toBe(
      typed({ a: new Int32(1), b: new Double(2), c: 1 }),
    );
  });
});
