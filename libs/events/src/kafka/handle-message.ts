import { readTraceHeaders } from '@keyhaven/tracing/tracing';
import type { KafkaMessage } from 'kafkajs';
import type { ChangeEvent } from '../change-event';
import { type Consumer, whyImpossible } from '../event-bus';
import type { DeadLetters } from './store-dead-letter';
import type { KafkaSettings } from './kafka-options';
import { readEvent } from './read-event';

/**
 * Delivers the event of a message to a consumer. An event that can never be handled is stored as a
 * dead letter. Resolves when the offset of the message may be committed.
 * @throws the consumer's error if the event must be retried; the error of storing a dead letter.
 */
export async function handleMessage(
  settings: KafkaSettings,
  deadLetters: Pick<DeadLetters, 'store'>,
  consumer: Consumer,
  partition: number,
  message: Pick<KafkaMessage, 'offset' | 'key' | 'value'> & Partial<Pick<KafkaMessage, 'headers'>>,
): Promise<void> {
  const { topic, group } = consumer;
  const { offset, key, value, headers } = message;
  const storeDeadLetter = async (reason: string, event?: ChangeEvent) => {
    await deadLetters.store({
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
    consumer.onDead?.();
  };
  const read = readEvent(value);
  if ('unreadable' in read) return storeDeadLetter(read.unreadable);
  const started = Date.now();
  try {
    await consumer.handle(read.event, headers && readTraceHeaders(headers));
  } catch (error) {
    const impossible = whyImpossible(error);
    if (impossible !== undefined) return storeDeadLetter(impossible, read.event);
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
