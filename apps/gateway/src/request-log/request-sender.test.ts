import { randomUUID } from 'node:crypto';
import { loggedRequest, requestBatch, type RequestChunk } from '@keyhaven/contracts/identity/request-log';
import { chunkOf, requestLogId } from '@keyhaven/contracts/identity/request-log-id';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { createLogger } from '@keyhaven/service/observability/logger';
import { until } from '@keyhaven/testing/until';
import { startGatewayUnderTest } from '../testing/gateway-under-test';
import type { LogEntry } from './describe-request';
import { MAX_BATCH_BYTES, RequestSender } from './request-sender';

let last = Date.now();
function anEntry(bodyLength = 0): LogEntry {
  const at = new Date(++last);
  const id = requestLogId(at, randomUUID());
  const body = { text: 'x'.repeat(bodyLength), is_cut: true };
  return {
    userId: 1 + (last % 3),
    request: {
      id,
      request_id: 'r',
      received_utc: at.toISOString(),
      method: 'GET',
      route: 'GET /v2/bookings',
      path: '/v2/bookings',
      status: 200,
      duration_ms: 1,
      is_dry_run: false,
      credential_id: '7',
      app_key: null,
      client_address: '192.0.2.1',
      error_code: null,
      error_messages: [],
    },
    bodies: bodyLength === 0 ? undefined : { id, request_body: body, answer_body: body },
  };
}
const entries = (count: number, bodyLength?: number) => Array.from({ length: count }, () => anEntry(bodyLength));
const idsOf = (chunks: readonly RequestChunk[]) =>
  chunks.flatMap(({ requests }) => requests.map((text) => loggedRequest.parse(JSON.parse(text)).id)).sort();

/** Creates a sender, and records what it sends and drops. */
function aSender(sendEveryMs: number) {
  const world = {
    batches: [] as RequestChunk[][],
    dropped: 0,
    isAway: false,
    isLost: false,
    isRefused: false,
    calls: 0,
  };
  const sender = new RequestSender({
    send: (batch) => {
      world.calls++;
      if (world.isAway) return Promise.reject(new Error('away'));
      if (world.isRefused) return Promise.reject(new ApiError('bad_request', 'chunks: expected less'));
      world.batches.push(requestBatch.parse({ chunks: batch }).chunks);
      return world.isLost ? Promise.reject(new Error('the answer was lost')) : Promise.resolve();
    },
    onDropped: (count) => void (world.dropped += count),
    logger: createLogger('gateway', 'silent'),
    sendEveryMs,
  });
  return Object.assign(world, { sender, sent: () => idsOf(world.batches.flat()) });
}

const NEVER_MS = 3600_000;

describe('RequestSender', () => {
  it('sends full batches immediately, and the remaining entries when it stops', async () => {
    const world = aSender(NEVER_MS);
    const added = entries(450);
    for (const entry of added) world.sender.add(entry);
    await until(() => world.batches.length === 2);
    expect(world.batches.map((batch) => idsOf(batch).length)).toEqual([200, 200]);
    await world.sender.stop();
    expect(world.sent()).toEqual(added.map(({ request }) => request.id));
  });

  it('sends a few entries after a delay, and calls the identity service only if there are entries', async () => {
    const world = aSender(20);
    world.sender.add(anEntry());
    await until(() => world.batches.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(world.calls).toBe(1);
    await world.sender.stop();
    expect(world.calls).toBe(1);
  });

  it('sends large entries in smaller batches', async () => {
    const world = aSender(5);
    for (const entry of entries(200, 4096)) world.sender.add(entry);
    await until(() => world.sent().length === 200);
    for (const batch of world.batches) {
      expect(Buffer.byteLength(JSON.stringify(batch))).toBeLessThan(MAX_BATCH_BYTES + 1000);
    }
    await world.sender.stop();
  });

  it('keeps entries while identity is unavailable, and retries only at intervals', async () => {
    const world = aSender(50);
    world.isAway = true;
    const added = entries(1000);
    for (const entry of added) world.sender.add(entry);
    await until(() => world.calls >= 2);
    for (const entry of entries(1000)) world.sender.add(entry);
    const calls = world.calls;
    await Promise.resolve();
    expect(world.calls - calls).toBeLessThanOrEqual(1);
    world.isAway = false;
    await until(() => world.sent().length === 2000);
    expect(world.dropped).toBe(0);
    await world.sender.stop();
  });

  it.each(['succeeds', 'fails'])(
    'keeps entries that were added during a slow call, and sends them when that call %s',
    async (end) => {
      const calls: { resolve: () => void; reject: (error: Error) => void }[] = [];
      const sender = new RequestSender({
        send: () => new Promise<void>((resolve, reject) => void calls.push({ resolve, reject })),
        onDropped: () => {},
        logger: createLogger('gateway', 'silent'),
        sendEveryMs: 5,
      });
      sender.add(anEntry());
      await until(() => calls.length === 1);
      sender.add(anEntry());
      // The timer of the second entry fires while the first entry is still being sent.
      await new Promise((resolve) => setTimeout(resolve, 50));
      if (end === 'succeeds') calls[0]!.resolve();
      else calls[0]!.reject(new Error('no answer'));
      await until(() => calls.length === 2);
      calls[1]!.resolve();
      void sender.stop();
      await until(() => calls.length === (end === 'succeeds' ? 2 : 3));
      calls[2]?.resolve();
    },
  );

  it('drops and counts entries that identity refuses, and sends later entries', async () => {
    const world = aSender(5);
    world.isRefused = true;
    for (const entry of entries(3)) world.sender.add(entry);
    await until(() => world.dropped === 3);
    world.isRefused = false;
    const later = anEntry();
    world.sender.add(later);
    await until(() => world.sent().length === 1);
    expect(world.sent()).toEqual([later.request.id]);
    await world.sender.stop();
  });

  it('drops and counts the oldest entries of an account that sends too many, and keeps those of other accounts', async () => {
    const world = aSender(NEVER_MS);
    world.isAway = true;
    const first = entries(200);
    // The first batch is being sent, so it is not dropped.
    for (const entry of first) world.sender.add(entry);
    const other = { ...anEntry(), userId: 99 };
    world.sender.add(other);
    const flood = entries(30_000).map((entry) => ({ ...entry, userId: 1 }));
    for (const entry of flood) world.sender.add(entry);
    await until(() => world.dropped > 1000);
    world.isAway = false;
    await world.sender.stop();
    expect(world.sent().length + world.dropped).toBe(30_201);
    const kept = [...first, other, ...flood.slice(world.dropped)];
    expect(world.sent()).toEqual(kept.map(({ request }) => request.id));
  });

  it('drops the oldest entries when their total size is too large', async () => {
    const world = aSender(NEVER_MS);
    world.isAway = true;
    for (const entry of entries(3000, 4096)) world.sender.add(entry);
    await until(() => world.dropped > 0);
    expect(world.dropped).toBeLessThan(2700);
    await world.sender.stop();
  });

  it('repeats a batch unchanged if its response was lost, so that identity recognizes the batch', async () => {
    const world = aSender(20);
    world.isLost = true;
    for (const entry of entries(3)) world.sender.add(entry);
    await until(() => world.batches.length === 1);
    for (const entry of entries(3)) world.sender.add(entry);
    await until(() => world.batches.length === 2);
    world.isLost = false;
    await world.sender.stop();
    expect(world.batches[1]).toEqual(world.batches[0]);
    expect(new Set(world.sent()).size).toBe(6);
  });

  it('groups the requests of each account into ten-second periods, in the order of their times', async () => {
    const world = aSender(NEVER_MS);
    const added = entries(20);
    last += 60_000;
    for (const entry of [...entries(20), ...added]) world.sender.add(entry);
    await world.sender.stop();
    for (const { first, last, requests } of world.batches.flat()) {
      expect(chunkOf(first)).toBe(chunkOf(last));
      const ids = requests.map((text) => loggedRequest.parse(JSON.parse(text)).id);
      expect([ids[0], ids.at(-1), ids]).toEqual([first, last, [...ids].sort()]);
    }
    expect(world.sent()).toHaveLength(40);
  });

  it('drops and counts the remaining entries when it stops while identity is unavailable', async () => {
    const world = aSender(NEVER_MS);
    world.isAway = true;
    for (const entry of entries(3)) world.sender.add(entry);
    await world.sender.stop();
    expect([world.sent(), world.dropped]).toEqual([[], 3]);
  });
});

describe('a gateway', () => {
  it('answers requests while identity is unavailable, and sends their log entries later', async () => {
    const gateway = await startGatewayUnderTest();
    await gateway.send('/v2/bookings');
    gateway.identity.isDown = true;
    for (let n = 0; n < 5; n++) expect((await gateway.send('/v2/bookings')).status).toBe(200);
    gateway.identity.isDown = false;
    await until(() => idsOf(gateway.identity.logged).length === 6);
    await gateway.stop();
    expect(new Set(idsOf(gateway.identity.logged)).size).toBe(6);
  });

  it('sends the remaining entries of the request log when it stops', async () => {
    const gateway = await startGatewayUnderTest();
    for (let n = 0; n < 3; n++) await gateway.send('/v2/bookings');
    const { logged } = gateway.identity;
    await gateway.stop();
    expect(idsOf(logged)).toHaveLength(3);
  });
});
