import { type Bystander, median } from './bystander';
import type { Abuse, Door } from './door';
import type { MemoryWatch } from './process-probe';

/** How many rounds of requests an ordinary client sends to measure its usual times, and at least while others abuse. */
export const ROUNDS = { usual: 40, least: 5 };
/**
 * How much longer an ordinary client may wait. The aim is twice its usual time, but the test itself uses the same
 * processor, and no test asserts a time: the ratio is printed, and only an absurd one fails.
 */
const ABSURD = { factor: 20, plusMs: 200 };

export interface Observed {
  faults: string[];
  /** A line for the report. */
  line: string;
}

/** Abuses a server while an ordinary client uses it. @param bystander its client. @param usualMs its usual time. */
export async function underAbuse(
  door: Door,
  abuse: Abuse,
  { bystander, usualMs, memory }: { bystander: Bystander; usualMs: number; memory: readonly MemoryWatch[] },
): Promise<Observed> {
  const abusing = abuse(door);
  const measured = await bystander.measure(ROUNDS.least, abusing);
  const faults = [...(await abusing), ...measured.faults];
  const during = median(measured.durations);
  if (during > ABSURD.factor * usualMs + ABSURD.plusMs)
    faults.push(`another client waited ${during.toFixed(1)} ms instead of ${usualMs.toFixed(1)} ms`);
  const growth = memory.map((watch) => `${watch.name} +${watch.growthMb.toFixed(0)} MB`);
  const times = `${measured.durations.length} other requests, ${during.toFixed(1)} ms`;
  const line = [times, `${(during / usualMs).toFixed(1)} times as long as usual`, ...growth].join('; ');
  return { faults: [...faults, ...memory.flatMap((watch) => watch.faults())], line };
}
