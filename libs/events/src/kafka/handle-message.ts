import type { KafkaMessage } from 'kafkajs';
import type { ChangeEvent } from '../change-event';
import { type Consumer, whyImpossible } from '../event-bus';
import type { DeadLetters } from './bury-event';
import type { KafkaSettings } from './kafka-options';
import { readEvent } from './read-event';

/**
 * Delivers a message's event to a consumer. An event that can never succeed goes to the dead letters. Resolves when the
 * message's offset may be committed.
 * @throws the consumer's error for an event that must be tried again, or the error of writing a dead letter.
 */
export async function handleMessage(
  settings: KafkaSettings,
  deadLetters: Pick<DeadLetters, 'bury'>,
  consumer: Consumer,
  partition: number,
  message: Pick<KafkaMessage, 'offset' | 'key' | 'value'>,
): Promise<void> {
  const { topic, group } = consumer;
  const { offset, key, value } = message;
  const bury = (reason: string, event?: ChangeEvent) =>
    deadLetters.bury({
      topic,
      group,
      reason,
      partition,
      offset,
      dead_utc: new Date().toISOString(),
      event,
      key: key && key.toString(),
      original: value && value.toString('base64'),
    });
  const read = readEvent(value);
  if ('unreadable' in read) return bury(read.unreadable);
  const started = Date.now();
  try {
    await consumer.handle(read.event);
  } catch (error) {
    const impossible = whyImpossible(error);
    if (impossible !== undefined) return bury(impossible, read.event);
    throw error;
  }
  const lagMs = Date.now() - Date.parse(read.event.occurred_utc);
  const durationMs = Date.now() - started;
  settings.report({
    kind: 'consumed',
    topic,
    group,
    partition,
    offset,
    eventId: read.event.event_id,
    durationMs,
    lagMs,
  });
}
