import { indexField } from './index-definition';
import { indexKeys } from './index-keys';
import type { Document } from '../values/decode';

/** [what, document, paths, the values of each entry]; undefined is BSON's undefined. */
const ANSWERS: [string, Document, string[], unknown[][]][] = [
  ['a missing field is null', {}, ['a'], [[null]]],
  ['an array has an entry per element', { a: [1, 2] }, ['a'], [[1], [2]]],
  ['an empty array is undefined', { a: [] }, ['a'], [[undefined]]],
  ['an array inside an array is one value', { a: [[1, 2], 3] }, ['a'], [[[1, 2]], [3]]],
  ['a path leads into the documents of an array', { a: [{ b: 1 }, { b: [2, 3] }, {}] }, ['a.b'], [[1], [2], [3], [null]]],
  ['scalars in an array have no fields', { a: [1, { b: 2 }] }, ['a.b'], [[null], [2]]],
  ['an empty array before the end of the path is null', { a: [] }, ['a.b'], [[null]]],
  ['two fields of one array share an entry for each element', { a: [{ b: 1, c: 2 }, { b: 3 }] }, ['a.b', 'a.c'], [[1, 2], [3, null]]],
  ['an array and a plain field', { u: 7, n: ['x', 'y'] }, ['u', 'n'], [[7, 'x'], [7, 'y']]],
  ['a number in the path is an array index', { a: [5, 6] }, ['a.1'], [[6]]],
  ["a number beyond the array's length is a field name in its elements", { a: [{ 3: 'x' }] }, ['a.3'], [['x']]],
  ['a field of a scalar is missing', { a: 1 }, ['a.b'], [[null]]],
]; // prettier-ignore

describe('the index entries of a document', () => {
  it.each(ANSWERS)('%s', (_what, document, paths, expected) => {
    const fields = paths.map((path) => indexField(path, 1));
    expect(indexKeys(document, fields).tuples.map(({ values }) => values)).toEqual(expected);
  });

  it('are refused for two arrays', () => {
    const fields = [indexField('a', 1), indexField('b.c', 1)];
    expect(() => indexKeys({ a: [1], b: { c: [2] } }, fields)).toThrow('cannot index parallel arrays [c] [a]');
  });

  it('show which parts of the path are arrays', () => {
    const { multikeyPaths } = indexKeys({ a: [{ b: [1] }] }, [indexField('a.b', 1)]);
    expect([...(multikeyPaths.get('a.b') ?? [])]).toEqual(['a', 'a.b']);
  });

  it('show a sparse index whether a field exists', () => {
    const found = (document: Document) =>
      indexKeys(document, [indexField('a', 1), indexField('b', 1)]).tuples.map(({ anyFound }) => anyFound);
    expect([found({}), found({ a: null }), found({ b: [] })]).toEqual([[false], [true], [true]]);
  });
});
