/**
 * `npm run benchmark:database [-- REVISION] [NAME]` measures operations of the MongoDB driver on
 * the embedded database of the working tree. Given a git REVISION, it also measures the database of that
 * revision. Given NAME, it runs only the operations whose name contains NAME. Pass an empty
 * REVISION to give only NAME. If MONGODB_URI is set, that MongoDB is measured instead of the
 * database of the working tree.
 *
 * Each database runs as its own process on this machine. The databases are measured alternately.
 * The machine may be busy at times, so compare databases by the median ratio, not by their rates.
 *
 * One process sends the requests of all clients, so its driver limits the rates too. Therefore the
 * output also contains the processor time per operation, in the database (on Linux) and in the
 * driver.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { mongo } from 'mongoose';
import { startChild } from '../processes/child';
import { INDEXES, makeStay, STAYS, WORKLOADS, type Stay, type Workload } from './database/workloads';

const root = path.resolve(__dirname, '../..');
/** How many times each workload runs on each database. */
const TURNS = 5;
/** The duration of one run of a workload, in milliseconds. */
const TURN_MS = 1500;
const ENTRY = 'libs/embedded-mongo/src/main.ts';

interface Turn {
  /** The number of operations per second. */
  rate: number;
  /** The processor time of the database per operation, in microseconds; NaN where it is unknown. */
  databaseMicros: number;
  /** The processor time of the driver per operation, in microseconds. */
  driverMicros: number;
}

interface Target {
  name: string;
  stays: mongo.Collection<Stay>;
  turns: Turn[];
  /** The process id of the database; undefined for a MongoDB that was already running. */
  pid?: number;
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
  return connect(name, child.ready[1] as string, () => child.stop(), child.pid);
}

async function connect(name: string, uri: string, stop: () => Promise<void>, pid?: number): Promise<Target> {
  const client = await new mongo.MongoClient(uri, { maxPoolSize: 32 }).connect();
  const stays = client.db(`benchmark_${Date.now()}`).collection<Stay>('stays');
  await stays.createIndexes(INDEXES);
  await stays.insertMany(Array.from({ length: STAYS }, (_, number) => makeStay(number)));
  const end = async () => {
    await client.close();
    await stop();
  };
  return { name, stays, turns: [], pid, nextNumber: STAYS, stop: end };
}

/** Linux counts the processor time of another process in units of 10 ms. */
const TICK_MICROS = 10_000;

/** The processor time that a process has used, in microseconds; NaN where the system does not report it. */
function processorMicros(pid: number | undefined): number {
  if (pid === undefined || process.platform !== 'linux') return NaN;
  // The name of the program, in parentheses, may contain spaces. User and system time are the 14th and 15th field.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MICROS;
}

async function measure(target: Target, workload: Workload): Promise<Turn> {
  const from = performance.now();
  const ownBefore = process.cpuUsage();
  const databaseBefore = processorMicros(target.pid);
  let operations = 0;
  const client = async () => {
    while (performance.now() < from + TURN_MS) {
      await workload.run(target.stays, Math.floor(Math.random() * STAYS), () => target.nextNumber++);
      operations++;
    }
  };
  await Promise.all(Array.from({ length: workload.clients }, client));
  const own = process.cpuUsage(ownBefore);
  return {
    rate: operations / ((performance.now() - from) / 1000),
    databaseMicros: (processorMicros(target.pid) - databaseBefore) / operations,
    driverMicros: (own.user + own.system) / operations,
  };
}

const median = (list: readonly number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] as number;

function line(targets: readonly Target[]): string {
  const of = (turns: readonly Turn[], figure: keyof Turn) => median(turns.map((turn) => turn[figure])).toFixed(0);
  const rates = targets.map(
    ({ name, turns }) =>
      `${name} ${of(turns, 'rate')}/s (${of(turns, 'databaseMicros')} + ${of(turns, 'driverMicros')} µs)`,
  );
  const [now, before] = targets;
  if (!now || !before) return rates.join(', ');
  const ratios = now.turns.map(({ rate }, turn) => rate / (before.turns[turn] as Turn).rate);
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
      `${os.cpus().length} × ${os.cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, ${STAYS} documents;`,
      'operations per second (processor time of an operation: database + driver)',
    );
    const wanted = process.argv[3] ?? '';
    for (const workload of WORKLOADS.filter(({ name }) => name.includes(wanted))) {
      for (const target of targets) target.turns = [];
      // The first turn (one run on each database) is a warm-up and does not count.
      for (let turn = 0; turn <= TURNS; turn++) {
        // The order alternates, so that neither database always runs second.
        for (const target of turn % 2 === 0 ? targets : [...targets].reverse()) {
          const measured = await measure(target, workload);
          if (turn > 0) target.turns.push(measured);
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
