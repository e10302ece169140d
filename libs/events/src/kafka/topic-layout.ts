import { type PartitionMetadata, Partitioners } from 'kafkajs';

/**
 * The number of partitions of every topic of events, which must not change: another number would send later events of a
 * record to another partition, where they could overtake earlier ones.
 */
export const PARTITIONS = 24;

/** The largest event that a topic accepts, as Kafka counts it (a record batch), in bytes. */
export const MAX_EVENT_BYTES = 2 * 1024 * 1024;

/** Dead letters are few and handled one by one; one partition keeps them in the order in which they failed. */
export const DEAD_LETTER_PARTITIONS = 1;

/** A dead letter holds its event twice: parsed, and as the original bytes in base64. */
export const MAX_DEAD_LETTER_BYTES = 3 * MAX_EVENT_BYTES;

const choose = Partitioners.DefaultPartitioner();
const layout: PartitionMetadata[] = Array.from({ length: PARTITIONS }, (_, partitionId) => ({
  partitionId,
  partitionErrorCode: 0,
  leader: 0,
  replicas: [],
  isr: [],
}));

/** The partition of a key, the same that other Kafka clients choose. */
export function partitionOf(key: string): number {
  return choose({ topic: '', partitionMetadata: layout, message: { key, value: null } });
}
