import type { Alert } from './alert';

/** Alerts about the resources of processes. */
export const processAlerts: readonly Alert[] = [
  {
    name: 'KeyhavenPoolExhausted',
    severity: 'warning',
    expr: 'max by (service, instance) (keyhaven_database_pool_waiting) > 0',
    for: '2m',
    summary: 'Operations of {{ $labels.service }} wait for a connection to the database',
    description:
      '{{ $value }} operations of {{ $labels.service }} at {{ $labels.instance }} wait, because all connections are in use.',
    meaning: 'All connections of a process to its database are in use, so operations wait.',
    users: 'Requests are slow, and some are answered 504.',
    look: 'The dashboard "Keyhaven: database": does one process wait or all? Slow operations of MongoDB.',
    act: 'If MongoDB is slow, relieve it. Otherwise increase `MONGODB_POOL_SIZE` or add processes.',
    fires: { series: { 'keyhaven_database_pool_waiting{service="booking",instance="a"}': '4x10' }, minutes: 4 },
    quiet: { series: { 'keyhaven_database_pool_waiting{service="booking",instance="a"}': '4 0 4 0 4 0' }, minutes: 4 },
  },
  {
    name: 'KeyhavenPoolFailures',
    severity: 'warning',
    expr: 'sum by (service) (increase(keyhaven_database_pool_failures_total[5m])) > 0',
    for: '2m',
    summary: 'Operations of {{ $labels.service }} get no connection to the database',
    description: '{{ $value | humanize }} operations of {{ $labels.service }} got no connection within five minutes.',
    meaning: 'A process could not open connections to its database.',
    users: 'The requests in question fail with 503 or 500.',
    look: 'Whether MongoDB answers and how many connections it allows. The network between the two.',
    act: 'Restore MongoDB or the network. If MongoDB refuses connections because it has too many, decrease `MONGODB_POOL_SIZE` or increase its limit.',
    fires: { series: { 'keyhaven_database_pool_failures_total{service="booking"}': '0+1x10' }, minutes: 6 },
    quiet: { series: { 'keyhaven_database_pool_failures_total{service="booking"}': '7x20' }, minutes: 15 },
  },
  {
    name: 'KeyhavenEventLoopSlow',
    severity: 'warning',
    expr: 'nodejs_eventloop_lag_p99_seconds{job=~".*keyhaven.*"} > 0.5',
    for: '5m',
    summary: 'A process is overloaded',
    description: 'The event loop of {{ $labels.instance }} is late by {{ $value | humanizeDuration }}.',
    meaning: 'A process is busy with computing, so requests, renewals of leases and heartbeats wait.',
    users: 'Requests to this process are slow.',
    look: 'The processor of its machine and the rate of requests by route ("Keyhaven: overview").',
    act: 'Add processes of the service or give them more of a processor.',
    fires: { series: { 'nodejs_eventloop_lag_p99_seconds{job="keyhaven",instance="a"}': '0.8x10' }, minutes: 7 },
    quiet: {
      series: { 'nodejs_eventloop_lag_p99_seconds{job="keyhaven",instance="a"}': '0.3 0.8 0.3x10' },
      minutes: 7,
    },
  },
  {
    name: 'KeyhavenFileDescriptors',
    severity: 'warning',
    expr: 'process_open_fds{job=~".*keyhaven.*"} / process_max_fds{job=~".*keyhaven.*"} > 0.8',
    for: '5m',
    summary: 'A process has few file descriptors left',
    description: '{{ $labels.instance }} uses {{ $value | humanizePercentage }} of its file descriptors.',
    meaning:
      'Each connection and open file needs a file descriptor. Without a free one, a process accepts no connections.',
    users: 'Nothing yet. Soon requests to this process would fail.',
    look: 'How many clients are connected, for example to the event stream.',
    act: 'Increase the limit (`LimitNOFILE`, `ulimit -n`) or add processes.',
    fires: {
      series: { 'process_open_fds{job="keyhaven"}': '900x10', 'process_max_fds{job="keyhaven"}': '1024x10' },
      minutes: 7,
    },
    quiet: {
      series: { 'process_open_fds{job="keyhaven"}': '500x10', 'process_max_fds{job="keyhaven"}': '1024x10' },
      minutes: 7,
    },
  },
];
