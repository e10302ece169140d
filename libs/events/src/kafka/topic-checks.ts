import { ensureEventTopic } from './ensure-topic';
import type { KafkaSettings } from './kafka-options';

/** Checks each topic once in the life of a process. A failed check is repeated when the topic is next needed. */
export class TopicChecks {
  private readonly checks = new Map<string, Promise<void>>();

  constructor(private readonly settings: KafkaSettings) {}

  /** Resolves when the topic exists and is correct. @throws TopicMismatch if it exists and is not correct. */
  ensure(topic: string): Promise<void> {
    const known = this.checks.get(topic);
    if (known) return known;
    const check = ensureEventTopic(this.settings, topic);
    this.checks.set(topic, check);
    check.catch(() => this.checks.delete(topic));
    return check;
  }
}
