import { freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import { until } from '@keyhaven/testing/until';
import type { Connection } from 'mongoose';
import { connectDatabase } from './connect';
import { type PoolUse, watchPool } from './pool-use';

let connection: Connection;
let pool: PoolUse;
beforeAll(async () => {
  connection = await connectDatabase({
    uri: testDatabaseUri(),
    database: `${freshDatabasePrefix()}pool`,
    maxPoolSize: 2,
  });
  pool = watchPool(connection);
});
afterAll(() => connection.close());

describe('the metrics of the connection pool', () => {
  it('count connections in use, idle connections and waiting operations', async () => {
    expect(pool.max).toBe(2);
    let mostInUse = 0;
    let mostWaiting = 0;
    const client = connection.getClient();
    const look = () => {
      mostInUse = Math.max(mostInUse, pool.inUse());
      mostWaiting = Math.max(mostWaiting, pool.waiting());
    };
    client.on('connectionCheckedOut', look).on('connectionCheckOutStarted', look);
    await Promise.all(Array.from({ length: 20 }, () => connection.db!.command({ ping: 1 })));
    client.off('connectionCheckedOut', look).off('connectionCheckOutStarted', look);
    expect(mostInUse).toBe(2);
    expect(mostWaiting).toBeGreaterThan(2);
    await until(() => pool.inUse() === 0);
    expect([pool.idle(), pool.waiting()]).toEqual([2, 0]);
  });
});
