import { setTimeout as sleep } from 'node:timers/promises';
import { processState } from '@keyhaven/testing/process-lives';
import { until } from '@keyhaven/testing/until';
import type { FailureContext } from './failure-context';
import { RECOVERY_MS, secondsUntil } from './recovery';

/** Pauses a process (SIGSTOP) for some time, as if its virtual machine were paused, and then continues it. */
export async function freeze(context: FailureContext, name: string, seconds: number): Promise<void> {
  const victim = context.platform.process(name);
  const pid = await until(() => victim.pid, RECOVERY_MS);
  process.kill(pid, 'SIGSTOP');
  let state: string | undefined;
  try {
    await sleep(seconds * 1000);
    state = processState(pid);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  const evidence = state === 'T' ? `process ${pid} was in state T` : undefined;
  const recoveredAfter = await secondsUntil(context.probe.whole());
  context.failures.push({ kind: `stopped for ${seconds} s`, victim: name, evidence, recoveredAfter });
}
