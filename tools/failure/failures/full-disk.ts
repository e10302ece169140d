import { setTimeout as sleep } from 'node:timers/promises';
import type { Tally } from '../observed/tally';
import type { FailureContext } from './failure-context';
import { secondsUntil } from './recovery';

/** Makes the disk look full to the process of the database for some time, so that the database refuses writes. */
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
