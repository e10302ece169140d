import type { Connection } from 'mongoose';
import { isDuplicateKey } from '../duplicate-key';

/** The lock for migrating a database, which holds as long as it is renewed. */
export interface MigrationLock {
  /** Whether this process still holds it. */
  renew(): Promise<boolean>;
  release(): Promise<void>;
}

interface LockDocument {
  _id: 'lock';
  owner: string;
  expires_utc: Date;
}

/** Takes the lock and renews it until it is released; undefined while another process holds it. */
export async function takeLock(
  connection: Connection,
  owner: string,
  leaseMs: number,
): Promise<MigrationLock | undefined> {
  const locks = connection.collection<LockDocument>('schema_migration_lock');
  // By the database's clock, so that the clocks of the machines do not matter.
  const untilThen = [{ $set: { owner, expires_utc: { $add: ['$$NOW', leaseMs] } } }];
  const isFree = { _id: 'lock' as const, $expr: { $lte: ['$expires_utc', '$$NOW'] } };
  try {
    await locks.updateOne(isFree, untilThen, { upsert: true });
  } catch (error) {
    // Another process holds the lock.
    if (isDuplicateKey(error)) return undefined;
    throw error;
  }
  const renew = async () => (await locks.updateOne({ _id: 'lock', owner }, untilThen)).matchedCount === 1;
  const timer = setInterval(() => void renew().catch(() => false), leaseMs / 3).unref();
  const release = async () => {
    clearInterval(timer);
    await locks.deleteOne({ _id: 'lock', owner });
  };
  return { renew, release };
}
