import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase } from '@keyhaven/persistence/connect';
import { type Migration, NewerSchemaError, pendingMigrations } from '@keyhaven/persistence/migrations/migrate';
import type { Connection } from 'mongoose';

export interface WaitForSchemaOptions {
  /** The address of MongoDB. */
  uri: string;
  database: string;
  /** The migrations that this version of the service knows. */
  migrations: readonly Migration[];
  /** How long to wait, in milliseconds. */
  withinMs: number;
  /** The pause between two checks, in milliseconds. */
  everyMs: number;
  /** Receives a line when the reason for waiting changes, and at the end. */
  report: (line: string) => void;
}

/**
 * Waits until all migrations are applied to a service's database. Applies none itself. While the database cannot be
 * reached, it waits too.
 * @throws NewerSchemaError if the database has migrations that this version does not know.
 * @throws Error with the last reason if the time runs out.
 */
export async function waitForSchema(options: WaitForSchemaOptions): Promise<void> {
  const { uri, database, migrations, withinMs, everyMs, report } = options;
  const end = Date.now() + withinMs;
  let connection: Connection | undefined;
  let reason: string | undefined;
  try {
    for (;;) {
      const previous = reason;
      try {
        connection ??= await connectDatabase({ uri, database, maxPoolSize: 1 });
        const pending = await pendingMigrations(connection, migrations);
        if (pending.length === 0) break;
        reason = `${database} does not have these migrations yet: ${pending.join(', ')}`;
      } catch (error) {
        if (error instanceof NewerSchemaError) throw error;
        reason = `${database} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
      }
      if (Date.now() >= end) throw new Error(`gave up after ${Math.round(withinMs / 1000)} seconds: ${reason}`);
      if (reason !== previous) report(`waiting: ${reason}`);
      await sleep(everyMs);
    }
  } finally {
    await connection?.close();
  }
  report(`${database} has schema version ${migrations.length}, which this version needs`);
}
