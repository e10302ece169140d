/**
 * npm run benchmark:database [-- REVISION]: operations of drivers on the embedded database of the working tree, and of a
 * git revision where one is named. Both run on this machine as processes of their own and are measured in turns; the
 * median ratio is what counts, as the machine may be busy. MongoDB answers instead where MONGODB_URI names one.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { mongo } from 'mongoose';
import { startChild } from '../processes/child';
import { INDEXES, makeStay, STAYS, WORKLOADS, type Stay, type Workload } from './database/workloads';

const root = path.resolve(__dirname, '../..');
/** How often each database has its turn at each workload, and for how long, in milliseconds. */
const TURNS = 5;
const TURN_MS = 1500;
const ENTRY = 'libs/embedded-mongo/src/main.ts';

interface Target {
  name: string;
  stays: mongo.Collection<Stay>;
  /** Operations a second, per turn. */
  rates: number[];
  nextNumber: number;
  stop(): Promise<void>;
}

async function startTarget(name: string, sources: string, folder: string): Promise<Target> {
  const file = path.join(folder, name, 'main.js');
  await build({
    absWorkingDir: sources,
    entryPoints: [ENTRY],
    outfile: file,
    bundle: true,
    platform: 'node',
    target: 'node20',
    external: ['lmdb'],
    nodePaths: [path.join(root, 'node_modules')],
    logLevel: 'warning',
  });
  const child = await startChild({
    name,
    program: file,
    settings: { NODE_PATH: path.join(root, 'node_modules'), KEYHAVEN_DATA: path.join(folder, name) },
    ready: /(mongodb:\/\/\S+)\s/,
    folder,
  });
  return connect(name, child.ready[1] as string, () => child.stop());
}

async function connect(name: string, uri: string, stop: () => Promise<void>): Promise<Target> {
  const client = await new mongo.MongoClient(uri, { maxPoolSize: 32 }).connect();
  const stays = client.db(`benchmark_${Date.now()}`).collection<Stay>('stays');
  await stays.createIndexes(INDEXES);
  await stays.insertMany(Array.from({ length: STAYS }, (_, number) => makeStay(number)));
  const end = async () => {
    await client.close();
    await stop();
  };
  return { name, stays, rates: [], nextNumber: STAYS, stop: end };
}

async function measure(target: Target, workload: Workload): Promise<number> {
  const from = performance.now();
  let operations = 0;
  const client = async () => {
    while (performance.now() < from + TURN_MS) {
      await workload.run(target.stays, Math.floor(Math.random() * STAYS), () => target.nextNumber++);
      operations++;
    }
  };
  await Promise.all(Array.from({ length: workload.clients }, client));
  return operations / ((performance.now() - from) / 1000);
}

const median = (list: readonly number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] as number;

function line(targets: readonly Target[]): string {
  const rates = targets.map(({ name, rates: all }) => `${name} ${median(all).toFixed(0)}/s`);
  const [now, before] = targets;
  if (!now || !before) return rates.join(', ');
  const ratios = now.rates.map((rate, turn) => rate / (before.rates[turn] as number));
  const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  return `${rates.join(', ')}, ratio ${median(ratios).toFixed(2)} (${spread})`;
}

async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-benchmark-'));
  const targets: Target[] = [];
  try {
    const given = process.env.MONGODB_URI;
    targets.push(given ? await connect('MongoDB', given, async () => {}) : await startTarget('now', root, folder));
    const revision = process.argv[2];
    if (revision) {
      const sources = path.join(folder, 'sources');
      await mkdir(sources);
      const archive = execFileSync('git', ['archive', revision, 'libs/embedded-mongo'], { cwd: root, maxBuffer: 1e9 });
      execFileSync('tar', ['-x', '-C', sources], { input: archive });
      targets.push(await startTarget('before', sources, folder));
    }
    console.log(
      `${os.cpus().length} × ${os.cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, ${STAYS} documents`,
    );
    for (const workload of WORKLOADS) {
      for (const target of targets) target.rates = [];
      // The first turn warms up and does not count.
      for (let turn = 0; turn <= TURNS; turn++) {
        // In alternating order, so that none is always the one that follows the other.
        for (const target of turn % 2 === 0 ? targets : [...targets].reverse()) {
          const rate = await measure(target, workload);
          if (turn > 0) target.rates.push(rate);
        }
      }
      console.log(`${workload.name.padEnd(38)}${line(targets)}`);
    }
  } finally {
    for (const target of targets) await target.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

void main();
