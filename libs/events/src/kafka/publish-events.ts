import type { ChangeEvent } from '../change-event';
import { type EventTraces, PublishError } from '../event-bus';
import type { KafkaSettings } from './kafka-options';
import { keepTrying } from './keep-trying';
import type { OrderedProducer } from './ordered-producer';
import { splitBatches } from './split-batches';
import type { TopicChecks } from './topic-checks';

/** Publishes events in the order of the publish calls. */
export class EventPublisher {
  /**
   * The number of failed publish calls, by topic. A call that was waiting when an earlier call
   * failed must fail too. Otherwise its events would overtake those of the failed call.
   */
  private readonly failures = new Map<string, number>();

  constructor(
    private readonly settings: KafkaSettings,
    private readonly producer: OrderedProducer,
    private readonly topics: TopicChecks,
  ) {}

  /**
   * Resolves when the brokers have acknowledged every event. An event is sent only after all earlier
   * events of the same record have been acknowledged, or in the same record batch as those earlier
   * events. A broker stores a record batch as a whole or not at all.
   * @throws PublishError after `publishMs` without progress. The final attempt may exceed this time.
   */
  async publish(topic: string, events: readonly ChangeEvent[], traces?: EventTraces): Promise<void> {
    const failuresBefore = this.failures.get(topic) ?? 0;
    const acknowledged = new Set<string>();
    await this.producer.inTurn(async () => {
      try {
        if ((this.failures.get(topic) ?? 0) !== failuresBefore) {
          throw new Error('publishing earlier events failed, and these must not overtake them');
        }
        await this.sendAll(topic, splitBatches(events, traces), acknowledged);
      } catch (error) {
        this.failures.set(topic, (this.failures.get(topic) ?? 0) + 1);
        throw new PublishError(`publishing to ${topic} failed: ${String(error)}`, acknowledged, { cause: error });
      }
    });
  }

  private async sendAll(
    topic: string,
    { batches, refused }: ReturnType<typeof splitBatches>,
    acknowledged: Set<string>,
  ): Promise<void> {
    const { report, timing } = this.settings;
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
