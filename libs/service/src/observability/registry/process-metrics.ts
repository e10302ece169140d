import type { MetricDefinitions } from './metric-definition';

/**
 * Metrics of a process. prom-client creates and measures most of them. For these, /metrics contains the descriptions of
 * prom-client, not the descriptions below.
 */
export const processMetrics = {
  process_cpu_user_seconds_total: {
    type: 'counter',
    help: 'Processor time in user mode',
    servedBy: 'process',
  },
  process_cpu_system_seconds_total: {
    type: 'counter',
    help: 'Processor time in the kernel',
    servedBy: 'process',
  },
  process_cpu_seconds_total: {
    type: 'counter',
    help: 'Processor time',
    servedBy: 'process',
  },
  process_start_time_seconds: {
    type: 'gauge',
    help: 'When the process started, in seconds since 1970',
    servedBy: 'process',
  },
  process_resident_memory_bytes: {
    type: 'gauge',
    help: 'Memory of the process that is in RAM',
    servedBy: 'process',
  },
  process_virtual_memory_bytes: {
    type: 'gauge',
    help: 'Address space of the process',
    servedBy: 'process',
  },
  process_heap_bytes: {
    type: 'gauge',
    help: 'Data segment of the process',
    servedBy: 'process',
  },
  process_open_fds: {
    type: 'gauge',
    help: 'Open file descriptors',
    servedBy: 'process',
  },
  process_max_fds: {
    type: 'gauge',
    help: 'The maximum number of open file descriptors',
    servedBy: 'process',
  },
  nodejs_eventloop_lag_seconds: {
    type: 'gauge',
    help: 'Delay of the event loop, measured when it is read',
    servedBy: 'process',
  },
  nodejs_eventloop_lag_min_seconds: {
    type: 'gauge',
    help: 'Shortest delay of the event loop since the last reading',
    servedBy: 'process',
  },
  nodejs_eventloop_lag_max_seconds: {
    type: 'gauge',
    help: 'Longest delay of the event loop since the last reading',
    servedBy: 'process',
  },
  nodejs_eventloop_lag_mean_seconds: {
    type: 'gauge',
    help: 'Mean delay of the event loop since the last reading',
    servedBy: 'process',
  },
  nodejs_eventloop_lag_stddev_seconds: {
    type: 'gauge',
    help: 'Standard deviation of the delay of the event loop since the last reading',
    servedBy: 'process',
  },
  nodejs_eventloop_lag_p50_seconds: {
    type: 'gauge',
    help: 'Median delay of the event loop since the last reading',
    servedBy: 'process',
  },
  nodejs_eventloop_lag_p90_seconds: {
    type: 'gauge',
    help: '90th percentile of the delay of the event loop since the last reading',
    servedBy: 'process',
  },
  nodejs_eventloop_lag_p99_seconds: {
    type: 'gauge',
    help: '99th percentile of the delay of the event loop since the last reading',
    servedBy: 'process',
  },
  nodejs_active_resources: {
    type: 'gauge',
    help: 'Resources that keep the event loop alive, by type',
    servedBy: 'process',
    labels: { type: { help: 'the class name in Node' } },
  },
  nodejs_active_resources_total: {
    type: 'gauge',
    help: 'All resources that keep the event loop alive',
    servedBy: 'process',
  },
  nodejs_active_handles: {
    type: 'gauge',
    help: 'Active handles of libuv, by type',
    servedBy: 'process',
    labels: { type: { help: 'the class name in Node' } },
  },
  nodejs_active_handles_total: {
    type: 'gauge',
    help: 'All active handles of libuv',
    servedBy: 'process',
  },
  nodejs_active_requests: {
    type: 'gauge',
    help: 'Active requests of libuv, by type',
    servedBy: 'process',
    labels: { type: { help: 'the class name in Node' } },
  },
  nodejs_active_requests_total: {
    type: 'gauge',
    help: 'All active requests of libuv',
    servedBy: 'process',
  },
  nodejs_heap_size_total_bytes: {
    type: 'gauge',
    help: 'Size of the JavaScript heap',
    servedBy: 'process',
  },
  nodejs_heap_size_used_bytes: {
    type: 'gauge',
    help: 'Used part of the JavaScript heap',
    servedBy: 'process',
  },
  nodejs_external_memory_bytes: {
    type: 'gauge',
    help: 'Memory of buffers outside the JavaScript heap',
    servedBy: 'process',
  },
  nodejs_heap_space_size_total_bytes: {
    type: 'gauge',
    help: 'Size of each space of the JavaScript heap',
    servedBy: 'process',
    labels: { space: { help: 'the space, such as `new` or `old`' } },
  },
  nodejs_heap_space_size_used_bytes: {
    type: 'gauge',
    help: 'Used part of each space of the JavaScript heap',
    servedBy: 'process',
    labels: { space: { help: 'the space, such as `new` or `old`' } },
  },
  nodejs_heap_space_size_available_bytes: {
    type: 'gauge',
    help: 'Free part of each space of the JavaScript heap',
    servedBy: 'process',
    labels: { space: { help: 'the space, such as `new` or `old`' } },
  },
  nodejs_version_info: {
    type: 'gauge',
    help: 'Always 1; the labels are the version of Node',
    servedBy: 'process',
    labels: {
      version: { help: 'the version' },
      major: { help: 'its first number' },
      minor: { help: 'its second number' },
      patch: { help: 'its third number' },
    },
  },
  nodejs_gc_duration_seconds: {
    type: 'histogram',
    help: 'Garbage collections by kind',
    servedBy: 'process',
    labels: { kind: { help: 'major, minor, incremental or weakcb' } },
  },
} as const satisfies MetricDefinitions;

/** The process metrics that exist only on Linux. */
export const linuxMetrics: readonly string[] = [
  'process_heap_bytes',
  'process_max_fds',
  'process_open_fds',
  'process_virtual_memory_bytes',
];
