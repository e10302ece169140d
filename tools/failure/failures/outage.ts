import { setTimeout as sleep } from 'node:timers/promises';
import { killAtRandom } from '@keyhaven/testing/crash/kill-at-random';
import { until } from '@keyhaven/testing/until';
import type { FailureContext } from './failure-context';
import { RECOVERY_MS, secondsUntil } from './recovery';
import { killable, killNow } from './kill';

/** The share of the outage, from 0 to 1, during which other processes are killed. */
const KILLING = 0.9;

/** Kills Kafka and keeps it stopped for `seconds`. Kills other processes during this time. */
export async function takeKafkaAway(context: FailureContext, seconds: number, kills: number): Promise<void> {
  const { platform, random, failures } = context;
  const kafka = platform.process('kafka');
  const bringBack = platform.keepAway('kafka');
  await until(() => killNow(kafka), RECOVERY_MS);
  try {
    const others = platform.processes.filter(({ name }) => name !== 'kafka').map((one) => killable(one, context));
    const mean = (seconds * 1000 * KILLING) / Math.max(kills, 1);
    const pause = { least: mean / 2, most: (mean * 3) / 2 };
    await Promise.all([sleep(seconds * 1000), killAtRandom(others, kills, random, { pause })]);
  } finally {
    bringBack();
  }
  const evidence = kafka.pid === undefined ? 'no broker ran' : undefined;
  const recoveredAfter = await secondsUntil(context.probe.whole());
  failures.push({ kind: `away for ${seconds} s`, victim: 'kafka', evidence, recoveredAfter });
}
