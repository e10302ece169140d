import type { Bench } from './bench';
import type { Measurement } from './row';

/** One side of a comparison. Each of its clients repeats the work. */
export interface Side {
  clients: number;
  work: () => Promise<unknown>;
}

export interface Round {
  repetitions: number;
  perSecond: number;
  medianMs: number;
  /** The share of a processor core that this process used. */
  clientCpu: number;
}

/** A round ends early after this many repetitions of the work. */
const MAX_REPETITIONS = 20_000;

export const median = (list: readonly number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN;
const perSecond = (rounds: readonly Round[]) => `${median(rounds.map((round) => round.perSecond)).toFixed(0)}/s`;
const clientCpu = (rounds: readonly Round[]) => median(rounds.map((round) => round.clientCpu));

/** Measures the repetitions of the work per second: one value per round. */
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

/** Measures how long the work takes, in milliseconds: the median of each round. */
export async function measureLatency(bench: Bench, work: () => Promise<unknown>): Promise<Measurement> {
  const { rounds } = await inTurns(bench, [{ clients: 1, work }]);
  const [own] = rounds;
  return { values: own!.map(({ medianMs }) => medianMs), details: '1 client', clientCpu: clientCpu(own!) };
}

/** Measures the rate of the subject divided by the rate of the reference: one value per round. */
export async function measureRatio(bench: Bench, subject: Side, reference: Side): Promise<Measurement> {
  const { rounds } = await inTurns(bench, [subject, reference]);
  const [of, to] = rounds;
  return {
    values: of!.map((round, index) => round.perSecond / to![index]!.perSecond),
    details: `${perSecond(of!)} ÷ ${perSecond(to!)}, ${subject.clients} clients`,
    // The client may limit the faster side, so report the higher load.
    clientCpu: Math.max(clientCpu(of!), clientCpu(to!)),
  };
}

/** Measures all sides in each round. The order alternates, so that no side always runs after the other. */
async function inTurns(bench: Bench, sides: readonly Side[]): Promise<{ rounds: Round[][] }> {
  const rounds: Round[][] = sides.map(() => []);
  for (let round = 0; round <= bench.rounds; round++) {
    const order = [...sides.keys()];
    for (const index of round % 2 === 0 ? order : order.reverse()) {
      const measured = await measureRound(sides[index]!, bench.roundMs);
      // The first round is a warm-up.
      if (round > 0) rounds[index]!.push(measured);
    }
  }
  return { rounds };
}

export async function measureRound({ clients, work }: Side, durationMs: number): Promise<Round> {
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
    repetitions: latencies.length,
    perSecond: (latencies.length * 1000) / elapsedMs,
    medianMs: median(latencies),
    clientCpu: (user + system) / 1000 / elapsedMs,
  };
}
