import { dropDatabases, freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import { until } from '@keyhaven/testing/until';
import { withClockWrongBy } from '@keyhaven/testing/wrong-clock';
import type { Connection } from 'mongoose';
import { connectDatabase } from './connect';
import { followDatabaseClock } from './database-clock';

const DAY_MS = 24 * 3600_000;
const prefix = freshDatabasePrefix();
let connection: Connection;
beforeAll(async () => {
  connection = await connectDatabase({ uri: testDatabaseUri(), database: `${prefix}clock` });
});
afterAll(async () => {
  await connection.close();
  await dropDatabases(prefix, ['clock']);
});

/** The time that the database sets in a write. */
async function stampedTime(): Promise<number> {
  const stamp = [{ $set: { at: '$$NOW' } }];
  const options = { upsert: true, returnDocument: 'after' } as const;
  const document = await connection.collection('stamps').findOneAndUpdate({ name: 'one' }, stamp, options);
  return (document!.at as Date).getTime();
}
/**
 * Whether two times come from the same clock. The clocks in these tests differ by at least a day.
 */
const isSameClock = (one: number, other: number) => Math.abs(one - other) < DAY_MS / 2;
const heartbeat = (reply: object) => connection.getClient().emit('serverHeartbeatSucceeded', { reply } as never);

describe('followDatabaseClock', () => {
  it("returns the database's time, even if the clock of this process is wrong or changes later", async () => {
    await withClockWrongBy(-DAY_MS, async () => {
      const clock = await followDatabaseClock(connection);
      expect(isSameClock(clock().getTime(), await stampedTime())).toBe(true);
      expect(isSameClock(Date.now(), await stampedTime())).toBe(false);
    });
    const clock = await followDatabaseClock(connection);
    await withClockWrongBy(DAY_MS, async () => {
      expect(isSameClock(clock().getTime(), await stampedTime())).toBe(true);
    });
  });

  it('advances between two replies of the database', async () => {
    const clock = await followDatabaseClock(connection);
    const before = clock().getTime();
    await until(() => clock().getTime() > before);
  });

  it('uses the clock of the new primary after an election, and never the clock of a secondary', async () => {
    const clock = await followDatabaseClock(connection);
    const other = new Date(Date.now() - 3 * DAY_MS);
    heartbeat({ localTime: other, isWritablePrimary: false, secondary: true });
    expect(isSameClock(clock().getTime(), await stampedTime())).toBe(true);
    heartbeat({ localTime: other, isWritablePrimary: true });
    expect(isSameClock(clock().getTime(), other.getTime())).toBe(true);
  });
});
