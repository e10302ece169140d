import { Double } from 'bson';
import { asStored, codeOf } from '../values/testing/as-stored';
import { compileSort } from './sort-key';

type Plain = Record<string, unknown>;

/** The indexes of the documents, in sort order. */
function order(sort: Plain, documents: Plain[]): number[] {
  const compiled = compileSort(asStored(sort));
  const keyed = documents.map((document, at) => ({ at, key: compiled.key(asStored(document)) }));
  return keyed.sort((a, b) => compiled.compare(a.key, b.key)).map(({ at }) => at);
}

describe('a sort', () => {
  test.each<[string, Plain, Plain[], number[]]>([
    [
      'orders by type, then by value',
      { a: 1 },
      [{ a: 'x' }, { a: 2 }, { a: null }, { a: 1.5 }, { a: true }],
      [2, 3, 1, 0, 4],
    ],
    ['treats a missing field as null', { a: 1, b: 1 }, [{ a: null, b: 2 }, { b: 1 }], [1, 0]],
    ['puts an empty array below null', { a: 1 }, [{ a: null }, { a: [] }, {}], [1, 0, 2]],
    ['uses the smallest element of an array when ascending', { a: 1 }, [{ a: [5, 1] }, { a: 2 }], [0, 1]],
    ['uses the largest element of an array when descending', { a: -1 }, [{ a: 4 }, { a: [5, 1] }], [1, 0]],
    ['puts a missing field last when descending', { a: -1 }, [{}, { a: 1 }], [1, 0]],
    [
      'orders by several fields',
      { a: 1, b: -1 },
      [
        { a: 1, b: 1 },
        { a: 1, b: 2 },
        { a: 0, b: 0 },
      ],
      [2, 1, 0],
    ],
    [
      'reads paths through documents and arrays',
      { 'a.b': 1 },
      [{ a: [{ b: 9 }, { b: 3 }] }, { a: { b: 2 } }, { a: { b: 4 } }],
      [1, 0, 2],
    ],
    [
      'treats an array element that is not a document as null',
      { 'a.b': 1 },
      [{ a: [{ b: 9 }, 3] }, { a: { b: 2 } }],
      [0, 1],
    ],
    ['treats a number in a path as an array index', { 'a.1': 1 }, [{ a: [0, 5] }, { a: [9, 1] }], [1, 0]],
    [
      'uses the values of the same element for two fields of one array',
      { 'a.x': 1, 'a.y': 1 },
      [
        {
          a: [
            { x: 1, y: 9 },
            { x: 2, y: 0 },
          ],
        },
        { a: [{ x: 1, y: 5 }] },
      ],
      [1, 0],
    ],
    ['keeps the order of documents with equal keys', { a: 1 }, [{ a: 1 }, { a: new Double(1) }, { a: 1 }], [0, 1, 2]],
  ])('%s', (_, sort, documents, expected) => {
    expect(order(sort, documents)).toEqual(expected);
  });

  test('with paths through two different arrays is refused', () => {
    expect(codeOf(() => order({ a: 1, b: 1 }, [{ a: [1], b: [2] }]))).toBe(2);
  });

  test.each<[string, Plain, number]>([
    ['a direction of 2', { a: 2 }, 15975],
    ['a string as direction', { a: 'asc' }, 15974],
    ['a path with an empty part', { 'a..b': 1 }, 15998],
    ['$meta', { a: { $meta: 'textScore' } }, 238],
  ])('with %s is refused', (_, sort, code) => {
    expect(codeOf(() => compileSort(asStored(sort)))).toBe(code);
  });
});
