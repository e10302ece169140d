import type { MetricDefinitions } from './metric-definition';

/** Metrics of the connections between a process and the database. */
export const databaseMetrics = {
  keyhaven_database_pool_connections: {
    type: 'gauge',
    help: 'Open connections of this process, with all its services, to the database',
    servedBy: 'data service',
    labels: { state: { help: 'whether an operation uses the connection', values: ['in_use', 'idle'] } },
  },
  keyhaven_database_pool_waiting: {
    type: 'gauge',
    help: 'Operations of this process, with all its services, that wait for a connection',
    servedBy: 'data service',
  },
  keyhaven_database_pool_max_connections: {
    type: 'gauge',
    help: 'The maximum number of connections of this process to each node of the database',
    servedBy: 'data service',
  },
  keyhaven_database_pool_failures_total: {
    type: 'counter',
    help: 'Operations that got no connection',
    servedBy: 'data service',
  },
} as const satisfies MetricDefinitions;
