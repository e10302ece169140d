import type { Dashboard, Panel } from './panel';

const requests = 'keyhaven_http_request_duration_seconds';

const graph = (title: string, unit: Panel['unit'], expr: string, legend: string, description?: string): Panel => ({
  title,
  unit,
  description,
  queries: [{ expr, legend }],
});

/** Returns a panel with two percentiles of a histogram. */
function percentiles(title: string, histogram: string, selector = '', by = ''): Panel {
  const buckets = `sum by (le${by === '' ? '' : `, ${by}`}) (rate(${histogram}_bucket${selector}[$__rate_interval]))`;
  const prefix = by === '' ? '' : `{{${by}}} `;
  return {
    title,
    unit: 's',
    queries: ['0.5', '0.99'].map((share) => ({
      expr: `histogram_quantile(${share}, ${buckets})`,
      legend: `${prefix}${share === '0.5' ? 'half of them' : '99%'} within`,
    })),
  };
}

const overview: Dashboard = {
  name: 'overview',
  title: 'Keyhaven: overview',
  description: 'Requests by route and status, and what is up.',
  panels: [
    graph('Ready processes', 'none', 'sum by (service) (keyhaven_ready)', '{{service}}'),
    graph(
      'Database and broker answer',
      'none',
      'min by (service, dependency) (keyhaven_dependency_up)',
      '{{service}} {{dependency}}',
    ),
    graph(
      'Requests by status',
      'reqps',
      `sum by (status) (rate(${requests}_count{service="gateway"}[$__rate_interval]))`,
      '{{status}}',
    ),
    graph(
      'Share of requests that fail',
      'percentunit',
      `sum(rate(${requests}_count{service="gateway",status=~"5.."}[$__rate_interval])) / sum(rate(${requests}_count{service="gateway"}[$__rate_interval]))`,
      'status 500 and above',
    ),
    graph(
      'The ten busiest routes',
      'reqps',
      `topk(10, sum by (route) (rate(${requests}_count{service="gateway"}[$__rate_interval])))`,
      '{{route}}',
    ),
    percentiles('Duration of requests', requests, '{service="gateway",route!="GET /v2/events"}'),
    graph(
      'The ten slowest routes',
      's',
      `topk(10, histogram_quantile(0.99, sum by (le, route) (rate(${requests}_bucket{service="gateway",route!="GET /v2/events"}[$__rate_interval]))))`,
      '{{route}}',
      '99% of the requests are faster.',
    ),
    graph(
      'Errors by service and route',
      'reqps',
      `sum by (service, route, status) (rate(${requests}_count{status=~"5.."}[$__rate_interval])) > 0`,
      '{{service}} {{route}} {{status}}',
    ),
    graph(
      'Requests refused for their rate or credentials',
      'reqps',
      `sum by (status) (rate(${requests}_count{service="gateway",status=~"401|429"}[$__rate_interval]))`,
      '{{status}}',
    ),
    graph(
      'Dropped entries of the request log',
      'short',
      'sum(increase(keyhaven_request_log_dropped_total[$__rate_interval]))',
      'dropped',
    ),
    graph(
      'Payments of canceled bookings',
      'short',
      'sum(increase(keyhaven_payments_of_canceled_bookings_total[1h]))',
      'within an hour',
    ),
    graph('Calendars without polled versions', 'none', 'sum(keyhaven_calendar_versions_stale)', 'processes'),
  ],
};

const events: Dashboard = {
  name: 'events',
  title: 'Keyhaven: events',
  description: 'Events and jobs, from the outbox to the consumers.',
  panels: [
    graph('Age of the outbox', 's', 'max by (service) (keyhaven_outbox_oldest_seconds)', '{{service}}'),
    graph(
      'Documents with waiting events or jobs',
      'short',
      'max by (service) (keyhaven_outbox_documents)',
      '{{service}}',
    ),
    graph(
      'Entries outside of their documents',
      'short',
      'max by (service) (keyhaven_outbox_spilled_entries)',
      '{{service}}',
    ),
    graph(
      'Published events',
      'reqps',
      'sum by (service) (rate(keyhaven_events_published_total[$__rate_interval]))',
      '{{service}}',
    ),
    percentiles('From commit to acknowledgement', 'keyhaven_publish_lag_seconds', '', 'service'),
    graph(
      'Failed attempts to publish',
      'short',
      'sum by (service) (increase(keyhaven_bus_failures_total[$__rate_interval]))',
      '{{service}}',
    ),
    graph(
      'Events that are not consumed yet',
      'short',
      'max by (group, topic) (keyhaven_consumer_lag_events)',
      '{{group}} of {{topic}}',
    ),
    graph(
      'Age of the oldest of them',
      's',
      'max by (group, topic) (keyhaven_consumer_lag_seconds)',
      '{{group}} of {{topic}}',
    ),
    graph('Dead letters', 'short', 'max by (group, topic) (keyhaven_dead_letters_waiting)', '{{group}} of {{topic}}'),
    graph(
      'New dead letters',
      'short',
      'sum by (group, topic) (increase(keyhaven_dead_letters_total[$__rate_interval]))',
      '{{group}} of {{topic}}',
    ),
    graph(
      'Failed jobs',
      'short',
      'sum by (service, job_name) (increase(keyhaven_job_failures_total[$__rate_interval])) > 0',
      '{{service}} {{job_name}}',
    ),
    graph(
      'Refused tokens, because clocks differ',
      'short',
      'sum by (service, issuer) (increase(keyhaven_token_clock_differences_total[$__rate_interval]))',
      '{{issuer}} at {{service}}',
    ),
  ],
};

const webhooks: Dashboard = {
  name: 'webhooks',
  title: 'Keyhaven: webhooks',
  description: 'Deliveries of changes to subscribers.',
  panels: [
    graph('Age of the oldest due delivery', 's', 'max(keyhaven_webhook_oldest_due_seconds)', 'oldest'),
    graph('Changes whose deliveries are not stored yet', 'short', 'sum(keyhaven_webhook_unstored_events)', 'changes'),
    graph('Age of the oldest of them', 's', 'max(keyhaven_webhook_unstored_oldest_seconds)', 'oldest'),
    graph(
      'Attempts by outcome',
      'reqps',
      'sum by (outcome) (rate(keyhaven_webhook_attempts_total[$__rate_interval]))',
      '{{outcome}}',
    ),
    percentiles('From a change to the first attempt', 'keyhaven_webhook_first_attempt_lag_seconds'),
    percentiles('Duration of attempts', 'keyhaven_webhook_attempt_duration_seconds'),
    graph(
      'Endpoints that processes send to',
      'short',
      'sum by (instance) (keyhaven_webhook_held_endpoints)',
      '{{instance}}',
    ),
    graph(
      'Lost leases of endpoints and catch-ups',
      'short',
      'sum by (lease) (increase(keyhaven_lease_losses_total{service="webhook",lease=~"delivery|catch_up"}[$__rate_interval]))',
      '{{lease}}',
    ),
  ],
};

const database: Dashboard = {
  name: 'database',
  title: 'Keyhaven: database',
  description: 'Connections of the processes to the database, and leases.',
  panels: [
    graph(
      'Connections in use',
      'short',
      'sum by (service, instance) (keyhaven_database_pool_connections{state="in_use"})',
      '{{service}} {{instance}}',
    ),
    graph('Open connections', 'short', 'sum by (service) (keyhaven_database_pool_connections)', '{{service}}'),
    graph(
      'Largest use of a pool',
      'percentunit',
      'max by (service) (sum by (service, instance) (keyhaven_database_pool_connections{state="in_use"}) / sum by (service, instance) (keyhaven_database_pool_max_connections))',
      '{{service}}',
    ),
    graph(
      'Operations that wait for a connection',
      'short',
      'sum by (service, instance) (keyhaven_database_pool_waiting)',
      '{{service}} {{instance}}',
    ),
    graph(
      'Operations that got no connection',
      'short',
      'sum by (service) (increase(keyhaven_database_pool_failures_total[$__rate_interval]))',
      '{{service}}',
    ),
    graph(
      'Lost leases',
      'short',
      'sum by (service, lease) (increase(keyhaven_lease_losses_total[$__rate_interval])) > 0',
      '{{service}} {{lease}}',
    ),
    graph('Migrations', 'none', 'max by (service, state) (keyhaven_schema_migrations)', '{{service}} {{state}}'),
    graph(
      'The database answers',
      'none',
      'min by (service) (keyhaven_dependency_up{dependency="database"})',
      '{{service}}',
    ),
  ],
};

const processes: Dashboard = {
  name: 'processes',
  title: 'Keyhaven: processes',
  description: 'Memory, processor and event loop of each process.',
  panels: [
    graph(
      'Spans of traces',
      'reqps',
      'sum by (outcome) (rate(keyhaven_trace_spans_total[$__rate_interval]))',
      '{{outcome}}',
    ),
    graph(
      'Processor',
      'percentunit',
      'rate(process_cpu_seconds_total{job=~".*keyhaven.*"}[$__rate_interval])',
      '{{service}} {{instance}}',
    ),
    graph('Memory', 'bytes', 'process_resident_memory_bytes{job=~".*keyhaven.*"}', '{{service}} {{instance}}'),
    graph('Used heap', 'bytes', 'nodejs_heap_size_used_bytes{job=~".*keyhaven.*"}', '{{service}} {{instance}}'),
    graph(
      'Delay of the event loop',
      's',
      'nodejs_eventloop_lag_p99_seconds{job=~".*keyhaven.*"}',
      '{{service}} {{instance}}',
      'The 99th percentile.',
    ),
    graph(
      'Garbage collection',
      'percentunit',
      'sum by (service, instance) (rate(nodejs_gc_duration_seconds_sum{job=~".*keyhaven.*"}[$__rate_interval]))',
      '{{service}} {{instance}}',
      'The share of the time.',
    ),
    graph(
      'Open file descriptors',
      'percentunit',
      'process_open_fds{job=~".*keyhaven.*"} / process_max_fds{job=~".*keyhaven.*"}',
      '{{service}} {{instance}}',
    ),
    graph(
      'Starts',
      'short',
      'changes(process_start_time_seconds{job=~".*keyhaven.*"}[15m])',
      '{{service}} {{instance}}',
    ),
    graph('Versions', 'none', 'count by (version, node) (keyhaven_build_info)', 'Keyhaven {{version}}, Node {{node}}'),
  ],
};

export const dashboards: readonly Dashboard[] = [overview, events, webhooks, database, processes];
