/**
 * npm run benchmark:webhook: how many changes a second reach an endpoint through the webhook service, compared with
 * the same HTTP client that posts the same bytes in a loop; both in one run, on one machine, with as many requests at the
 * same time. Then how long after a change its first attempt arrives, at a steady rate of changes. The database is that of
 * MONGODB_URI, else the embedded one as a process of its own.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangeEvent } from '@keyhaven/events/change-event';
import { makeIssuerKeys } from '@keyhaven/service/auth/make-keys';
import { createTokenSigner } from '@keyhaven/service/auth/token-signer';
import { Agent } from 'undici';
import { endPrograms, type Program, startProgram } from './webhook/start-program';

const CHANGES = Number(process.env.CHANGES ?? 5000);
/** The size of a record, about that of a booking with its charges, in bytes. */
const RECORD_BYTES = 2000;
/** Requests at the same time: the limit of an endpoint. */
const AT_ONCE = 8;
/** The changes in one batch, and the callers that hand over batches at the same time, like consumers of partitions. */
const FEED_SIZE = 50;
const FEEDERS = 4;
const ROUNDS = 3;
/** Where the lag is measured: changes a second, and for how many seconds. */
const RATE = 200;
const RATE_SECONDS = 10;
/** The account of the endpoint that counts, and that of the one that measures lags. */
const COUNTED_USER = 1;
const TIMED_USER = 2;

function change(userId: number, entityId: number): ChangeEvent {
  return {
    event_id: randomUUID(),
    schema_version: 1,
    generation: 0,
    occurred_utc: new Date().toISOString(),
    user_id: userId,
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
  const body = JSON.stringify(change(COUNTED_USER, 1));
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

async function handOver(feed: string, changes: readonly ChangeEvent[]): Promise<void> {
  const answer = await fetch(`${feed}/keyhaven.booking`, { method: 'POST', body: JSON.stringify(changes) });
  if (!answer.ok) throw new Error(`the service took no changes: ${answer.status}`);
}

/** Hands changes to the service, waits until all have arrived, and returns how many a second. */
async function throughService(feed: string, receiver: string): Promise<number> {
  const before = await countOf(receiver);
  const batches = Array.from({ length: CHANGES / FEED_SIZE }, (_, batch) =>
    Array.from({ length: FEED_SIZE }, (_, index) => change(COUNTED_USER, batch * FEED_SIZE + index + 1)),
  );
  const began = performance.now();
  await inParallel(batches, FEEDERS, (batch) => handOver(feed, batch));
  while ((await countOf(receiver)) - before < CHANGES) await sleep(10);
  return (CHANGES * 1000) / (performance.now() - began);
}

/** Hands over changes one by one at the rate, and returns the sorted times until they arrived, in milliseconds. */
async function lagsAtRate(feed: string, receiver: string): Promise<number[]> {
  const total = RATE * RATE_SECONDS;
  const began = performance.now();
  const handed: Promise<void>[] = [];
  while (handed.length < total) {
    const due = Math.min(total, ((performance.now() - began) * RATE) / 1000);
    while (handed.length < due) handed.push(handOver(feed, [change(TIMED_USER, handed.length + 1)]));
    await sleep(1000 / RATE);
  }
  await Promise.all(handed);
  for (;;) {
    const lags = (await (await fetch(`${receiver}/lags`)).json()) as number[];
    if (lags.length >= total) return lags.sort((a, b) => a - b);
    await sleep(10);
  }
}

/** Subscribes an account to changes of bookings. */
async function subscribe(service: string, authorization: string, webhookUrl: string): Promise<void> {
  const answer = await fetch(`${service}/v2/webhooksubscriptions`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'booking', webhook_url: webhookUrl }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

/** The processor time of each program per delivery, as a text. */
async function perDelivery(programs: Record<string, Program>, before: Record<string, number>): Promise<string> {
  const now = await cpuOf(programs);
  return Object.entries(now)
    .map(([name, ms]) => `${name} ${((ms - before[name]!) / CHANGES).toFixed(2)} ms`)
    .join(', ');
}

async function cpuOf(programs: Record<string, Program>): Promise<Record<string, number>> {
  const times = Object.entries(programs).map(
    async ([name, program]) => [name, (await program.cpuMs()) ?? NaN] as const,
  );
  return Object.fromEntries(await Promise.all(times));
}

async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-benchmark-'));
  const programs: Record<string, Program> = {};
  try {
    if (!process.env.MONGODB_URI) {
      const args = ['--import', 'tsx', 'libs/embedded-mongo/src/main.ts'];
      programs.database = await startProgram(args, { KEYHAVEN_DATA: folder }, /(mongodb:\/\/\S+)\s/);
    }
    const keys = await makeIssuerKeys('benchmark');
    const keysFile = path.join(folder, 'keys.json');
    const signingKeyFile = path.join(folder, 'signing-key.json');
    await writeFile(keysFile, JSON.stringify([keys.publicKey]));
    await writeFile(signingKeyFile, JSON.stringify(keys.privateKey));
    programs.receiver = await startProgram(['tools/benchmarks/webhook/receiver.mjs'], {}, /ready at (\S+)/);
    programs.service = await startProgram(
      ['--import', 'tsx', 'apps/webhook/src/testing/webhook-process.ts'],
      {
        KEYS_FILE: keysFile,
        SIGNING_KEY_FILE: signingKeyFile,
        DATABASE_URI: process.env.MONGODB_URI ?? programs.database!.ready[1]!,
        DATABASE_PREFIX: `benchmark_${Date.now()}_`,
        WEBHOOK_ALLOW: '127.0.0.1/32',
      },
      /ready at (\S+) (\S+)\n/,
    );
    const receiver = programs.receiver.ready[1]!;
    const [, service, feed] = programs.service.ready;
    const sign = await createTokenSigner('benchmark', keys.privateKey);
    for (const [accountId, url] of [
      [COUNTED_USER, receiver],
      [TIMED_USER, `${receiver}/lags`],
    ] as const) {
      const token = await sign({ audience: 'webhook', scope: 'full', accountId, credentialId: '1' });
      await subscribe(service!, `Bearer ${token}`, url);
    }

    const [cpu] = os.cpus();
    console.log(`${os.cpus().length} × ${cpu?.model}, ${os.platform()} ${os.release()}, Node ${process.version}`);
    console.log(`database: ${process.env.MONGODB_URI ? 'MONGODB_URI' : 'embedded, a process of its own'}`);
    console.log(`${CHANGES} changes of ${RECORD_BYTES} bytes, one endpoint, ${AT_ONCE} requests at the same time\n`);
    const ratios: number[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const bare = await bareLoop(receiver);
      const before = await cpuOf(programs);
      const delivered = await throughService(feed!, receiver);
      ratios.push(delivered / bare);
      const numbers = `${Math.round(delivered)}/s delivered, ${Math.round(bare)}/s in a bare loop`;
      console.log(`round ${round}: ${numbers}: ${((100 * delivered) / bare).toFixed(1)} %`);
      console.log(`  processor time per delivery: ${await perDelivery(programs, before)}`);
    }
    ratios.sort((a, b) => a - b);
    console.log(`\nratio (median): ${(100 * ratios[Math.floor(ROUNDS / 2)]!).toFixed(1)} %`);
    const lags = await lagsAtRate(feed!, receiver);
    const [median, p95, longest] = [0.5, 0.95, 1].map((share) => lags[Math.ceil(share * lags.length) - 1]!);
    console.log(
      `at ${RATE} changes/s, change to first attempt: median ${median} ms, p95 ${p95} ms, longest ${longest} ms`,
    );
  } finally {
    endPrograms();
    await rm(folder, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
