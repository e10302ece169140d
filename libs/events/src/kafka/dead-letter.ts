import { z } from 'zod';
import { changeEvent } from '../change-event';

export const deadLetterSchema = z.object({
  topic: z.string(),
  group: z.string(),
  reason: z.string(),
  partition: z.int(),
  offset: z.string(),
  /** When the handler failed, in UTC, by the clock of the process in which it failed. */
  dead_utc: z.string(),
  /** The event. Absent if the message could not be parsed. */
  event: changeEvent.loose().optional(),
  key: z.string().nullable(),
  /** The original bytes of the message, in base64. Null if the message had no value. */
  original: z.string().nullable(),
});

/** A message that a group could not handle, and its position in the topic. */
export type KafkaDeadLetter = z.infer<typeof deadLetterSchema>;

/** The topic for the dead letters of a group that consumes a topic. */
export function deadLetterTopic(topic: string, group: string): string {
  return `${topic}.${group}.dead`;
}

export function encodeDeadLetter(deadLetter: KafkaDeadLetter): Buffer {
  return Buffer.from(JSON.stringify(deadLetter));
}

export function decodeDeadLetter(value: Buffer | null): KafkaDeadLetter {
  return deadLetterSchema.parse(JSON.parse(String(value)));
}
