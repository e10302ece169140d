import { ensureEventTopic } from './ensure-topic';
import type { KafkaSettings } from './kafka-options';

/**
 * Checks each topic once per process. After a failed check, the topic is checked again when it is
 * next needed.
 */
export class TopicChecks {
  private readonly checks = new Map<string, Promise<void>>();

  constructor(private readonly settings: KafkaSettings) {}

  /**
   * Resolves when the topic exists with the right number of partitions.
   * @throws TopicMismatch if the number is different.
   */
  ensure(topic: string): Promise<void> {
    const known = this.checks.get(topic);
    if (known) return known;
    const check = ensureEventTopic(this.settings, topic);
    this.checks.set(topic, check);
    check.catch(() => this.checks.delete(topic));
    return check;
  }
}
