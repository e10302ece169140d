import { urlSetting } from '@keyhaven/contracts/platform/services';
import { resyncTopic } from '@keyhaven/events/change-event';
import { KafkaBus } from '@keyhaven/events/kafka/kafka-bus';
import { z } from 'zod';
import { publicKeysFromFile } from './auth/public-keys';
import { tokenSignerFromFile } from './auth/signer-from-file';
import {
  commonSettings,
  databaseSettings,
  signerSettings,
  settingsWithMessages,
  verifierSettings,
} from './configuration';
import { startDatabaseService } from './database-service';
import { addKafkaFaults, kafkaConnection, kafkaSettings } from './kafka-settings';
import type { ServiceDefinition } from './service-definition';
import { busReporter } from './report-bus';
import { runProcess } from './run-process';

/** The settings of a service that stores data and runs in its own process. */
export const serviceSettings = commonSettings.extend({
  ...databaseSettings.shape,
  ...settingsWithMessages.shape,
  ...kafkaSettings.shape,
  ...verifierSettings.shape,
});

/** Returns the schema of all settings of a service that stores data and runs in its own process. */
export function settingsOfService({ settings, peers = [] }: ServiceDefinition) {
  return (
    serviceSettings
      .extend({
        ...settings?.shape,
        ...(peers.length > 0 ? signerSettings.shape : {}),
        ...Object.fromEntries(peers.map((service) => [urlSetting(service), z.url()])),
      })
      // Check the Kafka settings even if other settings are wrong, so that all faults are reported together.
      .superRefine(addKafkaFaults, { when: () => true })
  );
}

/** Starts one service that stores data, as a separate process with MongoDB and Kafka. */
export function runServiceProcess(definition: ServiceDefinition): Promise<void> {
  const callees = definition.peers ?? [];
  return runProcess(definition.name, settingsOfService(definition), async (settings, logger) => {
    const all: Record<string, unknown> = settings;
    const fail = (error: unknown) => {
      logger.fatal({ err: error }, 'events cannot be published or consumed until an operator changes this');
      process.exit(1);
    };
    const bus = new KafkaBus({
      ...kafkaConnection(settings),
      clientId: definition.name,
      replicationFactor: settings.KAFKA_REPLICATION_FACTOR,
      minInsyncReplicas: settings.KAFKA_MIN_INSYNC_REPLICAS,
      onDeadLetter: ({ topic, group, reason, event }) =>
        logger.error({ topic, group, reason, event_id: event?.event_id }, 'an event can never be handled'),
      onFatal: fail,
      report: busReporter(logger),
    });
    // Not awaited: the service answers requests even while the broker hangs.
    bus.start([definition.topic, resyncTopic(definition.topic)]).catch(fail);
    const service = await startDatabaseService(definition, {
      host: settings.HOST,
      port: settings.PORT,
      logger,
      databaseUri: settings.MONGODB_URI,
      poolSize: settings.MONGODB_POOL_SIZE,
      bus,
      generation: settings.GENERATION,
      resyncPerSecond: settings.RESYNC_PER_SECOND,
      publicKeys: await publicKeysFromFile(settings.INTERNAL_PUBLIC_KEYS_FILE),
      shutdownMs: settings.SHUTDOWN_MS,
      settings: all,
      peers:
        callees.length > 0
          ? {
              sign: await tokenSignerFromFile(definition.name, String(all.INTERNAL_SIGNING_KEY_FILE)),
              urlOf: (service) => String(all[urlSetting(service)]),
            }
          : undefined,
      processMetrics: true,
    });
    service.joined.catch(fail);
    return service;
  });
}
