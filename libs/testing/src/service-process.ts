import { readFile } from 'node:fs/promises';
import type http from 'node:http';
import { json } from 'node:stream/consumers';
import type { ChangeEvent } from '@keyhaven/events/change-event';
import type { EventBus } from '@keyhaven/events/event-bus';
import { InProcessBus } from '@keyhaven/events/in-process-bus';
import { fixedPublicKeys, type IssuerJwk } from '@keyhaven/service/auth/public-keys';
import { tokenSignerFromFile } from '@keyhaven/service/auth/signer-from-file';
import { startDatabaseService } from '@keyhaven/service/database-service';
import type { ServiceDefinition } from '@keyhaven/service/service-definition';
import { createLogger } from '@keyhaven/service/observability/logger';
import { startLoopbackServer } from './loopback-server';
import { testGrants } from './test-keys';

/**
 * Runs a service as a process for tests and benchmarks. The environment configures it:
 * DATABASE_URI, DATABASE_PREFIX and KEYS_FILE; SIGNING_KEY_FILE and PEERS_URL if the service calls
 * other services; and the service's own settings.
 *
 * The process prints `ready at <url> <door>`: the URL of the service, and a URL that accepts events
 * of other services (`POST /<topic>` with one event or a list). The response is sent when every
 * consumer has processed the events. If no response arrives, the sender must repeat the events, as
 * Kafka would.
 * @param prepare a function that wraps the bus of the service.
 * @param settle a function that is awaited before `ready` is printed.
 */
export async function runServiceForTests(
  definition: ServiceDefinition,
  prepare: (bus: EventBus) => Promise<EventBus> = (bus) => Promise.resolve(bus),
  settle: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const { KEYS_FILE, DATABASE_URI, DATABASE_PREFIX, SIGNING_KEY_FILE, PEERS_URL, RESYNC_PER_SECOND } =
    process.env as Record<string, string | undefined>;
  const bus = new InProcessBus({ onDeadLetter: ({ reason }) => console.error(`dead letter: ${reason}`) });
  const keys = JSON.parse(await readFile(KEYS_FILE!, 'utf8')) as IssuerJwk[];
  const { url } = await startDatabaseService(definition, {
    host: '127.0.0.1',
    port: 0,
    logger: createLogger(definition.name, 'error'),
    databaseUri: DATABASE_URI!,
    databasePrefix: DATABASE_PREFIX,
    poolSize: 10,
    bus: await prepare(bus),
    publicKeys: fixedPublicKeys(keys),
    hasOneRelease: true,
    grants: testGrants,
    shutdownMs: 1000,
    processMetrics: false,
    accountExists: () => Promise.resolve(true),
    resyncPerSecond: Number(RESYNC_PER_SECOND ?? 500),
    settings: definition.settings?.parse(process.env),
    // Without PEERS_URL, other services are unreachable: nothing listens on port 9 of this machine.
    peers:
      SIGNING_KEY_FILE === undefined
        ? undefined
        : {
            sign: await tokenSignerFromFile('tests', SIGNING_KEY_FILE),
            urlOf: () => PEERS_URL ?? 'http://127.0.0.1:9',
          },
  });
  const door = await openEventDoor(bus);
  bus.start();
  await settle();
  process.stdout.write(`ready at ${url} ${door}\n`);
}

async function openEventDoor(bus: EventBus): Promise<string> {
  const handIn: http.RequestListener = (request, response) => {
    json(request)
      .then((published) => bus.publish(request.url!.slice(1), [published].flat() as ChangeEvent[]))
      .then(
        () => response.writeHead(204).end(),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
  };
  return (await startLoopbackServer(handIn)).url;
}
