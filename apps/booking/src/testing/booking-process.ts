/**
 * The booking service as a process for tests that kill it. Every event that it tells is appended to a file and flushed
 * before it counts as handled: the file stands for a consumer with a store of its own.
 */
import { open, readFile } from 'node:fs/promises';
import { InProcessBus } from '@keyhaven/events/in-process-bus';
import { fixedPublicKeys, type IssuerJwk } from '@keyhaven/service/auth/public-keys';
import { startDatabaseService } from '@keyhaven/service/database-service';
import { createLogger } from '@keyhaven/service/logger';
import { bookingService } from '../service';

async function main(): Promise<void> {
  const { EVENTS_FILE, KEYS_FILE, DATABASE_URI, DATABASE_PREFIX } = process.env as Record<string, string>;
  const file = await open(EVENTS_FILE!, 'a');
  const bus = new InProcessBus({ onDeadLetter: ({ reason }) => console.error(`dead letter: ${reason}`) });
  await bus.consume({
    group: 'file',
    topic: 'keyhaven.booking',
    handle: async (event) => {
      await file.appendFile(`${JSON.stringify(event)}\n`);
      await file.datasync();
    },
  });
  const keys = JSON.parse(await readFile(KEYS_FILE!, 'utf8')) as IssuerJwk[];
  const { url } = await startDatabaseService(bookingService, {
    host: '127.0.0.1',
    port: 0,
    logger: createLogger('booking', 'error'),
    databaseUri: DATABASE_URI!,
    databasePrefix: DATABASE_PREFIX,
    poolSize: 10,
    bus,
    publicKeys: fixedPublicKeys(keys),
    shutdownMs: 1000,
    processMetrics: false,
  });
  bus.start();
  process.stdout.write(`ready at ${url}\n`);
}

void main();
