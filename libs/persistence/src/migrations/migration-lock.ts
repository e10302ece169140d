import type { Connection } from 'mongoose';
import { isDuplicateKey } from '../duplicate-key';

/** The lock for migrating a database. It expires unless it is renewed. */
export interface MigrationLock {
  /** Renews the lock. @returns whether this process still owns it. */
  renew(): Promise<boolean>;
  release(): Promise<void>;
}

interface LockDocument {
  _id: 'lock';
  owner: string;
  expires_utc: Date;
}

/**
 * Takes the lock, and renews it until it is released. @returns undefined if another process owns
 * it.
 */
export async function takeLock(
  connection: Connection,
  owner: string,
  leaseMs: number,
): Promise<MigrationLock | undefined> {
  const locks = connection.collection<LockDocument>('schema_migration_lock');
  // Use the database's clock, because the clocks of the processes may differ.
  const untilThen = [{ $set: { owner, expires_utc: { $add: ['$$NOW', leaseMs] } } }];
  const isFree = { _id: 'lock' as const, $expr: { $lte: ['$expires_utc', '$$NOW'] } };
  try {
    await locks.updateOne(isFree, untilThen, { upsert: true });
  } catch (error) {
    // Another process owns the lock: the filter matched nothing, so the upsert tried to insert a
    // second document with the same id.
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
