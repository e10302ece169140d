import type { Logger } from './logger';

/** Failed exports are logged at most this often, in milliseconds. The metric counts them all. */
const REPORT_EVERY_MS = 60_000;

/** Logs that spans could not be exported. */
export function traceFailures(logger: Logger): (error: unknown) => void {
  let reportedMs = -Infinity;
  return (error) => {
    const nowMs = performance.now();
    if (nowMs - reportedMs < REPORT_EVERY_MS) return;
    reportedMs = nowMs;
    logger.warn({ err: error }, 'spans could not be exported');
  };
}
