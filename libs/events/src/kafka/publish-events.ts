import type { ChangeEvent } from '../change-event';
import { PublishError } from '../event-bus';
import type { KafkaSettings } from './kafka-options';
import { keepTrying } from './keep-trying';
import type { OrderedProducer } from './ordered-producer';
import { splitBatches } from './split-batches';
import type { TopicChecks } from './topic-checks';

/** Publishes events in the order of the calls. */
export class EventPublisher {
  /** The number of failed calls of each topic: a call that waited behind one must not overtake its events. */
  private readonly failures = new Map<string, number>();

  constructor(
    private readonly settings: KafkaSettings,
    private readonly producer: OrderedProducer,
    private readonly topics: TopicChecks,
  ) {}

  /**
   * Resolves when the brokers have acknowledged every event. An event is sent after the earlier ones of its record are
   * acknowledged, or together with them in one record batch, which a broker stores as a whole or not at all.
   * @throws PublishError after `publishMs` without progress (and at most one more attempt).
   */
  async publish(topic: string, events: readonly ChangeEvent[]): Promise<void> {
    const failuresBefore = this.failures.get(topic) ?? 0;
    const acknowledged = new Set<string>();
    await this.producer.inTurn(async () => {
      try {
        if ((this.failures.get(topic) ?? 0) !== failuresBefore) {
          throw new Error('publishing earlier events failed, and these must not overtake them');
        }
        await this.sendAll(topic, events, acknowledged);
      } catch (error) {
        this.failures.set(topic, (this.failures.get(topic) ?? 0) + 1);
        throw new PublishError(`publishing to ${topic} failed: ${String(error)}`, acknowledged, { cause: error });
      }
    });
  }

  private async sendAll(topic: string, events: readonly ChangeEvent[], acknowledged: Set<string>): Promise<void> {
    const { report, timing } = this.settings;
    const { batches, refused } = splitBatches(events);
    for (const { messages, eventIds, bytes } of batches) {
      const started = Date.now();
      await keepTrying(
        async () => {
          await this.topics.ensure(topic);
          await this.producer.send(topic, messages);
        },
        timing.publishMs,
        (error, retryInMs) => report({ kind: 'publish_retried', topic, reason: String(error), retryInMs }),
      );
      for (const id of eventIds) acknowledged.add(id);
      report({ kind: 'published', topic, events: eventIds.length, bytes, durationMs: Date.now() - started });
    }
    if (refused.length > 0) throw new Error(refused.join('; '));
  }
}
