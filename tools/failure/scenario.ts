import { setTimeout as sleep } from 'node:timers/promises';
import { killAtRandom } from '@keyhaven/testing/crash/kill-at-random';
import type { FailureContext } from './failures/failure-context';
import { secondsUntil } from './failures/recovery';
import { freeze } from './failures/freeze';
import { fillDiskOfDatabase } from './failures/full-disk';
import { killable } from './failures/kill';
import { takeKafkaAway } from './failures/outage';
import { setClockWrong } from './failures/wrong-clock';
import type { FailureOptions } from './options';
import type { Tally } from './observed/tally';

/** How long the clients write before the first failure, in milliseconds. */
const CALM_MS = 5000;
/** The limits of the random pause between kills, in milliseconds. */
const BETWEEN_KILLS = { least: 1500, most: 5500 };
/** The processes that are paused one after the other. */
const FROZEN = ['booking-1', 'webhook-1', 'kafka', 'database'];
/** The processes whose clocks are made wrong one after the other. */
const WRONG_CLOCKS = ['gateway', 'booking-1', 'webhook-1', 'identity', 'database'];

/** Causes all failures, one kind after the other. The platform must recover from each kind before the next one. */
export async function causeFailures(context: FailureContext, options: FailureOptions, tally: Tally): Promise<void> {
  const { platform, probe, random, failures, recoveries } = context;
  const { kills, outageSeconds, freezeSeconds, diskSeconds, clockSeconds } = options;
  const begin = (phase: string) => {
    tally.begin(phase);
    console.log(`  ${new Date().toISOString().slice(11, 19)} ${phase}`);
  };
  begin('no failure');
  await sleep(CALM_MS);

  const first = Math.ceil(kills / 2);
  begin(`${first} kills`);
  const victims = platform.processes.map((one) => killable(one, context));
  await killAtRandom(victims, first, random, { pause: BETWEEN_KILLS });
  await Promise.all(recoveries);
  const recoveredAfter = await secondsUntil(probe.whole());
  failures.push({ kind: 'after these kills', victim: 'all', evidence: `${first} kills`, recoveredAfter });

  begin(`no Kafka for ${outageSeconds} s, ${kills - first} kills`);
  await takeKafkaAway(context, outageSeconds, kills - first);
  await Promise.all(recoveries);

  for (const name of FROZEN) {
    begin(`${name} stopped`);
    await freeze(context, name, freezeSeconds);
  }
  begin('full disk');
  await fillDiskOfDatabase(context, diskSeconds, tally);
  for (const name of WRONG_CLOCKS) {
    begin(`fast clock of ${name}`);
    await setClockWrong(context, name, 'fast', clockSeconds);
    begin(`slow clock of ${name}`);
    await setClockWrong(context, name, 'slow', clockSeconds);
  }
}
