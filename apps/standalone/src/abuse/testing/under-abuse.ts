import { type Bystander, median } from './bystander';
import type { Abuse, Door } from './door';
import type { MemoryWatch } from './process-probe';

/**
 * How many rounds of requests an ordinary client sends: `usual` to measure its usual times, and at least `least` during
 * an abuse.
 */
export const ROUNDS = { usual: 40, least: 5 };

export interface Observed {
  faults: string[];
  /** A line for the report. */
  line: string;
}

/**
 * Abuses a server while an ordinary client uses it. The report shows how much longer this client waits. A slow response
 * is not a fault, because the abusing client uses the same processors.
 * @param bystander the ordinary client.
 * @param usualMs how long the requests of the ordinary client usually take.
 */
export async function underAbuse(
  door: Door,
  abuse: Abuse,
  { bystander, usualMs, memory }: { bystander: Bystander; usualMs: number; memory: readonly MemoryWatch[] },
): Promise<Observed> {
  const abusing = abuse(door);
  const measured = await bystander.measure(ROUNDS.least, abusing);
  const faults = [...(await abusing), ...measured.faults];
  const during = median(measured.durations);
  const growth = memory.map((watch) => `${watch.name} +${watch.growthMb.toFixed(0)} MB`);
  const times = `${measured.durations.length} other requests, ${during.toFixed(1)} ms`;
  const line = [times, `${(during / usualMs).toFixed(1)} times as long as usual`, ...growth].join('; ');
  return { faults: [...faults, ...memory.flatMap((watch) => watch.faults())], line };
}
