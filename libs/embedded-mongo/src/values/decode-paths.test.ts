import * as fc from 'fast-check';
import { compileFilter } from '../query/compile-filter';
import { decode } from './decode';
import { addPath, decodePaths, type PathTree } from './decode-paths';
import { encode } from './encode';
import { arbitraryDocument, arbitraryValue } from './testing/arbitrary-values';
import { asStored } from './testing/as-stored';

function treeOf(...paths: string[]): PathTree {
  const tree: PathTree = new Map();
  for (const path of paths) addPath(tree, path);
  return tree;
}

const document = asStored({ a: { b: 1, c: [1, 2] }, d: [{ e: 1, f: 2 }, 5, { f: 3 }], g: 'x', h: null });

describe('decodePaths', () => {
  test('reads only the requested paths', () => {
    expect(decodePaths(encode(document), treeOf('a.b', 'd.e', 'h', 'i.j'))).toEqual(
      asStored({ a: { b: 1 }, d: [{ e: 1 }, 5, {}], h: null }),
    );
  });

  test('reads the whole value of a field if a number follows the field in the path', () => {
    expect(decodePaths(encode(document), treeOf('d.0.e'))).toEqual(asStored({ d: [{ e: 1, f: 2 }, 5, { f: 3 }] }));
  });

  test('reads a whole field if the paths contain both the field and a part of it', () => {
    const whole = asStored({ a: { b: 1, c: [1, 2] } });
    expect(decodePaths(encode(document), treeOf('a', 'a.b'))).toEqual(whole);
    expect(decodePaths(encode(document), treeOf('a.b', 'a'))).toEqual(whole);
  });

  test('returns true instead of the value of a field if only its presence is requested', () => {
    const tree: PathTree = new Map();
    addPath(tree, 'a', 'presence');
    addPath(tree, 'd.f', 'presence');
    expect(decodePaths(encode(document), tree)).toEqual(asStored({ a: true, d: [{ f: true }, 5, { f: true }] }));
    addPath(tree, 'a.b');
    expect(decodePaths(encode(document), tree)).toMatchObject(asStored({ a: { b: 1, c: [1, 2] } }));
  });

  test('reads everything that a filter on the paths needs', () => {
    const path = fc.constantFrom(
      'a',
      'b',
      'a.b',
      'a.c',
      'a.b.c',
      'a.0',
      '0.a.1',
      'a.10.b',
      '__proto__',
      'é.a',
      'constructor.b',
    );
    const condition = fc.oneof(
      arbitraryValue.map(($eq) => ({ $eq })),
      arbitraryValue.map(($gte) => ({ $gte })),
      fc.array(arbitraryValue, { maxLength: 3 }).map(($in) => ({ $in })),
      fc.boolean().map(($exists) => ({ $exists })),
      arbitraryValue.map(($gt) => ({ $not: { $gt } })),
      fc.constantFrom({ $type: 'array' }, { $size: 2 }, { $elemMatch: { a: { $exists: true } } }, { $ne: null }),
    );
    fc.assert(
      fc.property(arbitraryDocument, path, condition, (fields, name, operators) => {
        const raw = encode(asStored(fields));
        const filter = { [name]: operators };
        let matcher: ReturnType<typeof compileFilter>;
        try {
          matcher = compileFilter(asStored(filter), { now: new Date(0) });
        } catch {
          return;
        }
        const tree: PathTree = new Map();
        addPath(tree, name, '$exists' in operators ? 'presence' : 'whole');
        expect(matcher.matches(decodePaths(raw, tree))).toBe(matcher.matches(decode(raw)));
      }),
      { numRuns: 2000 },
    );
  });
});
