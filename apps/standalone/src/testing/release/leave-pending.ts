import path from 'node:path';
import { startEmbeddedMongo } from '@keyhaven/embedded-mongo/start';
import { InProcessBus } from '@keyhaven/events/in-process-bus';
import { readConfiguration } from '@keyhaven/service/configuration';
import { loadSecrets } from '@keyhaven/service/data-folder/secrets';
import { startDatabaseService } from '@keyhaven/service/database-service';
import { createLogger } from '@keyhaven/service/observability/logger';
import type { ServiceDefinition } from '@keyhaven/service/service-definition';
import { loadIssuers } from '../../issuer-keys';
import { definitions } from '../../services';

interface PendingChange {
  userId: number;
  guestId: number;
  firstName: string;
}

/**
 * Renames a guest while the event bus does not run, as during an outage. So the event stays in the
 * outbox of the guest's document.
 * @param folder the data folder of a platform that is not running.
 */
export async function leavePending(folder: string, workerFile: string, change: PendingChange): Promise<void> {
  const { signers, publicKeys } = await loadIssuers(folder, ['gateway', 'booking']);
  const database = await startEmbeddedMongo({ folder: path.join(folder, 'database'), workerFile });
  // Nothing starts this bus, so it delivers nothing.
  const bus = new InProcessBus({ onDeadLetter: () => {} });
  const definition: ServiceDefinition = definitions.booking;
  const environment = { PUBLIC_URL: 'http://127.0.0.1', ...(await loadSecrets(folder)) };
  const service = await startDatabaseService(definition, {
    host: '127.0.0.1',
    port: 0,
    logger: createLogger('booking', 'silent'),
    databaseUri: database.uri,
    bus,
    publicKeys,
    shutdownMs: 5000,
    processMetrics: false,
    settings: definition.settings && readConfiguration(definition.settings, environment),
    peers: {
      sign: signers.booking,
      urlOf: (peer) => {
        throw new Error(`${peer} does not run`);
      },
    },
  });
  const { userId: accountId, guestId, firstName } = change;
  const token = await signers.gateway({ audience: 'booking', scope: 'full', accountId, credentialId: 'release' });
  const { status } = await fetch(`${service.url}/v2/guests/${guestId}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ first_name: firstName }),
  });
  await service.stopServing();
  await bus.close();
  await service.disconnect();
  await database.close();
  if (status !== 200) throw new Error(`the change of guest ${guestId} was answered with ${status}`);
}
