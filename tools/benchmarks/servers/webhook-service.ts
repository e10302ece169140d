import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ChangeEvent } from '@keyhaven/events/change-event';
import { makeIssuerKeys } from '@keyhaven/service/auth/make-keys';
import { createTokenSigner } from '@keyhaven/service/auth/token-signer';
import { build } from 'esbuild';
import type { Bench } from '../harness/bench';
import { inParallel } from '../harness/in-parallel';
import { startEmbedded, startShared } from './processes';

const root = path.resolve(__dirname, '../../..');
/** The size of a record in bytes, about that of a booking with its charges. */
const RECORD_BYTES = 2000;
const USER_ID = 1;

/** How many requests create the subscriptions of the other accounts at the same time. */
const AT_ONCE = 16;

/**
 * The webhook service as a separate process, with one subscription to measure, and the receiver of
 * the deliveries.
 */
export interface WebhookService {
  receiver: string;
  pid: number;
  /** Passes changes to the service, as its Kafka consumer does. */
  handOver: (changes: readonly ChangeEvent[]) => Promise<void>;
  stop(): Promise<void>;
}

/** @param others the number of other accounts that also have a subscription. */
export async function startWebhookService(bench: Bench, name = 'webhook-service', others = 0): Promise<WebhookService> {
  const receiver = await startReceiver(bench);
  const keys = await makeIssuerKeys('benchmark');
  const [keysFile, signingKeyFile] = ['keys.json', 'key.json'].map((file) =>
    path.join(bench.folder, `${name}-${file}`),
  ) as [string, string];
  await writeFile(keysFile, JSON.stringify([keys.publicKey]));
  await writeFile(signingKeyFile, JSON.stringify(keys.privateKey));
  const program = path.join(bench.folder, `${name}.cjs`);
  await build({
    absWorkingDir: root,
    entryPoints: ['apps/webhook/src/testing/webhook-process.ts'],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    tsconfig: 'tsconfig.base.json',
    packages: 'external',
    logLevel: 'error',
  });
  const settings = {
    NODE_PATH: path.join(root, 'node_modules'),
    KEYS_FILE: keysFile,
    SIGNING_KEY_FILE: signingKeyFile,
    DATABASE_URI: process.env.MONGODB_URI ?? (await startEmbedded(bench, `${name}-database`)).uri,
    DATABASE_PREFIX: `benchmark_${Date.now()}`,
    WEBHOOK_ALLOW: '127.0.0.1/32',
  };
  const child = await startShared(bench, name, program, settings, /ready at (\S+) (\S+)\n/);
  const [, service, door] = child.ready;
  const sign = await createTokenSigner('benchmark', keys.privateKey);
  const subscribe = async (accountId: number) => {
    const token = await sign({ audience: 'webhook', scope: 'full', accountId, credentialId: '1' });
    const subscribed = await fetch(`${service}/v2/webhooksubscriptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'booking', webhook_url: receiver }),
    });
    if (!subscribed.ok) throw new Error(await subscribed.text());
    await subscribed.body?.cancel();
  };
  await subscribe(USER_ID);
  const otherAccounts = Array.from({ length: others }, (_, index) => USER_ID + 1 + index);
  await inParallel(otherAccounts, AT_ONCE, subscribe);
  const handOver = async (changes: readonly ChangeEvent[]) => {
    const answer = await fetch(`${door}/keyhaven.booking`, { method: 'POST', body: JSON.stringify(changes) });
    if (!answer.ok) throw new Error(`the service took no changes: ${answer.status}`);
  };
  return { receiver, pid: child.pid, handOver, stop: () => Promise.resolve() };
}

/** Starts a receiver of webhooks. @returns its address. */
export async function startReceiver(bench: Bench): Promise<string> {
  const program = path.join(__dirname, 'receiver.mjs');
  return (await startShared(bench, 'receiver', program, {}, /ready at (\S+)/)).ready[1]!;
}

export function change(entityId: number): ChangeEvent {
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
