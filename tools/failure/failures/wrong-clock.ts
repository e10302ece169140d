import { setTimeout as sleep } from 'node:timers/promises';
import type { FailureContext } from './failure-context';
import { secondsUntil } from './recovery';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Makes the clock of a process an hour fast or slow for some time. */
export async function setClockWrong(
  context: FailureContext,
  name: string,
  way: 'fast' | 'slow',
  seconds: number,
): Promise<void> {
  const { platform, probe, failures } = context;
  const clockOffsetMs = way === 'fast' ? HOUR_MS : -HOUR_MS;
  const before = platform.logged('wrong clock');
  const { clock } = await platform.faults.begin(name, { clockOffsetMs });
  const minutes = Math.round((clock - Date.now()) / MINUTE_MS);
  await sleep(seconds * 1000);
  await platform.faults.end(name);
  const noticed = platform.logged('wrong clock') - before;
  const evidence = minutes === 0 ? undefined : `clock ${minutes} minutes off; ${noticed} log lines state it`;
  const recoveredAfter = await secondsUntil(probe.whole());
  const kind = `clock an hour ${way} for ${seconds} s (simulated)`;
  failures.push({ kind, victim: name, evidence, recoveredAfter });
}
