import type { Connection } from 'mongoose';

/** Returns the current time of the database's clock. Sends no command to the database. */
export type DatabaseClock = () => Date;

/** The fields of MongoDB's answer to `hello` that are used here. */
interface Hello {
  localTime?: unknown;
  isWritablePrimary?: unknown;
  ismaster?: unknown;
}

/** The clock of each client. Services that share a client use the same database server. */
const clocks = new WeakMap<object, Promise<DatabaseClock>>();

/** Returns the clock of a connection's database server. The first call starts to follow this clock. */
export function databaseClockOf(connection: Connection): Promise<DatabaseClock> {
  const client = connection.getClient();
  const known = clocks.get(client);
  if (known) return known;
  const following = followDatabaseClock(connection);
  clocks.set(client, following);
  // After a failure, forget the clock, so that the next call of this function tries again.
  following.catch(() => clocks.delete(client));
  return following;
}

/**
 * Follows the clock of the primary. About every ten seconds, the driver asks every server for its
 * state, and the answer contains the server's time. Between two answers, this process adds the time
 * of its monotonic clock, so a change of the machine's clock has no effect. The result is late by
 * the time that the answer took to arrive.
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
