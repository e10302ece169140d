import fc from 'fast-check';
import { encode } from '../../values/encode';
import { OP_MSG, OP_QUERY, parseMessage } from './parse-message';

function message(opCode: number, ...parts: Buffer[]): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(16), ...parts]);
  bytes.writeInt32LE(bytes.length, 0);
  bytes.writeInt32LE(7, 4);
  bytes.writeInt32LE(opCode, 12);
  return bytes;
}
const flags = (value: number) => Buffer.from([value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff, 0]);
const body = (document: Record<string, unknown>) => Buffer.concat([Buffer.from([0]), encode(document)]);
function sequence(name: string, ...documents: Record<string, unknown>[]): Buffer {
  const content = Buffer.concat([Buffer.from(`${name}\0`), ...documents.map((document) => encode(document))]);
  const size = Buffer.alloc(4);
  size.writeInt32LE(content.length + 4);
  return Buffer.concat([Buffer.from([1]), size, content]);
}

describe('parseMessage', () => {
  it('reads a command and its document sequences', () => {
    const parsed = parseMessage(
      message(OP_MSG, flags(0), body({ insert: 'c', $db: 'd' }), sequence('documents', { a: 1 }, { a: 2 })),
    );
    expect(parsed).toMatchObject({ requestId: 7, isUnanswered: false, body: { insert: 'c', $db: 'd' } });
    expect(parsed.sequences.get('documents')).toEqual([encode({ a: 1 }), encode({ a: 2 })]);
  });

  it('accepts messages whose document sequences come before the body', () => {
    const parsed = parseMessage(message(OP_MSG, flags(0), sequence('documents', { a: 1 }), body({ insert: 'c' })));
    expect(parsed.body).toMatchObject({ insert: 'c' });
  });

  it('reads messages that request no reply, and messages that end with a checksum', () => {
    expect(parseMessage(message(OP_MSG, flags(2), body({ a: 1 })))).toMatchObject({ isUnanswered: true });
    expect(parseMessage(message(OP_MSG, flags(1), body({ a: 1 }), Buffer.from([1, 2, 3, 4]))).body).toMatchObject({
      a: { value: 1 },
    });
  });

  it('reads a legacy query, as drivers send it in their first message', () => {
    const head = Buffer.concat([Buffer.alloc(4), Buffer.from('admin.$cmd\0'), Buffer.alloc(8)]);
    expect(parseMessage(message(OP_QUERY, head, encode({ isMaster: 1 })))).toMatchObject({
      opCode: OP_QUERY,
      body: { $db: 'admin' },
    });
  });

  it.each([
    ['a message without a body', message(OP_MSG, flags(0))],
    ['a message with two bodies', message(OP_MSG, flags(0), body({}), body({}))],
    ['a message with an unknown flag', message(OP_MSG, flags(4), body({}))],
    ['a message with an unknown section', message(OP_MSG, flags(0), Buffer.from([9, 5, 0, 0, 0, 0]))],
    ['a message of an unknown operation', message(2001, Buffer.alloc(20))],
    ['a message whose body is longer than the message', message(OP_MSG, flags(0), Buffer.from([0, 200, 0, 0, 0, 0]))],
    [
      'a message with two document sequences of one name',
      message(OP_MSG, flags(0), body({}), sequence('d'), sequence('d')),
    ],
  ])('refuses %s', (_what, bytes) => {
    expect(() => parseMessage(bytes)).toThrow();
  });

  it('parses or refuses a message in which one byte is changed, and never reads beyond its end', () => {
    const whole = message(OP_MSG, flags(0), body({ insert: 'c', x: [1, 'a'] }), sequence('documents', { a: 1 }));
    fc.assert(
      fc.property(fc.integer({ min: 16, max: whole.length - 1 }), fc.nat({ max: 255 }), (at, byte) => {
        const bytes = Buffer.from(whole);
        bytes[at] = byte;
        try {
          for (const documents of parseMessage(bytes).sequences.values())
            expect(Buffer.concat(documents).length).toBeLessThan(whole.length);
        } catch (error) {
          expect((error as { name: string }).name).toBe('MongoError');
        }
      }),
      { numRuns: 2000 },
    );
  });
});
