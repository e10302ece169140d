import type { MetricDefinitions } from './metric-definition';

/**
 * Metrics that show which versions run where, and whether services and their dependencies are
 * ready.
 */
export const healthMetrics = {
  keyhaven_build_info: {
    type: 'gauge',
    help: 'Always 1; the labels are the version of Keyhaven and of Node',
    servedBy: 'process',
    labels: { version: { help: 'the version of Keyhaven' }, node: { help: 'the version of Node' } },
  },
  keyhaven_ready: {
    type: 'gauge',
    help: '1 while /readyz shows no fault of the service, otherwise 0',
    servedBy: 'service',
  },
  keyhaven_dependency_up: {
    type: 'gauge',
    help: '1 while the dependency answers, 0 while not',
    servedBy: 'data service',
    labels: {
      dependency: { help: 'the database, or the Kafka broker if there is one', values: ['database', 'broker'] },
    },
  },
  keyhaven_schema_migrations: {
    type: 'gauge',
    help: 'Migrations of the stored data by their state',
    servedBy: 'data service',
    labels: {
      state: {
        help: 'applied; pending: known to this process but not applied; unknown: applied by a newer version',
        values: ['applied', 'pending', 'unknown'],
      },
    },
    isShared: true,
  },
} as const satisfies MetricDefinitions;
