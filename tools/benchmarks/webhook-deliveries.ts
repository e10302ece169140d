/**
 * npm run benchmark:webhook: how many changes a second reach an endpoint through the webhook service, compared with
 * the same HTTP client that posts the same bytes in a loop; both in one run, on one machine, with as many requests at the
 * same time. The database is that of MONGODB_URI, else the embedded one as a process of its own.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangeEvent } from '@keyhaven/events/change-event';
import { makeIssuerKeys } from '@keyhaven/service/auth/make-keys';
import { createTokenSigner } from '@keyhaven/service/auth/token-signer';
import { Agent } from 'undici';

const CHANGES = Number(process.env.CHANGES ?? 5000);
/** The size of a record, about that of a booking with its charges, in bytes. */
const RECORD_BYTES = 2000;
/** Requests at the same time: the limit of an endpoint. */
const AT_ONCE = 8;
/** The changes in one batch, and the callers that hand over batches at the same time, like consumers of partitions. */
const FEED_SIZE = 50;
const FEEDERS = 4;
const ROUNDS = 3;
const USER_ID = 1;

const root = path.resolve(__dirname, '../..');
const children: ChildProcess[] = [];

/** Starts a program and returns the output that says it is ready. */
async function start(args: string[], environment: Record<string, string>, ready: RegExp): Promise<RegExpExecArray> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  let output = '';
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}: ${output}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const match = ready.exec(output);
      if (match) resolve(match);
    });
  });
}

function change(entityId: number): ChangeEvent {
  return {
    event_id: randomUUID(),
    schema_version: 1,
    generation: 0,
    occurred_utc: new Date().toISOString(),
    user_id: USER_ID,
    action: 'entity_update',
    entity_type: 'booking',
    entity_id: entityId,
    version: 1,
    categories: ['other'],
    is_resync: false,
    entity: { id: entityId, notes: 'x'.repeat(RECORD_BYTES) },
    private: {},
  };
}

/** Runs the work for each item, so many at the same time. */
async function inParallel<Item>(items: readonly Item[], atOnce: number, work: (item: Item) => Promise<void>) {
  let next = 0;
  const workers = Array.from({ length: atOnce }, async () => {
    while (next < items.length) await work(items[next++]!);
  });
  await Promise.all(workers);
}

async function countOf(receiver: string): Promise<number> {
  return Number(await (await fetch(receiver)).text());
}

/** Posts as many bodies in a loop, and returns how many a second. */
async function bareLoop(receiver: string): Promise<number> {
  const agent = new Agent({ connections: AT_ONCE, pipelining: 1 });
  const body = JSON.stringify(change(1));
  const began = performance.now();
  await inParallel(Array.from({ length: CHANGES }), AT_ONCE, async () => {
    const answer = await agent.request({
      origin: receiver,
      path: '/',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    await answer.body.dump();
  });
  const perSecond = (CHANGES * 1000) / (performance.now() - began);
  await agent.close();
  return perSecond;
}

/** Hands changes to the service, waits until all have arrived, and returns how many a second. */
async function throughService(feed: string, receiver: string): Promise<number> {
  const before = await countOf(receiver);
  const batches = Array.from({ length: CHANGES / FEED_SIZE }, (_, batch) =>
    Array.from({ length: FEED_SIZE }, (_, index) => change(batch * FEED_SIZE + index + 1)),
  );
  const began = performance.now();
  await inParallel(batches, FEEDERS, async (batch) => {
    const answer = await fetch(`${feed}/keyhaven.booking`, { method: 'POST', body: JSON.stringify(batch) });
    if (!answer.ok) throw new Error(`the service took no changes: ${answer.status}`);
  });
  while ((await countOf(receiver)) - before < CHANGES) await sleep(10);
  return (CHANGES * 1000) / (performance.now() - began);
}

async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-benchmark-'));
  try {
    const database =
      process.env.MONGODB_URI ??
      (
        await start(
          ['--import', 'tsx', 'libs/embedded-mongo/src/main.ts'],
          { KEYHAVEN_DATA: folder },
          /(mongodb:\/\/\S+)\s/,
        )
      )[1]!;
    const keys = await makeIssuerKeys('benchmark');
    const keysFile = path.join(folder, 'keys.json');
    await writeFile(keysFile, JSON.stringify([keys.publicKey]));
    const [, receiver] = await start(['tools/benchmarks/count-requests.mjs'], {}, /ready at (\S+)/);
    const [, service, feed] = await start(
      ['--import', 'tsx', 'apps/webhook/src/testing/webhook-process.ts'],
      {
        KEYS_FILE: keysFile,
        DATABASE_URI: database,
        DATABASE_PREFIX: `benchmark_${Date.now()}_`,
        WEBHOOK_ALLOW: '127.0.0.1/32',
      },
      /ready at (\S+) (\S+)\n/,
    );
    const sign = await createTokenSigner('benchmark', keys.privateKey);
    const token = await sign({ audience: 'webhook', scope: 'full', accountId: USER_ID, credentialId: '1' });
    const subscribed = await fetch(`${service}/v2/webhooksubscriptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'booking', webhook_url: receiver }),
    });
    if (!subscribed.ok) throw new Error(await subscribed.text());

    const [cpu] = os.cpus();
    console.log(`${os.cpus().length} × ${cpu?.model}, ${os.platform()} ${os.release()}, Node ${process.version}`);
    console.log(`database: ${process.env.MONGODB_URI ? 'MONGODB_URI' : 'embedded, a process of its own'}`);
    console.log(`${CHANGES} changes of ${RECORD_BYTES} bytes, one endpoint, ${AT_ONCE} requests at the same time\n`);
    const ratios: number[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const bare = await bareLoop(receiver!);
      const delivered = await throughService(feed!, receiver!);
      ratios.push(delivered / bare);
      const numbers = `${Math.round(delivered)}/s delivered, ${Math.round(bare)}/s in a bare loop`;
      console.log(`round ${round}: ${numbers}: ${((100 * delivered) / bare).toFixed(1)} %`);
    }
    ratios.sort((a, b) => a - b);
    console.log(`\nratio (median): ${(100 * ratios[Math.floor(ROUNDS / 2)]!).toFixed(1)} %`);
  } finally {
    for (const child of children) child.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
