import net from 'node:net';
import { once } from 'node:events';
import { encode } from '../values/encode';
import { decode } from '../values/decode';
import { startTestServer, type TestServer } from './test-server';

function opMsg(document: Record<string, unknown>, flags = 0): Buffer {
  const encoded = encode(document);
  const bytes = Buffer.alloc(21 + encoded.length);
  bytes.writeInt32LE(bytes.length, 0);
  bytes.writeInt32LE(42, 4);
  bytes.writeInt32LE(2013, 12);
  bytes.writeInt32LE(flags, 16);
  encoded.copy(bytes, 21);
  return bytes;
}

/** Reads `count` replies. Each is returned as [id of the request, body]. */
async function answers(socket: net.Socket, count: number): Promise<[number, Record<string, unknown>][]> {
  let bytes = Buffer.alloc(0);
  const found: [number, Record<string, unknown>][] = [];
  while (found.length < count) {
    bytes = Buffer.concat([bytes, ((await once(socket, 'data')) as [Buffer])[0]]);
    while (bytes.length >= 16 && bytes.length >= bytes.readInt32LE(0)) {
      const size = bytes.readInt32LE(0);
      found.push([bytes.readInt32LE(8), decode(bytes.subarray(21, size))]);
      bytes = bytes.subarray(size);
    }
  }
  return found;
}

describe('a client connection', () => {
  let test: TestServer;
  let socket: net.Socket;
  beforeAll(async () => (test = await startTestServer()));
  afterAll(() => test.remove());
  beforeEach(async () => {
    socket = net.connect(test.server.socketPath);
    await once(socket, 'connect');
  });
  afterEach(() => socket.destroy());

  it('gets a reply even if its message arrives byte by byte', async () => {
    const whole = opMsg({ ping: 1, $db: 'admin' });
    for (const byte of whole) socket.write(Buffer.from([byte]));
    const [answer] = await answers(socket, 1);
    expect(answer).toMatchObject([42, { ok: { value: 1 } }]);
  });

  it('gets replies in the order of its messages if several arrive together', async () => {
    const insert = (id: number) => opMsg({ insert: 'order', documents: [{ _id: id }], $db: 'test' });
    socket.write(Buffer.concat([insert(1), insert(1), opMsg({ count: 'order', $db: 'test' })]));
    const [first, second, count] = await answers(socket, 3);
    expect([first?.[1].n, second?.[1].n, count?.[1].n].map(Number)).toEqual([1, 0, 1]);
  });

  it('gets a correct reply even if the client reads the reply slowly', async () => {
    const documents = test.client.db('test').collection<{ _id: number; text: string }>('slow');
    const text = (letter: string) => letter.repeat(100_000);
    await documents.insertMany([...'abcdefgh'].map((letter, _id) => ({ _id, text: text(letter) })));
    const find = (filter: object) => opMsg({ find: 'slow', filter, $db: 'test' });
    // This reply does not fit into the system buffers, so the server keeps the rest until the
    // client reads.
    socket.pause();
    socket.write(find({ _id: { $lt: 4 } }));
    for (let turn = 0; turn < 20; turn++) {
      const found = await documents.find({ _id: { $gte: 4 } }).toArray();
      expect(found.map((document) => document.text)).toEqual([...'efgh'].map(text));
    }
    const [answer] = await answers(socket.resume(), 1);
    const { firstBatch } = answer?.[1].cursor as { firstBatch: { text: string }[] };
    expect(firstBatch.map((document) => document.text)).toEqual([...'abcd'].map(text));
  });

  it('gets no reply to a message that requests no reply', async () => {
    const unanswered = opMsg({ insert: 'unanswered', documents: [{ _id: 1 }], $db: 'test' }, 2);
    socket.write(Buffer.concat([unanswered, opMsg({ count: 'unanswered', $db: 'test' })]));
    const [only] = await answers(socket, 1);
    expect(Number(only?.[1].n)).toBe(1);
  });

  it.each([
    ['a message length that is too large', Buffer.from([255, 255, 255, 127, 0, 0, 0, 0, 0, 0, 0, 0, 221, 7, 0, 0])],
    ['a message length below the header size', Buffer.from([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 221, 7, 0, 0])],
    [
      'a malformed document',
      (() => {
        const bytes = opMsg({ ping: 1 });
        bytes[21] = 200;
        return bytes;
      })(),
    ],
  ])('is closed after it sends %s, while other connections stay open', async (_what, bytes) => {
    socket.write(bytes);
    await once(socket, 'close');
    await expect(test.client.db('admin').command({ ping: 1 })).resolves.toMatchObject({ ok: 1 });
  });

  it('gets an error with the name of the command if it sends an unknown command', async () => {
    socket.write(opMsg({ fooBar: 1, $db: 'test' }));
    const [answer] = await answers(socket, 1);
    expect(answer?.[1]).toMatchObject({
      ok: { value: 0 },
      errmsg: "no such command: 'fooBar'",
      codeName: 'CommandNotFound',
    });
  });
});
