/**
 * `npx tsx tools/benchmarks/sizing.ts` measures the figures that operators need for planning: the memory of each
 * process at rest and under load; the processor time, the stored data and the Kafka volume of a booking. It starts the
 * platform as separate processes, with Kafka and the embedded database, on the data of the newest release in
 * docs/releases. SIZING_BOOKINGS is the number of bookings (default: 600).
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serviceNames } from '@keyhaven/contracts/platform/services';
import { RELEASE_FILE, releaseData } from '@keyhaven/standalone/testing/release/release-data';
import { mongo } from 'mongoose';
import { databasesOf } from '../backup/manifest';
import { lastReleased } from '../docs/check-compatibility';
import { ProcessTree } from '../processes/process-tree';
import { startPlatformProcesses } from '../processes/start-platform';

const root = path.resolve(__dirname, '../..');
const BOOKINGS = Number(process.env.SIZING_BOOKINGS ?? 600);
const CLIENTS = 4;
const REST_MS = 30_000;
/** The unit of processor times in /proc, in milliseconds. */
const TICK_MS = 10;
const MB = 1024 * 1024;

interface Usage {
  memory: number;
  processor: number;
}

/** The memory (bytes) and processor time (ms) of each process of the platform, by name. */
function usages(): Map<string, Usage> {
  const found = new Map<string, Usage>();
  for (const pid of execFileSync('ps', ['--ppid', String(process.pid), '-o', 'pid='], { encoding: 'utf8' }).split(
    /\s+/,
  )) {
    if (pid === '') continue;
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      const name =
        /dist\/(?:apps|libs)\/([a-z-]+)\/main\.js/.exec(command)?.[1] ?? (command.includes('kafka') && 'kafka');
      if (!name) continue;
      const memory = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024;
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
      found.set(name, { memory, processor: (Number(fields[11]) + Number(fields[12])) * TICK_MS });
    } catch {
      // The process has ended in the meantime.
    }
  }
  return found;
}

/** The number of documents and the bytes of all their BSON, by database and collection. */
async function stored(uri: string): Promise<Map<string, { documents: number; bytes: number }>> {
  const client = await new mongo.MongoClient(uri).connect();
  const sizes = new Map<string, { documents: number; bytes: number }>();
  for (const database of databasesOf()) {
    for (const { name } of await client.db(database).listCollections().toArray()) {
      const size = { documents: 0, bytes: 0 };
      for await (const raw of client.db(database).collection(name).find<Buffer>({}, { raw: true })) {
        size.documents++;
        size.bytes += raw.length;
      }
      sizes.set(`${database.replace('keyhaven_', '')}.${name}`, size);
    }
  }
  await client.close();
  return sizes;
}

/** The bytes of all segments in Kafka's folder, by topic. */
function kafkaBytes(folder: string): Map<string, number> {
  const sizes = new Map<string, number>();
  const visit = (at: string) => {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const name = path.join(at, entry.name);
      if (entry.isDirectory()) visit(name);
      else if (entry.name.endsWith('.log') && /-\d+$/.test(path.basename(at))) {
        const topic = path.basename(at).replace(/-\d+$/, '');
        sizes.set(topic, (sizes.get(topic) ?? 0) + statSync(name).size);
      }
    }
  };
  visit(folder);
  return sizes;
}

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function main(): Promise<void> {
  execFileSync(process.execPath, ['tools/build/bundle.mjs', 'embedded-mongo', ...serviceNames], { cwd: root });
  const folder = mkdtempSync(path.join(os.tmpdir(), 'keyhaven-sizing-'));
  const releases = path.join(root, 'docs/releases');
  const { version } = lastReleased(releases)!;
  execFileSync('tar', ['-xzf', path.join(releases, version, 'data.tar.gz'), '-C', folder]);
  const release = releaseData.parse(JSON.parse(readFileSync(path.join(folder, RELEASE_FILE), 'utf8')));
  delete process.env.MONGODB_URI;
  const tree = new ProcessTree();
  tree.endOnSignals();
  const platform = await startPlatformProcesses({ tree, folder, port: '0', replicasOf: () => 1, report: () => {} });
  const uri = `mongodb://${encodeURIComponent(path.join(folder, 'database/database.sock'))}`;
  let repeated = 0;
  const send = async (method: string, target: string, body?: object): Promise<{ id: number }> => {
    const headers = { authorization: `Bearer ${release.accessToken}`, 'content-type': 'application/json' };
    const response = await fetch(platform.url + target, { method, headers, body: body && JSON.stringify(body) });
    if (response.status === 503) {
      // A call between services exceeded its time limit, because the machine is busy. Nothing was
      // stored, so repeat the request.
      repeated++;
      await sleep(500);
      return send(method, target, body);
    }
    if (!response.ok) throw new Error(`${method} ${target} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as { id: number };
  };

  await sleep(REST_MS);
  const rest = usages();
  const [storedBefore, kafkaBefore] = [await stored(uri), kafkaBytes(path.join(folder, 'kafka'))];
  const before = usages();
  const peak = new Map<string, number>();
  const sampling = setInterval(() => {
    for (const [name, { memory }] of usages()) peak.set(name, Math.max(memory, peak.get(name) ?? 0));
  }, 500);
  const ids: number[] = [];
  let next = 0;
  const began = performance.now();
  const book = async () => {
    for (let turn = next++; turn < BOOKINGS; turn = next++) {
      const stay = { property_id: release.propertyId, adults: 2, arrival: day(120 + turn), departure: day(121 + turn) };
      ids.push((await send('POST', '/v2/bookings', { ...stay, generate_charges: true, ignore_rules: true })).id);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, book));
  const bookingSeconds = (performance.now() - began) / 1000;
  await sleep(REST_MS / 2);
  const afterBookings = usages();
  const [storedAfter, kafkaAfter] = [await stored(uri), kafkaBytes(path.join(folder, 'kafka'))];
  const beforeReads = usages();
  const readBegan = performance.now();
  const reads = ids.length * 5;
  let read = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (read < reads) await send('GET', `/v2/bookings/${ids[read++ % ids.length]}`);
    }),
  );
  const readSeconds = (performance.now() - readBegan) / 1000;
  const afterReads = usages();
  clearInterval(sampling);

  console.log(`${os.cpus().length} × ${os.cpus()[0]!.model}, Node ${process.version}, ${new Date().toISOString()}`);
  console.log(
    `${BOOKINGS} bookings with charges in ${bookingSeconds.toFixed(1)} s, ${reads} reads in ${readSeconds.toFixed(1)} s, ${repeated} answers of 503`,
  );
  console.log('process | MB at rest | MB at most | ms per booking | ms per read');
  const used = (from: Map<string, Usage>, to: Map<string, Usage>, name: string, count: number) =>
    ((to.get(name)!.processor - from.get(name)!.processor) / count).toFixed(2);
  for (const [name, { memory }] of rest) {
    const perBooking = used(before, afterBookings, name, BOOKINGS);
    const perRead = used(beforeReads, afterReads, name, reads);
    console.log(
      `${name} | ${(memory / MB).toFixed(0)} | ${(peak.get(name)! / MB).toFixed(0)} | ${perBooking} | ${perRead}`,
    );
  }
  console.log('collection | documents per booking | bytes per booking');
  for (const [name, { documents, bytes }] of storedAfter) {
    const old = storedBefore.get(name) ?? { documents: 0, bytes: 0 };
    if (bytes - old.bytes > 10 * BOOKINGS)
      console.log(
        `${name} | ${((documents - old.documents) / BOOKINGS).toFixed(2)} | ${((bytes - old.bytes) / BOOKINGS).toFixed(0)}`,
      );
  }
  console.log('topic | bytes per booking');
  for (const [topic, bytes] of kafkaAfter) {
    const added = bytes - (kafkaBefore.get(topic) ?? 0);
    if (added > 0) console.log(`${topic} | ${(added / BOOKINGS).toFixed(0)}`);
  }
  await tree.stop();
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
