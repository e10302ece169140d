import { z } from 'zod';
import { changeEvent } from '../change-event';

const deadLetter = z.object({
  topic: z.string(),
  group: z.string(),
  reason: z.string(),
  partition: z.int(),
  offset: z.string(),
  /** When it was given up, by the clock of the process that did; UTC. */
  dead_utc: z.string(),
  /** As far as it could be read. */
  event: changeEvent.loose().optional(),
  key: z.string().nullable(),
  /** The message's bytes as they were found, in base64; null for a message without a value. */
  original: z.string().nullable(),
});

/** An event, or a message that is none, which a group could not handle, and where it was found. */
export type KafkaDeadLetter = z.infer<typeof deadLetter>;

/** The topic that holds what a group could not handle of a topic. */
export function deadLetterTopic(topic: string, group: string): string {
  return `${topic}.${group}.dead`;
}

export function encodeDeadLetter(letter: KafkaDeadLetter): Buffer {
  return Buffer.from(JSON.stringify(letter));
}

export function decodeDeadLetter(value: Buffer | null): KafkaDeadLetter {
  return deadLetter.parse(JSON.parse(String(value)));
}
