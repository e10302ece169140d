import { ensureEventTopic } from './ensure-topic';
import type { KafkaSettings } from './kafka-options';

/** Makes sure of each topic once in the life of a process; a failed check is made again when the topic is next needed. */
export class TopicChecks {
  private readonly checks = new Map<string, Promise<void>>();

  constructor(private readonly settings: KafkaSettings) {}

  /** Resolves when the topic exists and is as it must be. @throws TopicMismatch if it exists and is not. */
  ensure(topic: string): Promise<void> {
    const known = this.checks.get(topic);
    if (known) return known;
    const check = ensureEventTopic(this.settings, topic);
    this.checks.set(topic, check);
    check.catch(() => this.checks.delete(topic));
    return check;
  }
}
