import { asStored, codeOf, typed } from '../values/testing/as-stored';
import { compileProjection } from './compile-projection';

type Plain = Record<string, unknown>;
const evaluation = { now: new Date(0) };

function project(document: Plain, projection: Plain) {
  return compileProjection(asStored(projection), evaluation).project(asStored(document));
}

const document = { _id: 1, z: 1, a: { b: 1, c: [{ d: 1, e: 2 }, 5] }, n: [1, 2, 3, 4] };

describe('a projection', () => {
  test.each<[string, Plain, Plain]>([
    ['without fields keeps all fields', {}, document],
    ['keeps fields in the order of the document', { n: 1, z: true }, { _id: 1, z: 1, n: [1, 2, 3, 4] }],
    ['drops _id with _id: 0', { z: 1, _id: 0 }, { z: 1 }],
    ['keeps only _id with _id: 1', { _id: 1 }, { _id: 1 }],
    ['drops fields', { a: 0, n: false }, { _id: 1, z: 1 }],
    ['drops only _id with _id: 0', { _id: 0 }, { z: 1, a: document.a, n: document.n }],
    ['keeps a nested field, and drops scalars in an array', { 'a.c.d': 1 }, { _id: 1, a: { c: [{ d: 1 }] } }],
    ['drops nested fields, even in arrays', { 'a.c.d': 0, n: 0 }, { _id: 1, z: 1, a: { b: 1, c: [{ e: 2 }, 5] } }],
    ['treats nested documents as paths', { a: { b: 1 } }, { _id: 1, a: { b: 1 } }],
    ['omits paths below a scalar', { 'z.x': 1 }, { _id: 1 }],
    ['puts computed fields after the kept ones', { y: { $add: ['$z', 1] }, z: 1 }, { _id: 1, z: 1, y: 2 }],
    ['treats a string as a literal and $name as a field', { s: 'text', t: '$z' }, { _id: 1, s: 'text', t: 1 }],
    ['omits computed fields without a value', { s: '$nothing' }, { _id: 1 }],
    ['with $slice keeps the other fields', { n: { $slice: 2 }, a: 0 }, { _id: 1, z: 1, n: [1, 2] }],
    ['with a negative $slice keeps the last elements', { n: { $slice: -1 }, z: 1 }, { _id: 1, z: 1, n: [4] }],
    [
      'with two numbers in $slice skips and keeps elements',
      { n: { $slice: [1, 2] }, z: 1 },
      { _id: 1, z: 1, n: [2, 3] },
    ],
  ])('%s', (_, projection, expected) => {
    expect(typed(project(document, projection))).toBe(typed(expected));
  });

  test.each<[string, Plain, number]>([
    ['kept and dropped fields', { a: 1, b: 0 }, 31254],
    ['dropped and kept fields', { a: 0, b: 1 }, 31253],
    ['a dropped and a computed field', { a: 0, b: '$a' }, 31253],
    ['a path and a path inside it', { a: 1, 'a.b': 1 }, 31249],
    ['the same path twice', { 'a.b': 1, a: { b: 1 } }, 31250],
    ['an empty document', { a: {} }, 51270],
    ['a positional operator', { 'a.$': 1 }, 238],
    ['$elemMatch', { a: { $elemMatch: { $gt: 2 } } }, 238],
    ['a name with a dollar sign', { $a: 1 }, 16410],
    ['$meta', { a: { $meta: 'textScore' } }, 238],
    ['an unknown expression', { a: { $foo: 1 } }, 168],
  ])('with %s is refused', (_, projection, code) => {
    expect(codeOf(() => compileProjection(asStored(projection), evaluation))).toBe(code);
  });
});
