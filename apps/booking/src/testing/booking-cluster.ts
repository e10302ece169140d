import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { bookingOperatorContract } from '@keyhaven/contracts/booking/operator-contract';
import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import type { ChangeEvent } from '@keyhaven/events/change-event';
import { connectDatabase } from '@keyhaven/persistence/connect';
import { makeIssuerKeys } from '@keyhaven/service/auth/make-keys';
import { createTokenSigner } from '@keyhaven/service/auth/token-signer';
import { CheckedClient } from '@keyhaven/testing/checked-client';
import { anAccountId } from '@keyhaven/testing/service-under-test';
import { bundleProgram, type Program, startProgram } from '@keyhaven/testing/program';
import { dropDatabases, freshDatabasePrefix } from '@keyhaven/testing/test-database';

/** Several booking processes on one database. */
export interface BookingCluster {
  size: number;
  /** The id of a new account that all processes know. */
  anAccount(): Promise<number>;
  /** A client of one of the processes, for an account. */
  api(process: number, userId: number): CheckedClient;
  operator(process: number): CheckedClient;
  /** Ends a process at once (-9) and starts it again. */
  crash(process: number): Promise<void>;
  /** Every event that any process told, in no particular order across processes. */
  events(): Promise<ChangeEvent[]>;
  stop(): Promise<void>;
}

export async function startBookingCluster(
  size: number,
  databaseUri: string,
  dropAtEnd: boolean,
): Promise<BookingCluster> {
  const program = await bundleProgram('apps/booking/src/testing/booking-process.ts');
  const folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-cluster-'));
  const databasePrefix = freshDatabasePrefix();
  const keys = await makeIssuerKeys('tests');
  const keysFile = path.join(folder, 'keys.json');
  await writeFile(keysFile, JSON.stringify([keys.publicKey]));
  const sign = await createTokenSigner('tests', keys.privateKey);
  const eventsFile = (process: number) => path.join(folder, `events-${process}.jsonl`);
  const start = (process: number): Promise<Program> => {
    const environment = {
      EVENTS_FILE: eventsFile(process),
      KEYS_FILE: keysFile,
      DATABASE_URI: databaseUri,
      DATABASE_PREFIX: databasePrefix,
    };
    return startProgram(program, environment, /ready at (\S+)/);
  };
  const processes = await Promise.all(Array.from({ length: size }, (_, process) => start(process)));
  const client = (process: number, request: Parameters<typeof sign>[0]) =>
    new CheckedClient(processes[process]!.ready[1]!, [bookingPublicContract, bookingOperatorContract], async () => ({
      authorization: `Bearer ${await sign(request)}`,
    }));
  const connection = await connectDatabase({ uri: databaseUri, database: `${databasePrefix}booking` });
  return {
    size,
    anAccount: async () => {
      const userId = anAccountId();
      const copy = { currency_code: 'USD', time_zone: 'America/New_York', is_property_management: false };
      const ordering = { user_id: userId, generation: 0, version: 1 };
      await connection.collection<{ _id: number }>('account_copies').insertOne({ _id: userId, ...ordering, ...copy });
      return userId;
    },
    api: (process, accountId) => client(process, { audience: 'booking', scope: 'full', accountId, credentialId: 'c' }),
    operator: (process) => client(process, { audience: 'booking', scope: 'service' }),
    crash: async (process) => {
      await processes[process]!.kill();
      processes[process] = await start(process);
    },
    events: async () => {
      const files = await Promise.all(
        processes.map((_, process) => readFile(eventsFile(process), 'utf8').catch(() => '')),
      );
      return files.flatMap((text) => text.split('\n').flatMap(parseLine));
    },
    stop: async () => {
      await Promise.all(processes.map((running) => running.kill()));
      await connection.close();
      if (dropAtEnd) await dropDatabases(databasePrefix, ['booking']);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** An event of a line; none of a line that a kill left unfinished. */
function parseLine(line: string): ChangeEvent[] {
  try {
    return [JSON.parse(line) as ChangeEvent];
  } catch {
    return [];
  }
}
