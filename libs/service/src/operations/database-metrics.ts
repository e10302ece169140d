import { type Migration, migrationStates } from '@keyhaven/persistence/migrations/migrate';
import type { PoolUse } from '@keyhaven/persistence/pool-use';
import type { Connection } from 'mongoose';
import type { Registry } from 'prom-client';
import { createCounter } from '../observability/create-metric';
import { boundedProbe } from './bounded-probe';
import { measuredGauge } from './measured-gauge';

/** How long reading the list of migrations may take, in milliseconds. */
const MEASURE_MS = 5000;

/**
 * Registers metrics of the connections from this process to the database, and of the number of
 * migrations of the stored data.
 */
export function registerDatabaseMetrics(
  connection: Connection,
  pool: PoolUse,
  migrations: readonly Migration[],
  registry: Registry,
): void {
  measuredGauge(registry, 'keyhaven_database_pool_connections', () => [
    { labels: { state: 'in_use' }, value: pool.inUse() },
    { labels: { state: 'idle' }, value: pool.idle() },
  ]);
  measuredGauge(registry, 'keyhaven_database_pool_waiting', () => [{ labels: {}, value: pool.waiting() }]);
  measuredGauge(registry, 'keyhaven_database_pool_max_connections', () => [{ labels: {}, value: pool.max }]);
  const failures = createCounter(registry, 'keyhaven_database_pool_failures_total');
  pool.onFailure(() => failures.inc());
  const states = boundedProbe(() => migrationStates(connection, migrations), MEASURE_MS, 'listing the migrations');
  measuredGauge(registry, 'keyhaven_schema_migrations', async () =>
    Object.entries(await states()).map(([state, names]) => ({ labels: { state }, value: names.length })),
  );
}
