import type { Logger } from './logger';

/**
 * The minimum time between two log lines about failed exports, in milliseconds. The metric counts
 * all failures.
 */
const REPORT_EVERY_MS = 60_000;

/** Returns a function that logs failed exports of spans. */
export function traceFailures(logger: Logger): (error: unknown) => void {
  let reportedMs = -Infinity;
  return (error) => {
    const nowMs = performance.now();
    if (nowMs - reportedMs < REPORT_EVERY_MS) return;
    reportedMs = nowMs;
    logger.warn({ err: error }, 'spans could not be exported');
  };
}
