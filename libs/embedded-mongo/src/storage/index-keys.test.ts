import { indexField } from './index-definition';
import { indexKeys } from './index-keys';
import type { Document } from '../values/decode';

/** [rule, document, paths, values of each entry] */
const ANSWERS: [string, Document, string[], unknown[][]][] = [
  ['a missing field has one entry with null', {}, ['a'], [[null]]],
  ['an array has an entry for each element', { a: [1, 2] }, ['a'], [[1], [2]]],
  ['an empty array has one entry with undefined', { a: [] }, ['a'], [[undefined]]],
  ['an array inside an array has one entry', { a: [[1, 2], 3] }, ['a'], [[[1, 2]], [3]]],
  ['a path reads the documents of an array', { a: [{ b: 1 }, { b: [2, 3] }, {}] }, ['a.b'], [[1], [2], [3], [null]]],
  ['a scalar in an array has no fields, so its entry is null', { a: [1, { b: 2 }] }, ['a.b'], [[null], [2]]],
  ['an empty array before the end of the path has one entry with null', { a: [] }, ['a.b'], [[null]]],
  ['two fields of one array share an entry for each element', { a: [{ b: 1, c: 2 }, { b: 3 }] }, ['a.b', 'a.c'], [[1, 2], [3, null]]],
  ['a plain field is repeated in the entry of each array element', { u: 7, n: ['x', 'y'] }, ['u', 'n'], [[7, 'x'], [7, 'y']]],
  ['a number in the path is an array index', { a: [5, 6] }, ['a.1'], [[6]]],
  ["a number beyond the array's length is a field name in its elements", { a: [{ 3: 'x' }] }, ['a.3'], [['x']]],
  ['a path below a scalar has one entry with null', { a: 1 }, ['a.b'], [[null]]],
]; // prettier-ignore

describe('the index entries of a document:', () => {
  it.each(ANSWERS)('%s', (_what, document, paths, expected) => {
    const fields = paths.map((path) => indexField(path, 1));
    expect(indexKeys(document, fields).tuples.map(({ values }) => values)).toEqual(expected);
  });

  it('a document with different arrays in two fields of the index is refused', () => {
    const fields = [indexField('a', 1), indexField('b.c', 1)];
    expect(() => indexKeys({ a: [1], b: { c: [2] } }, fields)).toThrow('cannot index parallel arrays [c] [a]');
  });

  it('multikeyPaths lists both a and a.b if both contain an array', () => {
    const { multikeyPaths } = indexKeys({ a: [{ b: [1] }] }, [indexField('a.b', 1)]);
    expect([...(multikeyPaths.get('a.b') ?? [])]).toEqual(['a', 'a.b']);
  });

  it('anyFound is true if the document has at least one of the indexed fields', () => {
    const found = (document: Document) =>
      indexKeys(document, [indexField('a', 1), indexField('b', 1)]).tuples.map(({ anyFound }) => anyFound);
    expect([found({}), found({ a: null }), found({ b: [] })]).toEqual([[false], [true], [true]]);
  });
});
