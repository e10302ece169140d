import { deadLetterTopic, encodeDeadLetter, type KafkaDeadLetter } from './dead-letter';
import type { KafkaSettings } from './kafka-options';
import type { OrderedProducer } from './ordered-producer';

/** Where what can never be handled goes. */
export class DeadLetters {
  constructor(
    private readonly settings: KafkaSettings,
    private readonly producer: OrderedProducer,
  ) {}

  /** Resolves when the brokers have the letter; then the alarm is raised. Rejects if one attempt did not succeed. */
  async bury(letter: KafkaDeadLetter): Promise<void> {
    const { topic, group, partition, offset, reason, event } = letter;
    const message = { key: letter.key, value: encodeDeadLetter(letter), partition: 0 };
    await this.producer.inTurn(() => this.producer.send(deadLetterTopic(topic, group), [message]));
    this.settings.report({ kind: 'dead', topic, group, partition, offset, eventId: event?.event_id, reason });
    this.settings.onDeadLetter(letter);
  }
}
