import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Bench } from '../harness/bench';
import { cpuMsOf } from '../harness/process-usage';
import { median, type Round } from '../harness/rounds';
import type { Measurement } from '../harness/row';
import { WORKLOADS } from './workloads';

/**
 * How many processes send the commands of a workload. The driver takes more processor time for a command than the
 * database, so one process would limit the rate.
 */
const PROCESSES = 2;

/** The database to measure. `pid` is the process id of an embedded database on this machine. */
export interface MeasuredDatabase {
  uri: string;
  databaseName: string;
  pid: number | undefined;
}

/**
 * Measures how many times per second several client processes together run a workload. Returns one
 * value per round.
 */
export async function measureInProcesses(
  bench: Bench,
  { uri, databaseName, pid }: MeasuredDatabase,
  workloadName: string,
): Promise<Measurement> {
  const { clients } = WORKLOADS.find(({ name }) => name === workloadName)!;
  const count = Math.min(PROCESSES, clients);
  const children = Array.from({ length: count }, (_, index) =>
    fork(path.join(__dirname, 'client-process.ts'), [
      uri,
      databaseName,
      workloadName,
      `${clients / count}`,
      `${index}`,
    ]),
  );
  try {
    const rounds: Round[] = [];
    const microsEach: number[] = [];
    // The first round is a warm-up.
    for (let round = 0; round <= bench.rounds; round++) {
      const before = pid === undefined ? NaN : cpuMsOf(pid);
      const measured = joined(await Promise.all(children.map((child) => runRound(child, bench.roundMs))));
      const micros = pid === undefined ? NaN : ((cpuMsOf(pid) - before) * 1000) / measured.repetitions;
      if (round === 0) continue;
      rounds.push(measured);
      microsEach.push(micros);
    }
    const latency = median(rounds.map(({ medianMs }) => medianMs)).toFixed(1);
    const cost = pid === undefined ? '' : `, ${median(microsEach).toFixed(0)} µs of the database's processor time each`;
    return {
      values: rounds.map(({ perSecond }) => perSecond),
      details: `${clients} clients${count > 1 ? ` in ${count} processes` : ''}, median ${latency} ms${cost}`,
      clientCpu: median(rounds.map(({ clientCpu }) => clientCpu)),
    };
  } finally {
    for (const child of children) child.disconnect();
  }
}

async function runRound(child: ChildProcess, durationMs: number): Promise<Round> {
  const answered = Promise.race([once(child, 'message'), once(child, 'exit')]);
  child.send(durationMs);
  const [round] = (await answered) as [Round | number | null];
  if (typeof round !== 'object' || round === null) throw new Error(`a client process ended with ${round}`);
  return round;
}

/**
 * Combines the rounds of all client processes. The rates are added up. The CPU load is that of the
 * busiest process, because a busy client may limit the rate.
 */
function joined(rounds: readonly Round[]): Round {
  const sum = (figure: keyof Round) => rounds.reduce((total, round) => total + round[figure], 0);
  return {
    repetitions: sum('repetitions'),
    perSecond: sum('perSecond'),
    medianMs: sum('medianMs') / rounds.length,
    clientCpu: Math.max(...rounds.map(({ clientCpu }) => clientCpu)),
  };
}
