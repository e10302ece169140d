import type { Failure } from '../observed/failure';
import type { PlatformUnderTest } from '../platform/platform-under-test';
import type { Probe } from './probe';

/** The parts of a run that the code for causing failures needs. */
export interface FailureContext {
  platform: PlatformUnderTest;
  probe: Probe;
  random: () => number;
  /** All failures so far. */
  failures: Failure[];
  /**
   * Recoveries that are still in progress. Each promise stores the result of its recovery in the
   * failure, and never rejects.
   */
  recoveries: Promise<void>[];
}
