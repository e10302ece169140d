import type { ChangeEvent } from '../change-event';
import {
  type Consumer,
  type EventBus,
  type EventTraces,
  notConsumedHere,
  PublishError,
  type Redriven,
} from '../event-bus';
import { BrokerProbe } from './broker-probe';
import { DeadLetters } from './store-dead-letter';
import type { KafkaDeadLetter } from './dead-letter';
import { ensureDeadLetterTopic } from './ensure-topic';
import { isLasting } from './failure';
import { GroupConsumer } from './group-consumer';
import { handleMessage } from './handle-message';

import { completeOptions, type KafkaBusOptions, type KafkaSettings } from './kafka-options';
import { keepTrying } from './keep-trying';
import { OrderedProducer } from './ordered-producer';
import { EventPublisher } from './publish-events';
import { redriveDeadLetters } from './redrive-dead-letters';
import { TopicChecks } from './topic-checks';
import { withDeadline } from './with-deadline';

interface Registration {
  consumer: Consumer;
  member: GroupConsumer;
}

/**
 * The bus for a platform whose services are separate processes. A publish call resolves when the
 * brokers have stored the events. Consumers recover from outages without help. A service can start
 * and serve its API while no broker is available.
 */
export class KafkaBus implements EventBus {
  readonly broker: BrokerProbe;
  private readonly settings: KafkaSettings;
  private readonly topics: TopicChecks;
  private readonly producer: OrderedProducer;
  private readonly publisher: EventPublisher;
  private readonly deadLetters: DeadLetters;
  private readonly registrations: Registration[] = [];
  private readonly redriving = new Map<Consumer, Promise<Redriven>>();
  /** Stops redrives when the bus is closed. */
  private readonly closing = new AbortController();
  private closed = false;

  constructor(options: KafkaBusOptions) {
    this.settings = completeOptions(options);
    this.topics = new TopicChecks(this.settings);
    this.producer = new OrderedProducer(this.settings);
    this.publisher = new EventPublisher(this.settings, this.producer, this.topics);
    this.deadLetters = new DeadLetters(this.settings, this.producer);
    this.broker = new BrokerProbe(this.settings, () => this.registrations.map(({ consumer }) => consumer));
  }

  /**
   * Creates and checks the topics that the service publishes on. If no broker answers within
   * `requestMs`, this function only reports the failure, and the first publish call checks the
   * topics.
   * @throws TopicMismatch if a topic has the wrong number of partitions; other errors that only an
   *   operator can fix.
   */
  async start(topics: readonly string[]): Promise<void> {
    for (const topic of topics) {
      const { requestMs } = this.settings.timing;
      await keepTrying(
        () => this.topics.ensure(topic),
        requestMs,
        () => {},
      ).catch((error: unknown) => {
        if (isLasting(error)) throw error;
        this.settings.report({ kind: 'topic_unchecked', topic, reason: String(error) });
      });
    }
  }

  async publish(topic: string, events: readonly ChangeEvent[], traces?: EventTraces): Promise<void> {
    if (this.closed) throw new PublishError('the bus is closed', new Set());
    await this.publisher.publish(topic, events, traces);
  }

  /**
   * Resolves when the consumer has joined its group, or when the first attempt failed and will be
   * repeated. A new group starts with the oldest event of the topic.
   * @throws TopicMismatch; other errors that only an operator can fix.
   */
  async consume(consumer: Consumer): Promise<void> {
    const { group, topic } = consumer;
    if (this.closed) throw new Error('the bus is closed');
    if (this.find(topic, group)) throw new Error(`group ${group} already consumes ${topic}`);
    const member = new GroupConsumer(this.settings, consumer, {
      prepare: async () => {
        await this.topics.ensure(topic);
        await ensureDeadLetterTopic(this.settings, topic, group);
      },
      handle: (partition, message) => handleMessage(this.settings, this.deadLetters, consumer, partition, message),
    });
    this.registrations.push({ consumer, member });
    await member.start();
  }

  async redriveDeadLetters(topic: string, group: string): Promise<Redriven> {
    if (this.closed) throw new Error('the bus is closed');
    const consumer = this.find(topic, group)?.consumer;
    if (!consumer) throw notConsumedHere(topic, group);
    const running = this.redriving.get(consumer);
    if (running) return running;
    const run = this.redrive(consumer).finally(() => this.redriving.delete(consumer));
    this.redriving.set(consumer, run);
    return run;
  }

  private async redrive(consumer: Consumer): Promise<Redriven> {
    let dead = 0;
    const storeAgain = async (deadLetter: KafkaDeadLetter) => {
      await this.deadLetters.store(deadLetter);
      dead++;
    };
    const redriven: Consumer = { ...consumer, handle: (event, trace) => consumer.handle(event, trace, true) };
    const handle = ({ partition, offset, key, original }: KafkaDeadLetter) =>
      handleMessage(this.settings, { store: storeAgain }, redriven, partition, {
        offset,
        key: key === null ? null : Buffer.from(key),
        value: original === null ? null : Buffer.from(original, 'base64'),
      });
    const handled = await redriveDeadLetters(this.settings, consumer, handle, this.closing.signal);
    return { redriven: handled - dead, dead };
  }

  /**
   * Waits for events that are being handled or published, commits, leaves the groups and
   * disconnects. A redrive stops after its current dead letter. If handling this dead letter takes
   * longer than `closeMs`, the next redrive delivers it again.
   */
  async close(): Promise<void> {
    this.closed = true;
    this.closing.abort(new Error('the bus is closed'));
    const { closeMs } = this.settings.timing;
    await Promise.all([
      ...this.registrations.map(({ member }) => member.close()),
      ...[...this.redriving.values()].map((run) => withDeadline(run, closeMs, 'ending a redrive').catch(() => {})),
    ]);
    await this.producer.close();
    this.broker.close();
  }

  private find(topic: string, group: string): Registration | undefined {
    return this.registrations.find(({ consumer }) => consumer.topic === topic && consumer.group === group);
  }
}
