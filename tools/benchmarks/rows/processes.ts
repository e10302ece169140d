import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serviceNames } from '@keyhaven/contracts/platform/services';
import { ProcessTree } from '../../processes/process-tree';
import { startPlatformProcesses } from '../../processes/start-platform';
import type { Bench } from '../harness/bench';
import { cpuMsOf } from '../harness/process-usage';
import type { Measurement, Row } from '../harness/row';

const REST_MS = 20_000;
const IDLE_MS = 10_000;
const ROUNDS = 3;

/** The processes below this one that run Node, so without Kafka. */
function nodeProcesses(): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // It has ended meanwhile.
    }
  }
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && (parent === process.pid || isBelow(parent));
  };
  const isNode = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('node');
  return [...parents.keys()].filter((pid) => isBelow(pid) && isNode(pid));
}

/** All services as processes, each once, without data. */
async function idleCpu(bench: Bench): Promise<Measurement> {
  const { bundle } = await import('../../build/bundle.mjs');
  for (const name of ['embedded-mongo', ...serviceNames]) await bundle(name);
  const tree = new ProcessTree();
  const folder = path.join(bench.folder, 'processes');
  try {
    await startPlatformProcesses({ tree, folder, port: '0', replicasOf: () => 1, report: () => {} });
    await sleep(REST_MS);
    const pids = nodeProcesses();
    const used = () => pids.reduce((sum, pid) => sum + cpuMsOf(pid), 0);
    const values: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const before = used();
      await sleep(IDLE_MS);
      values.push((used() - before) / IDLE_MS);
    }
    return { values, details: `${pids.length} processes, without Kafka` };
  } finally {
    await tree.stop();
  }
}

export const processRows: Row[] = [
  {
    name: 'idle-processes',
    title: 'idle, each service a process: share of a core of all together',
    unit: 'of a core',
    goal: { atMost: 0.1 },
    onlyByName: 'it needs Kafka: a JDK and Maven, or KAFKA_BROKERS',
    run: idleCpu,
  },
];
