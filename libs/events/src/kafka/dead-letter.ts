import { z } from 'zod';
import { changeEvent } from '../change-event';

const deadLetter = z.object({
  topic: z.string(),
  group: z.string(),
  reason: z.string(),
  partition: z.int(),
  offset: z.string(),
  /** When it failed for good, by the clock of the process that handled it; UTC. */
  dead_utc: z.string(),
  /** The event, as far as it could be parsed. */
  event: changeEvent.loose().optional(),
  key: z.string().nullable(),
  /** The original bytes of the message, in base64; null for a message without a value. */
  original: z.string().nullable(),
});

/** A message that a group could not handle, an event or not, and its position. */
export type KafkaDeadLetter = z.infer<typeof deadLetter>;

/** The topic for the messages of a topic that a group could not handle. */
export function deadLetterTopic(topic: string, group: string): string {
  return `${topic}.${group}.dead`;
}

export function encodeDeadLetter(letter: KafkaDeadLetter): Buffer {
  return Buffer.from(JSON.stringify(letter));
}

export function decodeDeadLetter(value: Buffer | null): KafkaDeadLetter {
  return deadLetter.parse(JSON.parse(String(value)));
}
