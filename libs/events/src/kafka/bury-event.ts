import { deadLetterTopic, encodeDeadLetter, type KafkaDeadLetter } from './dead-letter';
import type { KafkaSettings } from './kafka-options';
import type { OrderedProducer } from './ordered-producer';

/** Stores events that can never be handled as dead letters. */
export class DeadLetters {
  constructor(
    private readonly settings: KafkaSettings,
    private readonly producer: OrderedProducer,
  ) {}

  /** Resolves when the brokers have stored the letter, and raises the alarm. Rejects when one attempt failed. */
  async bury(letter: KafkaDeadLetter): Promise<void> {
    const { topic, group, partition, offset, reason, event } = letter;
    const message = { key: letter.key, value: encodeDeadLetter(letter), partition: 0 };
    await this.producer.inTurn(() => this.producer.send(deadLetterTopic(topic, group), [message]));
    this.settings.report({ kind: 'dead', topic, group, partition, offset, eventId: event?.event_id, reason });
    this.settings.onDeadLetter(letter);
  }
}
