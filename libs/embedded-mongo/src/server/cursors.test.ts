import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { encode } from '../values/encode';
import { MAX_HELD_BYTES } from '../storage/memory-budget';
import { serve, type Server } from './serve';
import { connectTo, refusal, type Collection } from './test-server';

describe('a cursor', () => {
  let folder: string;
  const ends: (() => Promise<void>)[] = [];
  beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'embedded-mongo-'))));
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
    await rm(folder, { recursive: true });
  });

  async function start(cursorIdleMs?: number): Promise<Server> {
    const server = await serve({ folder, cursorIdleMs });
    ends.push(() => server.close());
    return server;
  }

  async function connect(server: Server) {
    const client = await connectTo(server.uri);
    ends.push(() => client.close());
    return client;
  }

  /**
   * Creates a collection to be sorted without an index, so that a cursor keeps its documents in
   * memory.
   */
  async function fill(server: Server, documents: number, bytes: number) {
    const client = await connect(server);
    const collection = client.db('test').collection('sorted');
    await collection.insertMany(
      Array.from({ length: documents }, (_, n) => ({ n: documents - n, pad: 'x'.repeat(bytes) })),
    );
    return { client, collection };
  }

  async function openSorted(collection: Collection, options = {}) {
    const cursor = collection.find({}, { sort: { n: 1 }, batchSize: 2, ...options });
    await cursor.next();
    return { cursor, getMore: { getMore: cursor.id, collection: 'sorted' } };
  }

  async function held(client: Awaited<ReturnType<typeof connect>>): Promise<{ cursors: number; bytes: number }> {
    const { metrics } = await client.db('admin').command({ serverStatus: 1 });
    return { cursors: metrics.cursor.open.total, bytes: metrics.cursor.heldBytes };
  }

  /** Sends a query with a sort, and does not read the reply. @returns the connection. */
  async function sendSort(server: Server, lsid: unknown): Promise<net.Socket> {
    const body = encode({ find: 'sorted', sort: { n: 1 }, batchSize: 1, lsid, $db: 'test' });
    const message = Buffer.concat([Buffer.alloc(21), body]);
    message.writeInt32LE(message.length, 0);
    message.writeInt32LE(2013, 12);
    const connection = net.connect(server.socketPath);
    await new Promise((resolve) => connection.write(message, resolve));
    return connection;
  }

  /**
   * Waits until a running query has ended.
   * @returns true if the query has opened no cursor and all of its memory is free.
   */
  async function becomesUnheld(client: Awaited<ReturnType<typeof connect>>): Promise<boolean> {
    for (;;) {
      const { cursors, bytes } = await held(client);
      if (cursors > 0 || bytes === 0) return cursors === 0;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  async function untilNothingIsHeld(client: Awaited<ReturnType<typeof connect>>): Promise<void> {
    for (;;) {
      const { cursors, bytes } = await held(client);
      if (cursors === 0 && bytes === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  it('is included in the memory use in serverStatus until its last document has been read', async () => {
    const { client, collection } = await fill(await start(), 500, 1000);
    const { cursor } = await openSorted(collection);
    const { cursors, bytes } = await held(client);
    expect(cursors).toBe(1);
    expect(bytes).toBeGreaterThan(500 * 1000);
    await cursor.toArray();
    expect(await held(client)).toEqual({ cursors: 0, bytes: 0 });
  });

  it('is closed when it was idle for too long, and its memory is released', async () => {
    const { client, collection } = await fill(await start(50), 500, 100);
    const { getMore } = await openSorted(collection);
    await untilNothingIsHeld(client);
    expect(await refusal(client.db('test').command(getMore))).toMatchObject({ code: 43 });
  });

  it('stays open while its client reads it regularly', async () => {
    const { collection } = await fill(await start(2000), 30, 10);
    const { cursor } = await openSorted(collection);
    let read = 1;
    for (; (await cursor.next()) !== null; read++) await new Promise((resolve) => setTimeout(resolve, 80));
    expect(read).toBe(30);
  });

  it('is closed when its session ends', async () => {
    const { client, collection } = await fill(await start(), 500, 100);
    const [own, other] = [client.startSession(), client.startSession()];
    const { getMore } = await openSorted(collection, { session: own });
    const { cursor } = await openSorted(collection, { session: other });
    await client.db('admin').command({ endSessions: [own.id] });
    expect(await refusal(client.db('test').command(getMore, { session: own }))).toMatchObject({ code: 43 });
    expect(await cursor.toArray()).toHaveLength(499);
    expect(await held(client)).toEqual({ cursors: 0, bytes: 0 });
    await own.endSession();
    await other.endSession();
  });

  it('is closed when its client closes, because a closing client ends its sessions', async () => {
    const server = await start();
    const { client } = await fill(server, 500, 100);
    const other = await connect(server);
    const { cursor } = await openSorted(other.db('test').collection('sorted'));
    expect((await held(client)).cursors).toBe(1);
    await other.close();
    expect(cursor.id).toBeDefined();
    expect(await held(client)).toEqual({ cursors: 0, bytes: 0 });
  });

  it('is not opened for a client that disconnects during the sort', async () => {
    const server = await start();
    const { client } = await fill(server, 200_000, 10);
    // Try several times. If the query ends before its client disconnects, it is correct that a cursor stays open.
    for (let attempt = 0; attempt < 20; attempt++) {
      const session = client.startSession();
      const leaving = await sendSort(server, session.id);
      // The query has started as soon as the server keeps documents in memory.
      while ((await held(client)).bytes === 0);
      leaving.destroy();
      if (await becomesUnheld(client)) return session.endSession();
      await client.db('admin').command({ endSessions: [session.id] });
      await session.endSession();
    }
    throw new Error('a cursor was opened for each of 20 clients that had disconnected');
  });

  it('is closed when newer cursors need its memory', async () => {
    const { client, collection } = await fill(await start(), 1000, 16_000);
    const first = await openSorted(collection);
    const last = [];
    for (let count = 0; count < 20; count++) last.push(await openSorted(collection));
    const { cursors, bytes } = await held(client);
    expect(cursors).toBeLessThan(20);
    expect(bytes).toBeLessThanOrEqual(MAX_HELD_BYTES);
    expect(await refusal(client.db('test').command(first.getMore))).toMatchObject({ code: 43 });
    expect(await last.at(-1)?.cursor.toArray()).toHaveLength(999);
  });
});
