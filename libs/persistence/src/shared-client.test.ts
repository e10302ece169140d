import { dropDatabases, freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import { until } from '@keyhaven/testing/until';
import { databaseClockOf } from './database-clock';
import { runDry } from './dry-run';
import { SharedClient } from './shared-client';

const prefix = freshDatabasePrefix();
let client: SharedClient;
beforeAll(async () => {
  client = await SharedClient.connect(testDatabaseUri());
});
afterAll(async () => {
  await client.close();
  await dropDatabases(prefix, ['one', 'other']);
});

describe('a database client that several services share', () => {
  it('gives each service its own database', async () => {
    const [one, other] = [client.database(`${prefix}one`), client.database(`${prefix}other`)];
    await one.collection('notes').insertOne({ text: 'of one' });
    expect(await other.collection('notes').countDocuments()).toBe(0);
    expect(await one.collection('notes').countDocuments()).toBe(1);
    expect(one.readyState).toBe(other.readyState);
  });

  it('has one connection pool for all services', async () => {
    const [one, other] = [client.database(`${prefix}one`), client.database(`${prefix}other`)];
    expect(one.getClient()).toBe(other.getClient());
    await Promise.all([one, other].map(({ db }) => db!.command({ ping: 1 })));
    await until(() => client.pool.inUse() === 0);
    expect(client.pool.idle()).toBeGreaterThan(0);
    expect(client.pool.max).toBe(100);
  });

  it('refuses a write to the database of a service during a dry run', async () => {
    const notes = client.database(`${prefix}one`).collection('notes');
    await expect(runDry(() => notes.insertOne({ text: 'dry' }))).rejects.toThrow(/^a dry run must not write: /);
  });

  it('keeps one copy of the database clock for all services', async () => {
    const [one, other] = [client.database(`${prefix}one`), client.database(`${prefix}other`)];
    expect(await databaseClockOf(one)).toBe(await databaseClockOf(other));
  });
});
