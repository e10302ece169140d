import { setTimeout as sleep } from 'node:timers/promises';
import type { Tally } from '../report/tally';
import { type FailureContext, secondsUntil } from './failure';

/** Lets the process of the database see a full disk for a time. It then refuses writes itself. */
export async function fillDiskOfDatabase(context: FailureContext, seconds: number, tally: Tally): Promise<void> {
  const { platform, probe, failures } = context;
  const before = tally.total('full disk');
  await platform.faults.begin('database', { isDiskFull: true });
  await sleep(seconds * 1000);
  await platform.faults.end('database');
  const refused = tally.total('full disk') - before;
  const evidence = refused > 0 ? `${refused} attempts were answered that the disk is full` : undefined;
  const recoveredAfter = await secondsUntil(probe.whole());
  failures.push({ kind: `full disk for ${seconds} s (simulated)`, victim: 'database', evidence, recoveredAfter });
}
