import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  serialize,
  Timestamp,
} from 'bson';
import * as fc from 'fast-check';
import { decode } from './decode';
import { keysOf } from './document';
import { encode } from './encode';
import { arbitraryDocument } from './testing/arbitrary-values';
import { codeOf } from './testing/as-stored';

const everyType = {
  double: new Double(1),
  negativeZero: new Double(-0),
  string: 'text with ümlaut and \u{1f600}',
  long: Long.fromString('9223372036854775807'),
  int: new Int32(-2147483648),
  decimal: Decimal128.fromString('1.10'),
  document: { b: 1, a: { c: null } },
  array: [1, [2, {}], []],
  binary: new Binary(Buffer.from('abc'), 128),
  oldBinary: new Binary(Buffer.from('abc'), 2),
  uuid: new Binary(Buffer.alloc(16, 7), 4),
  id: new ObjectId('64b000000000000000000001'),
  yes: true,
  date: new Date('1969-12-31T23:59:59.999Z'),
  nothing: null,
  regex: new BSONRegExp('^a.b', 'i'),
  symbol: new BSONSymbol('s'),
  code: new Code('f()'),
  codeWithScope: new Code('f()', { x: 1 }),
  timestamp: new Timestamp({ t: 4000000000, i: 2 }),
  reference: { $ref: 'other', $id: new ObjectId(), $db: 'd' },
  min: new MinKey(),
  max: new MaxKey(),
};

/**
 * Encodes one int field. The serializer of the driver cannot be used, because it changes the order
 * of fields.
 */
function intField(name: string, value: number): Buffer {
  const bytes = Buffer.concat([Buffer.from([16]), Buffer.from(name), Buffer.alloc(5)]);
  bytes.writeInt32LE(value, bytes.length - 4);
  return bytes;
}

function documentOfFields(...fields: Buffer[]): Buffer {
  const body = Buffer.concat(fields);
  const size = Buffer.alloc(4);
  size.writeInt32LE(body.length + 5);
  return Buffer.concat([size, body, Buffer.alloc(1)]);
}

describe('encode and decode', () => {
  test('return the same bytes for a document with every type', () => {
    const raw = serialize(everyType);
    expect(encode(decode(raw)).equals(Buffer.from(raw))).toBe(true);
  });

  test('return the same bytes for random documents', () => {
    fc.assert(
      fc.property(arbitraryDocument, (document) => {
        const raw = Buffer.from(serialize(document));
        expect(encode(decode(raw)).equals(raw)).toBe(true);
      }),
    );
  });

  test('keep the position of fields whose names are numbers', () => {
    const raw = documentOfFields(intField('b', 1), intField('10', 2), intField('9', 3), intField('a', 4));
    expect(keysOf(decode(raw))).toEqual(['b', '10', '9', 'a']);
    expect(encode(decode(raw)).equals(raw)).toBe(true);
  });

  test('treat __proto__ and constructor like any other field', () => {
    const raw = documentOfFields(intField('__proto__', 1), intField('constructor', 2));
    expect(encode(decode(raw)).equals(raw)).toBe(true);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('omit undefined fields, and write undefined array elements as null', () => {
    expect(encode({ a: undefined, b: [undefined] }).equals(encode({ b: [null] }))).toBe(true);
  });

  test.each([
    ['a length greater than the number of bytes', Buffer.from([100, 0, 0, 0, 0])],
    ['no closing zero', Buffer.from([5, 0, 0, 0, 1])],
    ['a truncated value', documentOfFields(Buffer.from([16, 97, 0, 1]))],
    ['a boolean that is neither true nor false', documentOfFields(Buffer.from([8, 97, 0, 7]))],
    ['text that is not UTF-8', documentOfFields(Buffer.from([2, 97, 0, 2, 0, 0, 0, 0xff, 0]))],
    ['undefined', documentOfFields(Buffer.from([6, 97, 0]))],
    ['an unknown type', documentOfFields(Buffer.from([99, 97, 0]))],
  ])('refuse to decode a document with %s', (_, raw) => {
    expect(codeOf(() => decode(raw))).toBe(22);
  });

  test.each(['short\0name', `${'long'.repeat(20)}\0name`, 'é\0'])(
    'refuse to encode the field name %j, which contains a zero byte',
    (name) => {
      expect(codeOf(() => encode({ [name]: 1 }))).toBe(2);
    },
  );

  test('refuse documents with more levels than a message can have', () => {
    let document: Record<string, unknown> = {};
    for (let level = 0; level < 300; level++) document = { a: document };
    expect(codeOf(() => encode(document))).toBe(15);
    expect(codeOf(() => decode(serialize(document)))).toBe(15);
  });
});
