import { createHistogram, type Histogram } from 'node:perf_hooks';
import { collectDefaultMetrics, type Registry } from 'prom-client';
import { createProcessGauge } from './create-metric';
import type { processMetrics } from './registry/process-metrics';

/** How often the delay of the event loop is measured, in milliseconds. Each measurement wakes up an idle process. */
const SAMPLE_MS = 250;
/** The longest interval of a timer, in milliseconds. With this interval, prom-client never measures the delay. */
const NEVER_MS = 2 ** 31 - 1;

/** The metrics of the delay of the event loop, computed from delays in nanoseconds. */
const delayStatistics = {
  nodejs_eventloop_lag_min_seconds: ({ min }) => min,
  nodejs_eventloop_lag_max_seconds: ({ max }) => max,
  nodejs_eventloop_lag_mean_seconds: ({ mean }) => mean,
  nodejs_eventloop_lag_stddev_seconds: ({ stddev }) => stddev,
  nodejs_eventloop_lag_p50_seconds: (delays) => delays.percentile(50),
  nodejs_eventloop_lag_p90_seconds: (delays) => delays.percentile(90),
  nodejs_eventloop_lag_p99_seconds: (delays) => delays.percentile(99),
} as const satisfies Partial<Record<keyof typeof processMetrics, (delays: Histogram) => number>>;

/** Registers the metrics of this process. */
export function registerProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: NEVER_MS });
  replaceDelayMetrics(registry);
}

/**
 * Replaces the metrics of prom-client for the delay of the event loop. prom-client measures the time between two runs
 * of a timer, which includes the interval of the timer. We measure only how late the timer runs.
 */
function replaceDelayMetrics(registry: Registry): void {
  const delays = measureDelays();
  // The registry reads all gauges in the same tick, so the first of them sets the values of all.
  const collect = () => {
    if (delays.count === 0) return;
    for (const { gauge, statistic } of gauges) gauge.set(statistic(delays) / 1e9);
    delays.reset();
  };
  const names = Object.keys(delayStatistics) as (keyof typeof delayStatistics)[];
  const gauges = names.map((name) => {
    registry.removeSingleMetric(name);
    return { gauge: createProcessGauge(registry, name, collect), statistic: delayStatistics[name] };
  });
}

/** Measures how late a timer runs, in nanoseconds. */
function measureDelays() {
  const delays = createHistogram();
  let due = performance.now() + SAMPLE_MS;
  const measure = () => {
    const now = performance.now();
    delays.record(Math.max(Math.round((now - due) * 1e6), 1));
    due = now + SAMPLE_MS;
  };
  setInterval(measure, SAMPLE_MS).unref();
  return delays;
}
