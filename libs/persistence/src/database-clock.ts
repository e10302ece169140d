import type { Connection } from 'mongoose';

/** Returns the time of the database's clock, as this process knows it. It needs no command. */
export type DatabaseClock = () => Date;

/** The fields of MongoDB's answer to `hello` that are read here. */
interface Hello {
  localTime?: unknown;
  isWritablePrimary?: unknown;
  ismaster?: unknown;
}

/**
 * Follows the clock of the primary. The driver asks every server for its state all the time, about every ten seconds,
 * and each answer has the server's time. Between two answers, a monotonic clock of this process counts. So a change of
 * this machine's clock has no effect. The result is slow by the time that the answer took to arrive.
 */
export async function followDatabaseClock(connection: Connection): Promise<DatabaseClock> {
  let [time, readAt] = [0, 0];
  const read = ({ localTime, isWritablePrimary, ismaster }: Hello) => {
    if (!(localTime instanceof Date) || !(isWritablePrimary ?? ismaster)) return;
    [time, readAt] = [localTime.getTime(), performance.now()];
  };
  const client = connection.getClient();
  read(await connection.db!.command({ hello: 1 }));
  client.on('serverHeartbeatSucceeded', ({ reply }) => read(reply));
  return () => new Date(time + performance.now() - readAt);
}
