import { serviceOf } from '@keyhaven/contracts/shared/internal-contract';
import type { EventBus } from '@keyhaven/events/event-bus';
import { InProcessBus } from '@keyhaven/events/in-process-bus';
import { IdAllocator } from '@keyhaven/persistence/allocate-ids';
import { answeredRequestModel } from '@keyhaven/persistence/idempotency';
import { ensureIndexes } from '@keyhaven/persistence/indexes';
import { Relay } from '@keyhaven/persistence/outbox/relay';
import { spillModel } from '@keyhaven/persistence/outbox/spill';
import { ResyncWorker } from '@keyhaven/persistence/resync/resync-worker';
import type { Connection } from 'mongoose';
import { fixedPublicKeys } from './auth/public-keys';
import { createTokenVerifier } from './auth/token-verifier';
import { createLogger } from './observability/logger';
import { createDataMetrics } from './observability/metrics';
import { LocalPeer } from './peers/local-peer';
import { peerClient } from './peers/peer-client';
import type { ServiceDefinition } from './service-definition';

/**
 * Creates the missing collections and indexes of a service without starting the service, so that a
 * rollout does not have to wait for them. A test compares the indexes with those of a started
 * service.
 * @param settings the service's own settings. No index depends on their values.
 */
export async function makeIndexes(
  definition: ServiceDefinition,
  connection: Connection,
  settings: Record<string, unknown>,
): Promise<void> {
  registerModels(definition, connection, settings);
  await ensureIndexes(connection);
}

/**
 * Registers the Mongoose models of a service on a connection. Only the service's `build` registers
 * models, so `build` is called here with dependencies that do nothing.
 */
export function registerModels(
  definition: ServiceDefinition,
  connection: Connection,
  settings: Record<string, unknown>,
): void {
  const { name } = definition;
  const bus: EventBus = new InProcessBus({ onDeadLetter: () => {} });
  const relay = new Relay({ bus, report: () => {} });
  spillModel(connection);
  answeredRequestModel(connection);
  new ResyncWorker({ connection, bus, relay, report: () => {}, perSecond: 1 });
  definition.build({
    connection,
    now: () => new Date(),
    ids: new IdAllocator(connection),
    relay,
    bus,
    verify: createTokenVerifier(name, fixedPublicKeys([])),
    hasOneRelease: false,
    logger: createLogger(name, 'silent'),
    metrics: createDataMetrics(name, false),
    settings,
    peer: (contract) =>
      peerClient(contract, new LocalPeer({ service: serviceOf(contract), issuer: name, calls: () => undefined })),
  });
}
