import type { Killable } from '@keyhaven/testing/crash/kill-at-random';
import { processLives } from '@keyhaven/testing/process-lives';
import { until } from '@keyhaven/testing/until';
import type { PlatformProcess } from '../../processes/kept-processes';
import type { FailureContext } from './failure-context';
import type { Failure } from '../observed/failure';
import { RECOVERY_MS, secondsUntil } from './recovery';
import { isReady } from './is-ready';

/**
 * Kills a process with SIGKILL.
 * @returns the process id; undefined if the process was not running.
 */
export function killNow({ pid }: PlatformProcess): number | undefined {
  if (pid === undefined) return undefined;
  try {
    process.kill(pid, 'SIGKILL');
    return pid;
  } catch {
    // The process has just ended.
    return undefined;
  }
}

/**
 * Returns `victim` as a target of random kills. A kill does not wait until the process is ready again, so several
 * processes may be down at the same time.
 */
export function killable(victim: PlatformProcess, { failures, recoveries }: FailureContext): Killable {
  return {
    crash: async () => {
      // The process may still be starting after an earlier kill.
      const killed = await until(() => killNow(victim), RECOVERY_MS);
      const restarted = until(() => victim.pid !== undefined && victim.pid !== killed && isReady(victim), RECOVERY_MS);
      const failure: Failure = { kind: 'kill -9', victim: victim.name, evidence: undefined, recoveredAfter: undefined };
      failures.push(failure);
      recoveries.push(secondsUntil(restarted).then((seconds) => void (failure.recoveredAfter = seconds)));
      await until(() => !processLives(killed), RECOVERY_MS);
      failure.evidence = `process ${killed} ended`;
    },
  };
}
