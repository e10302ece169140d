import type { Bench } from './bench';
import type { Measurement } from './row';

/** One side of a comparison: so many clients, each of which repeats the work. */
export interface Side {
  clients: number;
  work: () => Promise<unknown>;
}

interface Round {
  perSecond: number;
  medianMs: number;
  /** The share of a processor core that this process used. */
  clientCpu: number;
}

/** A round ends early after so many repetitions. */
const MAX_REPETITIONS = 20_000;

export const median = (list: readonly number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN;
const perSecond = (rounds: readonly Round[]) => `${median(rounds.map((round) => round.perSecond)).toFixed(0)}/s`;
const clientCpu = (rounds: readonly Round[]) => median(rounds.map((round) => round.clientCpu));

/** How often the work is done in a second, in each round. */
export async function measureRate(bench: Bench, side: Side): Promise<Measurement> {
  const { rounds } = await inTurns(bench, [side]);
  const [own] = rounds;
  const latencies = own!.map(({ medianMs }) => medianMs);
  return {
    values: own!.map((round) => round.perSecond),
    details: `${side.clients} clients, median ${median(latencies).toFixed(1)} ms`,
    clientCpu: clientCpu(own!),
  };
}

/** How long the work takes, in milliseconds: the median of each round. */
export async function measureLatency(bench: Bench, work: () => Promise<unknown>): Promise<Measurement> {
  const { rounds } = await inTurns(bench, [{ clients: 1, work }]);
  const [own] = rounds;
  return { values: own!.map(({ medianMs }) => medianMs), details: '1 client', clientCpu: clientCpu(own!) };
}

/** The rate of one side divided by that of the other, in each round. */
export async function measureRatio(bench: Bench, subject: Side, reference: Side): Promise<Measurement> {
  const { rounds } = await inTurns(bench, [subject, reference]);
  const [of, to] = rounds;
  return {
    values: of!.map((round, index) => round.perSecond / to![index]!.perSecond),
    details: `${perSecond(of!)} ÷ ${perSecond(to!)}, ${subject.clients} clients`,
    // The side that answers faster is the one that the client may limit.
    clientCpu: Math.max(clientCpu(of!), clientCpu(to!)),
  };
}

/** Measures all sides in each round, in alternating order, so that none is always the one that follows the other. */
async function inTurns(bench: Bench, sides: readonly Side[]): Promise<{ rounds: Round[][] }> {
  const rounds: Round[][] = sides.map(() => []);
  for (let round = 0; round <= bench.rounds; round++) {
    const order = [...sides.keys()];
    for (const index of round % 2 === 0 ? order : order.reverse()) {
      const measured = await measureRound(sides[index]!, bench.roundMs);
      // The first round warms up.
      if (round > 0) rounds[index]!.push(measured);
    }
  }
  return { rounds };
}

async function measureRound({ clients, work }: Side, durationMs: number): Promise<Round> {
  const latencies: number[] = [];
  const cpu = process.cpuUsage();
  const began = performance.now();
  const client = async () => {
    while (performance.now() - began < durationMs && latencies.length < MAX_REPETITIONS) {
      const sent = performance.now();
      await work();
      latencies.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const elapsedMs = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  return {
    perSecond: (latencies.length * 1000) / elapsedMs,
    medianMs: median(latencies),
    clientCpu: (user + system) / 1000 / elapsedMs,
  };
}
