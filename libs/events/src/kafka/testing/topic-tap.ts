import { randomUUID } from 'node:crypto';
import { type EachMessagePayload, Kafka, logLevel, type Message } from 'kafkajs';
import { keepTrying } from '../keep-trying';

/** Accesses a broker without the bus, to read what a topic contains and to write messages that no bus would write. */
export class TopicTap {
  private readonly kafka: Kafka;

  constructor(brokers: string[]) {
    this.kafka = new Kafka({ brokers, clientId: 'tap', logLevel: logLevel.NOTHING });
  }

  async put(topic: string, messages: Message[]): Promise<void> {
    const producer = this.kafka.producer({ allowAutoTopicCreation: false });
    await producer.connect();
    await producer.send({ topic, messages, acks: -1 });
    await producer.disconnect();
  }

  async createTopic(topic: string, partitions: number): Promise<void> {
    await this.withAdmin((admin) => admin.createTopics({ topics: [{ topic, numPartitions: partitions }] }));
  }

  /** The number of partitions of a topic, and its settings by name. */
  async describeTopic(topic: string): Promise<{ partitions: number; settings: Record<string, string> }> {
    return this.withAdmin(async (admin) => {
      const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
      const { resources } = await admin.describeConfigs({
        includeSynonyms: false,
        resources: [{ type: 2, name: topic }],
      });
      const entries = resources[0]!.configEntries.map(({ configName, configValue }) => [configName, configValue]);
      return {
        partitions: topics[0]!.partitions.length,
        settings: Object.fromEntries(entries) as Record<string, string>,
      };
    });
  }

  /**
   * The sum of the offsets that a group has committed in a topic, which equals the number of
   * messages that the group has finished.
   */
  async committed(topic: string, group: string): Promise<number> {
    return this.withAdmin(async (admin) => {
      const [offsets] = await admin.fetchOffsets({ groupId: group, topics: [topic] });
      return offsets!.partitions.reduce((sum, { offset }) => sum + Math.max(Number(offset), 0), 0);
    });
  }

  /** The number of members of a group. */
  async members(group: string): Promise<number> {
    return this.withAdmin(async (admin) => (await admin.describeGroups([group])).groups[0]!.members.length);
  }

  /** All messages that a topic contains now, in order within each partition. */
  async readAll(topic: string): Promise<{ key: string | undefined; value: string; partition: number }[]> {
    const ends = await this.withAdmin((admin) => admin.fetchTopicOffsets(topic));
    let left = ends.reduce((sum, { low, high }) => sum + Number(high) - Number(low), 0);
    if (left === 0) return [];
    const found: { key: string | undefined; value: string; partition: number }[] = [];
    const consumer = this.kafka.consumer({ groupId: `tap-${randomUUID()}`, maxWaitTimeInMs: 200 });
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    await new Promise<void>((resolve, reject) => {
      const eachMessage = ({ partition, message: { key, value } }: EachMessagePayload) => {
        found.push({ key: key?.toString(), value: String(value), partition });
        if (--left === 0) resolve();
        return Promise.resolve();
      };
      consumer.run({ autoCommit: false, eachMessage }).catch(reject);
    });
    await consumer.disconnect();
    return found;
  }

  private async withAdmin<Answer>(work: (admin: ReturnType<Kafka['admin']>) => Promise<Answer>): Promise<Answer> {
    const admin = this.kafka.admin();
    await admin.connect();
    try {
      // Retry, because a new topic has no leader for a short time.
      return await keepTrying(
        () => work(admin),
        5000,
        () => {},
      );
    } finally {
      await admin.disconnect();
    }
  }
}
