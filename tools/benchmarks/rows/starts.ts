import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from '../harness/bench';
import { cpuMsOf, memoryMbOf } from '../harness/process-usage';
import type { Measurement, Row } from '../harness/row';
import { demo } from '../servers/standalone';

/**
 * The wait between loading the demo data and the first memory measurement, in milliseconds. That
 * measurement still includes garbage from the loading.
 */
const REST_MS = 5000;
/**
 * How long a platform is busy after its start, in milliseconds. In this time it also collects
 * garbage.
 */
const SETTLE_MS = 45_000;
/** How long the idle platform is observed for each value, in milliseconds. */
const IDLE_MS = 10_000;
const IDLE_ROUNDS = 3;
const RESTARTS = 3;

/**
 * Restarts the platform several times on the same data: stops it with the signal, and starts it again. Measures the
 * seconds from each start until the API responds.
 */
async function restarts(bench: Bench, signal: NodeJS.Signals): Promise<Measurement> {
  const { standalone } = await bench.share(demo);
  const values: number[] = [];
  for (let restart = 0; restart < RESTARTS; restart++) {
    await standalone.stop(signal);
    values.push((await standalone.start()).answersS);
  }
  return { values, details: `${RESTARTS} restarts` };
}

/**
 * Reports a duration of the first start. There is only one value, because a run has only one first
 * start.
 */
async function ofFirstStart(bench: Bench, seconds: 'answersS' | 'loadedS'): Promise<Measurement> {
  const { firstStart } = await bench.share(demo);
  if (!firstStart) throw new Error('the first start is not measured where BENCH_DEMO names data that are loaded');
  return { values: [firstStart[seconds]], details: 'with the bundle' };
}

async function memory(bench: Bench): Promise<Measurement> {
  const { standalone } = await bench.share(demo);
  await sleep(REST_MS);
  const before = Math.round(memoryMbOf(standalone.pid));
  await sleep(SETTLE_MS - REST_MS);
  const details = `${SETTLE_MS / 1000} s after the start; ${before} MB ${REST_MS / 1000} s after it`;
  return { values: [memoryMbOf(standalone.pid)], details };
}

async function idleCpu(bench: Bench): Promise<Measurement> {
  const { standalone } = await bench.share(demo);
  await standalone.stop();
  await standalone.start();
  await sleep(SETTLE_MS);
  const details = `${IDLE_MS / 1000} s each, ${SETTLE_MS / 1000} s after a start`;
  return { values: await inRounds(() => cpuMsOf(standalone.pid) / 1000), details };
}

/** Measures how much the result of `count` grows per second: one value per round. */
async function inRounds(count: () => number): Promise<number[]> {
  const values: number[] = [];
  for (let round = 0; round < IDLE_ROUNDS; round++) {
    const [before, began] = [count(), performance.now()];
    await sleep(IDLE_MS);
    values.push((count() - before) / ((performance.now() - began) / 1000));
  }
  return values;
}

export const firstStartRows: Row[] = [
  {
    name: 'first-start',
    title: 'the first `npm start` after the install: until the API answers',
    unit: 's',
    goal: { atMost: 5 },
    run: (bench) => ofFirstStart(bench, 'answersS'),
  },
  {
    name: 'first-start-loaded',
    title: 'the same, until the demo data are loaded',
    unit: 's',
    goal: { atMost: 20 },
    run: (bench) => ofFirstStart(bench, 'loadedS'),
  },
  {
    name: 'first-start-memory',
    title: 'the same, memory afterwards',
    unit: 'MB',
    goal: { atMost: 400 },
    run: memory,
  },
];

export const restartRows: Row[] = [
  {
    name: 'second-start',
    title: 'a start with the data of the last one: until the API answers',
    unit: 's',
    run: (bench) => restarts(bench, 'SIGTERM'),
  },
  {
    name: 'start-after-kill',
    title: 'the same after `kill -9`',
    unit: 's',
    goal: { atMost: 3 },
    run: (bench) => restarts(bench, 'SIGKILL'),
  },
  {
    name: 'idle',
    title: 'idle: share of a core',
    unit: 'of a core',
    goal: { atMost: 0.005 },
    run: idleCpu,
  },
];
