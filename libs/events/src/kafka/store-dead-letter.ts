import { deadLetterTopic, encodeDeadLetter, type KafkaDeadLetter } from './dead-letter';
import type { KafkaSettings } from './kafka-options';
import type { OrderedProducer } from './ordered-producer';

/** Stores dead letters, which are messages that can never be handled. */
export class DeadLetters {
  constructor(
    private readonly settings: KafkaSettings,
    private readonly producer: OrderedProducer,
  ) {}

  /** Stores a dead letter without retries, and then calls `onDeadLetter`. */
  async store(deadLetter: KafkaDeadLetter): Promise<void> {
    const { topic, group, partition, offset, reason, event } = deadLetter;
    const message = { key: deadLetter.key, value: encodeDeadLetter(deadLetter), partition: 0 };
    await this.producer.inTurn(() => this.producer.send(deadLetterTopic(topic, group), [message]));
    this.settings.report({ kind: 'dead', topic, group, partition, offset, eventId: event?.event_id, reason });
    this.settings.onDeadLetter(deadLetter);
  }
}
