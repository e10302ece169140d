import type { Admin, ITopicConfig } from 'kafkajs';
import { openSession } from './client-session';
import { deadLetterTopic } from './dead-letter';
import { TopicMismatch } from './failure';
import type { KafkaSettings } from './kafka-options';
import { DEAD_LETTER_PARTITIONS, MAX_DEAD_LETTER_BYTES, MAX_EVENT_BYTES, PARTITIONS } from './topic-layout';
import { withDeadline } from './with-deadline';

/**
 * Creates a topic for events if it does not exist.
 * @throws TopicMismatch if it exists with a different number of partitions.
 */
export function ensureEventTopic(settings: KafkaSettings, topic: string): Promise<void> {
  return ensureTopic(settings, {
    topic,
    numPartitions: PARTITIONS,
    configEntries: [
      { name: 'max.message.bytes', value: String(MAX_EVENT_BYTES) },
      { name: 'retention.ms', value: String(settings.retentionMs) },
    ],
  });
}

/**
 * Creates the topic for a group's dead letters if it does not exist. Dead letters stay in the topic
 * until they are handled.
 */
export function ensureDeadLetterTopic(settings: KafkaSettings, topic: string, group: string): Promise<void> {
  return ensureTopic(settings, {
    topic: deadLetterTopic(topic, group),
    numPartitions: DEAD_LETTER_PARTITIONS,
    configEntries: [
      { name: 'max.message.bytes', value: String(MAX_DEAD_LETTER_BYTES) },
      { name: 'retention.ms', value: '-1' },
    ],
  });
}

async function ensureTopic(settings: KafkaSettings, config: ITopicConfig & { numPartitions: number }): Promise<void> {
  const session = openSession(settings);
  const admin = session.kafka.admin();
  try {
    await withDeadline(createOrCheck(admin, settings, config), settings.timing.publishMs, `looking at ${config.topic}`);
  } finally {
    session.destroy();
  }
}

async function createOrCheck(
  admin: Admin,
  settings: KafkaSettings,
  config: ITopicConfig & { numPartitions: number },
): Promise<void> {
  await admin.connect();
  if (!(await admin.listTopics()).includes(config.topic)) {
    // createTopics returns false if another process creates the topic first. The check below covers
    // both cases.
    await admin.createTopics({
      waitForLeaders: true,
      topics: [
        {
          ...config,
          replicationFactor: settings.replicationFactor,
          configEntries: [
            ...(config.configEntries ?? []),
            { name: 'min.insync.replicas', value: String(settings.minInsyncReplicas) },
          ],
        },
      ],
    });
  }
  const { topics } = await admin.fetchTopicMetadata({ topics: [config.topic] });
  const found = topics[0]?.partitions.length;
  if (found === config.numPartitions) return;
  throw new TopicMismatch(
    `topic ${config.topic} has ${found} partitions and must have ${config.numPartitions}: events of one record would ` +
      'lose their order; delete and recreate the topic, or correct the name',
  );
}
