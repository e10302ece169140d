import { setTimeout as sleep } from 'node:timers/promises';
import type { PlatformUnderTest } from '../platform-under-test';
import type { Probe } from './probe';

/** A failure that the test caused, and the observations about it. */
export interface Failure {
  kind: string;
  victim: string;
  /** The observation that proves that the failure really happened; undefined if there is none. */
  evidence: string | undefined;
  /** The seconds from the end of the failure until everything worked again; undefined if that took too long. */
  recoveredAfter: number | undefined;
}

/** The parts of a run that the code for causing failures needs. */
export interface FailureContext {
  platform: PlatformUnderTest;
  probe: Probe;
  random: () => number;
  /** All failures so far. */
  failures: Failure[];
  /**
   * Recoveries that are still in progress. Each stores its result in the failure that it belongs to, and never rejects.
   */
  recoveries: Promise<void>[];
}

/** How long a recovery may take, in milliseconds. */
export const RECOVERY_MS = 180_000;

/** Returns the seconds until a recovery is done; undefined if it fails or takes too long. */
export async function secondsUntil(done: Promise<unknown>): Promise<number | undefined> {
  const begun = performance.now();
  const recovery = done.then(
    () => (performance.now() - begun) / 1000,
    () => undefined,
  );
  const tooLong = sleep(RECOVERY_MS, undefined, { ref: false });
  return Promise.race([recovery, tooLong]);
}
