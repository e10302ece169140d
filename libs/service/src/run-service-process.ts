import { KafkaBus } from '@keyhaven/events/kafka/kafka-bus';
import { publicKeysFromFile } from './auth/public-keys';
import { busSettings, commonSettings, databaseSettings, verifierSettings } from './configuration';
import { type ServiceDefinition, startDatabaseService } from './database-service';
import { runProcess } from './run-process';

/** The settings of a service that keeps data, as a process of its own. */
export const serviceSettings = commonSettings.extend({
  ...databaseSettings.shape,
  ...busSettings.shape,
  ...verifierSettings.shape,
});

/** Runs a service that keeps data as a process of its own, on MongoDB and Kafka. */
export function runServiceProcess(definition: ServiceDefinition): Promise<void> {
  return runProcess(definition.name, serviceSettings, async (settings, logger) => {
    const bus = new KafkaBus({
      brokers: settings.KAFKA_BROKERS,
      clientId: definition.name,
      replicationFactor: settings.KAFKA_REPLICATION_FACTOR,
      minInsyncReplicas: settings.KAFKA_MIN_INSYNC_REPLICAS,
      onDeadLetter: ({ topic, group, reason, event }) =>
        logger.error({ topic, group, reason, event_id: event?.event_id }, 'an event can never be handled'),
      onFatal: (error) => {
        logger.fatal({ err: error }, 'a consumer stopped for good');
        process.exit(1);
      },
      report: (report) => logger[report.kind === 'client_log' ? 'debug' : 'info'](report, 'bus'),
    });
    await bus.start([definition.topic]);
    return startDatabaseService(definition, {
      host: settings.HOST,
      port: settings.PORT,
      logger,
      databaseUri: settings.MONGODB_URI,
      poolSize: settings.MONGODB_POOL_SIZE,
      bus,
      publicKeys: await publicKeysFromFile(settings.INTERNAL_PUBLIC_KEYS_FILE),
      shutdownMs: settings.SHUTDOWN_MS,
      processMetrics: true,
    });
  });
}
