import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type DataServiceName, dataServiceNames } from '@keyhaven/contracts/platform/services';
import { connectDatabase } from '@keyhaven/persistence/connect';
import { dropDatabases, freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import { migrateServices } from './migrate/migrate-services';
import { definitions } from './services';

/**
 * Collections that are not sharded in any service. All collections that are not in this list or in
 * `unsharded` are sharded by `user_id`, the id of the account.
 */
const unshardedEverywhere = [
  'id_counters',
  'readiness_probes',
  'resync_floors',
  'resyncs',
  'schema_indexes',
  'schema_migration_lock',
  'schema_migrations',
];
const unsharded: Partial<Record<DataServiceName, string[]>> = {
  identity: [
    'accounts',
    'announcements',
    'apps',
    'attempts',
    'authorizations',
    'mails',
    'request_chunks',
    'sessions',
    'shared_counts',
    'tokens',
    'users',
    'answered_requests',
    'outbox_spill',
  ],
  fees: ['terms_versions'],
  messaging: ['pending_objects'],
  webhook: ['catch_ups', 'endpoints', 'event_logs'],
};
const page = readFileSync(path.resolve(__dirname, '../../../docs/operators/sharding.md'), 'utf8');

interface Index {
  key: Record<string, unknown>;
  unique?: boolean;
  partialFilterExpression?: object;
}

describe('a sharded MongoDB cluster', () => {
  const prefix = freshDatabasePrefix();
  /** The indexes of each collection in the database, by service and collection. */
  const indexes = new Map<string, Index[]>();
  beforeAll(async () => {
    const uri = testDatabaseUri();
    await migrateServices({ uri, services: Object.values(definitions), databasePrefix: prefix, report: () => {} });
    for (const service of dataServiceNames) {
      const connection = await connectDatabase({ uri, database: `${prefix}${service}` });
      for (const { name } of await connection.listCollections()) {
        indexes.set(`${service}.${name}`, await connection.collection(name).indexes());
      }
      await connection.close();
    }
  }, 120_000);
  afterAll(() => dropDatabases(prefix, dataServiceNames));

  const isUnsharded = (collection: string) => {
    const [service, name] = collection.split('.') as [DataServiceName, string];
    return unshardedEverywhere.includes(name) || unsharded[service]?.includes(name);
  };
  const sharded = () => [...indexes].filter(([collection]) => !isUnsharded(collection));

  it('can enforce every unique index, because the unique indexes of sharded collections begin with the account', () => {
    // MongoDB guarantees unique _ids only within a shard. That is enough: two documents with the same _id would belong
    // to the same account, and therefore be on the same shard.
    const faults = sharded().flatMap(([collection, all]) =>
      all
        .filter(({ key, unique }) => unique && Object.keys(key)[0] !== 'user_id')
        .map(({ key }) => `${collection} ${JSON.stringify(key)}`),
    );
    expect(faults).toEqual([]);
  });

  it('can shard by account, because each sharded collection has a non-partial index that begins with the account', () => {
    const faults = sharded()
      .filter(
        ([, all]) => !all.some((index) => Object.keys(index.key)[0] === 'user_id' && !index.partialFilterExpression),
      )
      .map(([collection]) => collection);
    expect(faults).toEqual([]);
  });

  it('has exactly the sharded collections that docs/operators/sharding.md describes', () => {
    const described = [...page.matchAll(/shardCollection\('keyhaven_([a-z]+\.[a-z_]+)'/g)].map(([, name]) => name);
    expect(described.sort()).toEqual(
      sharded()
        .map(([collection]) => collection)
        .sort(),
    );
  });
});
