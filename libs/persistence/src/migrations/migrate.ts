import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import { Umzug } from 'umzug';
import { type MigrationLock, takeLock } from './migration-lock';

/**
 * One numbered change of a service's stored data. An interrupted migration runs again from the
 * start, so a second run must have no further effect. During a rollout the previous version of the
 * program is still running. It must understand the data both before and after the migration.
 */
export interface Migration {
  /**
   * The migration's number and what it does, such as 0001-rename-nights. Numbers are consecutive. A released name never
   * changes.
   */
  name: string;
  up(connection: Connection): Promise<void>;
}

export interface MigrateOptions {
  /** How long the lock of a dead process blocks other processes, in milliseconds. */
  leaseMs?: number;
  /** Called before each migration. */
  report?: (name: string) => void;
}

const COLLECTION = 'schema_migrations';
const LEASE_MS = 30_000;
const NAME = /^\d{4}-[a-z0-9-]+$/;

interface AppliedMigration {
  _id: string;
  version: number;
  applied_utc: Date;
}

/** The database has migrations that this program does not know, because a newer version ran on it. */
export class NewerSchemaError extends Error {
  constructor(database: string, unknown: string[], version: number) {
    super(
      `the data in ${database} are from a newer version of this program: it applied ${unknown.join(', ')}, and this ` +
        `version knows the schema up to version ${version}. Start a version that knows these migrations`,
    );
    this.name = 'NewerSchemaError';
  }
}

/**
 * Applies the migrations that the database does not have yet, in order. If several processes start
 * at the same time, one of them applies the migrations and the others wait. If that process dies,
 * another one continues.
 * @returns the names of the migrations that this process applied.
 * @throws NewerSchemaError; the error of a migration, in which case the migrations before it stay
 *   applied.
 */
export async function migrate(
  connection: Connection,
  migrations: readonly Migration[],
  { leaseMs = LEASE_MS, report = () => {} }: MigrateOptions = {},
): Promise<string[]> {
  for (;;) {
    if ((await pendingMigrations(connection, migrations)).length === 0) return [];
    const lock = await takeLock(connection, randomUUID(), leaseMs);
    if (lock) {
      try {
        return await applyPending(connection, migrations, lock, report);
      } finally {
        await lock.release();
      }
    }
    await sleep(leaseMs / 20);
  }
}

/** @throws Error if the names are not numbered 0001, 0002 and so on. */
function checkNames(migrations: readonly Migration[]): void {
  for (const [index, { name }] of migrations.entries()) {
    const number = String(index + 1).padStart(4, '0');
    if (!NAME.test(name) || !name.startsWith(number)) {
      throw new Error(`the migration ${name} is number ${index + 1}, so its name must be like ${number}-what-it-does`);
    }
  }
}

/**
 * Finds the migrations that the database does not have yet.
 * @returns their names, in order.
 * @throws NewerSchemaError if the database has migrations that are not in the list.
 */
export async function pendingMigrations(connection: Connection, migrations: readonly Migration[]): Promise<string[]> {
  checkNames(migrations);
  const { pending, unknown } = await migrationStates(connection, migrations);
  if (unknown.length > 0) throw new NewerSchemaError(connection.name, unknown, migrations.length);
  return pending;
}

/** The names of migrations by state. `unknown` were applied by a newer version of the program. */
export type MigrationStates = Record<'applied' | 'pending' | 'unknown', string[]>;

export async function migrationStates(
  connection: Connection,
  migrations: readonly Migration[],
): Promise<MigrationStates> {
  const stored = await appliedNames(connection);
  const known = migrations.map(({ name }) => name);
  return {
    applied: known.filter((name) => stored.includes(name)),
    pending: known.filter((name) => !stored.includes(name)),
    unknown: stored.filter((name) => !known.includes(name)),
  };
}

async function applyPending(
  connection: Connection,
  migrations: readonly Migration[],
  lock: MigrationLock,
  report: (name: string) => void,
): Promise<string[]> {
  const umzug = new Umzug({
    migrations: migrations.map((migration) => ({
      name: migration.name,
      up: async () => {
        report(migration.name);
        await migration.up(connection);
        // If the lock has expired, another process may run this migration again. That process will
        // record it as applied.
        if (!(await lock.renew()))
          throw new Error(`the migration ${migration.name} took longer than its lock; start again`);
      },
    })),
    storage: {
      executed: () => appliedNames(connection),
      logMigration: async ({ name }) => {
        const applied = { version: Number(name.slice(0, 4)), applied_utc: '$$NOW' };
        await collectionOf(connection).updateOne({ _id: name }, [{ $set: applied }], { upsert: true });
      },
      // There are no down migrations: to go back, restore a backup.
      unlogMigration: () => Promise.reject(new Error('migrations cannot be undone; restore a backup')),
    },
    logger: undefined,
  });
  return (await umzug.up()).map(({ name }) => name);
}

async function appliedNames(connection: Connection): Promise<string[]> {
  const applied = await collectionOf(connection).find().sort({ _id: 1 }).toArray();
  return applied.map(({ _id }) => _id);
}

function collectionOf(connection: Connection) {
  return connection.collection<AppliedMigration>(COLLECTION);
}
