import { Binary, BSONRegExp, Decimal128, Long, ObjectId } from 'bson';
import fc from 'fast-check';
import { encode } from '../values/encode';
import { decode } from '../values/decode';
import { pickFields, rawArray, rawElements, withFieldFirst } from './raw-document';

const values = fc.dictionary(
  fc.constantFrom('_id', 'a', 'b', 'ü', '7', ''),
  fc.constantFrom<unknown>(
    1,
    1.5,
    'text',
    '',
    null,
    true,
    [1, { a: 2 }],
    {},
    new Date(5),
    new ObjectId(),
    Long.fromNumber(5),
    Decimal128.fromString('1'),
    new Binary(Buffer.from('x')),
    new BSONRegExp('a', 'i'),
  ),
);

describe('functions that read encoded documents:', () => {
  it('pickFields returns the requested fields unchanged', () => {
    fc.assert(
      fc.property(values, fc.subarray(['_id', 'a', 'b', 'ü', '7', '']), (document, wanted) => {
        const kept = Object.fromEntries(Object.entries(document).filter(([name]) => wanted.includes(name)));
        expect(pickFields(encode(document), (name) => wanted.includes(name)).equals(encode(kept))).toBe(true);
      }),
    );
  });

  it('withFieldFirst makes _id the first field, and adds it if it is missing', () => {
    const make = () => encode({ _id: 9 });
    expect(decode(withFieldFirst(encode({ a: 1, _id: 2, b: 3 }), '_id', make))).toMatchObject({ _id: { value: 2 } });
    expect(Object.keys(decode(withFieldFirst(encode({ a: 1, _id: 2, b: 3 }), '_id', make)))).toEqual(['_id', 'a', 'b']);
    expect(Object.keys(decode(withFieldFirst(encode({ a: 1 }), '_id', make)))).toEqual(['_id', 'a']);
  });

  it('rawArray returns the documents of an array, or undefined if the elements are not documents', () => {
    expect(
      rawArray(encode({ x: 1, documents: [{ a: 1 }, { a: 2 }] }), 'documents')?.map((raw) => Number(decode(raw).a)),
    ).toEqual([1, 2]);
    expect(rawArray(encode({ documents: [1] }), 'documents')).toBeUndefined();
    expect(rawArray(encode({}), 'documents')).toBeUndefined();
  });

  it('rawElements never reads beyond the end of malformed bytes', () => {
    fc.assert(
      fc.property(values, fc.nat(), fc.nat({ max: 255 }), (document, at, byte) => {
        const raw = encode(document);
        raw[at % raw.length] = byte;
        try {
          for (const element of rawElements(raw)) expect(element.end).toBeLessThan(raw.length);
        } catch (error) {
          expect(error).toMatchObject({ code: 22 });
        }
      }),
      { numRuns: 2000 },
    );
  });
});
