import fc from 'fast-check';
import { Int32 } from 'bson';
import { MongoError } from '../errors/mongo-error';
import { decode } from '../values/decode';
import { encode } from '../values/encode';
import { arbitraryDocument } from '../values/testing/arbitrary-values';
import { compileProjection, type Projection } from './compile-projection';

const name = fc.constantFrom('a', 'b', 'c', '0', '1', '10', '__proto__', 'constructor', 'é', 'missing');
const path = fc.oneof(
  fc.constant('_id'),
  fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('.')),
);
const projection = fc
  .tuple(fc.boolean(), fc.uniqueArray(path, { minLength: 1, maxLength: 5 }), fc.option(fc.boolean()))
  .map(([keeps, paths, id]) => [
    ...paths.filter((given) => given !== '_id').map((given) => [given, new Int32(keeps ? 1 : 0)] as const),
    ...(id === null ? [] : [['_id', id] as const]),
  ]);

/**
 * Compiles a projection. Undefined if it is refused, for example because one path contains another.
 */
function compiled(fields: Record<string, unknown>): Projection | undefined {
  try {
    return compileProjection(decode(encode(fields)), { now: new Date(0) });
  } catch (error) {
    if (error instanceof MongoError) return undefined;
    throw error;
  }
}

describe('a projection that copies bytes', () => {
  it('has the same result as the projection of the decoded document', () => {
    fc.assert(
      fc.property(arbitraryDocument, fc.array(projection, { minLength: 1, maxLength: 8 }), (document, projections) => {
        const raw = encode({ _id: new Int32(1), ...document });
        const before = Buffer.from(raw);
        for (const fields of projections) {
          const { project, projectRaw } = compiled(Object.fromEntries(fields)) ?? {};
          if (!project || !projectRaw) continue;
          expect(projectRaw(raw).toString('hex')).toBe(encode(project(decode(raw))).toString('hex'));
          expect(raw).toEqual(before);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('renumbers the elements of an array, also at positions with two digits', () => {
    const list = Array.from({ length: 25 }, (_, at) => (at % 2 ? new Int32(at) : { a: new Int32(at), b: 'x' }));
    const raw = encode({ _id: new Int32(1), list, end: 'y' });
    const { project, projectRaw } = compiled({ 'list.a': true, end: true })!;
    expect(projectRaw!(raw)).toEqual(encode(project(decode(raw))));
    expect(decode(projectRaw!(raw)).list).toHaveLength(13);
  });

  it('is not available for a projection that computes fields or contains $slice', () => {
    expect(compiled({ a: '$b' })!.projectRaw).toBeUndefined();
    expect(compiled({ a: { $slice: new Int32(1) } })!.projectRaw).toBeUndefined();
  });
});
