import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import { Umzug } from 'umzug';
import { type MigrationLock, takeLock } from './migration-lock';

/**
 * One numbered change of a service's stored data. It may be interrupted anywhere and is then run again from the start,
 * so a second run must have no further effect. The previous version of the program runs beside it until the rollout is
 * complete, and must understand the data before and after it.
 */
export interface Migration {
  /** Its number and what it does: 0001-rename-nights. Numbers are consecutive and never change once released. */
  name: string;
  up(connection: Connection): Promise<void>;
}

export interface MigrateOptions {
  /** How long the lock of a dead process blocks others, in milliseconds. */
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

/** The database has migrations that this program does not know: a newer version has run on it. */
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
 * Applies the migrations that the database does not have yet, in order. Of several processes that start at the same time
 * one applies them and the others wait for it; when it dies, another one continues.
 * @returns the names that this process applied.
 * @throws NewerSchemaError, or what a migration throws; the ones before it stay applied.
 */
export async function migrate(
  connection: Connection,
  migrations: readonly Migration[],
  { leaseMs = LEASE_MS, report = () => {} }: MigrateOptions = {},
): Promise<string[]> {
  checkNames(migrations);
  for (;;) {
    if (await isComplete(connection, migrations)) return [];
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

/** @throws Error unless the names are numbered 0001, 0002 and so on. */
function checkNames(migrations: readonly Migration[]): void {
  for (const [index, { name }] of migrations.entries()) {
    const number = String(index + 1).padStart(4, '0');
    if (!NAME.test(name) || !name.startsWith(number)) {
      throw new Error(`the migration ${name} is number ${index + 1}, so its name must be like ${number}-what-it-does`);
    }
  }
}

async function isComplete(connection: Connection, migrations: readonly Migration[]): Promise<boolean> {
  const applied = await appliedNames(connection);
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = applied.filter((name) => !known.has(name));
  if (unknown.length > 0) throw new NewerSchemaError(connection.name, unknown, migrations.length);
  return applied.length === migrations.length;
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
        // Another process owns the lock now: it runs this migration again, and records it.
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
      // Migrations are never undone: a backup is restored instead.
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
