import type { Connection } from 'mongoose';
import { isDuplicateKey } from '../duplicate-key';

/** The right to migrate a database, for as long as it is renewed. */
export interface MigrationLock {
  /** Whether this process still has it. */
  renew(): Promise<boolean>;
  release(): Promise<void>;
}

interface LockDocument {
  _id: 'lock';
  owner: string;
  expires_utc: Date;
}

/** Takes the lock, which renews itself until it is released; undefined while another process has it. */
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
    // The lock is there and has not expired.
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
