import { type PartitionMetadata, Partitioners } from 'kafkajs';

/**
 * The number of partitions of every topic of events. It must never change: otherwise later events
 * of a record could go to another partition and overtake earlier ones.
 */
export const PARTITIONS = 24;

/** The largest event that a topic accepts, in bytes, including the overhead of its record batch. */
export const MAX_EVENT_BYTES = 2 * 1024 * 1024;

/**
 * Dead letters are rare and handled one by one, so one partition is enough. A single partition also
 * keeps them in order.
 */
export const DEAD_LETTER_PARTITIONS = 1;

/** A dead letter contains its event twice: parsed, and as the original bytes in base64. */
export const MAX_DEAD_LETTER_BYTES = 3 * MAX_EVENT_BYTES;

const choose = Partitioners.DefaultPartitioner();
const layout: PartitionMetadata[] = Array.from({ length: PARTITIONS }, (_, partitionId) => ({
  partitionId,
  partitionErrorCode: 0,
  leader: 0,
  replicas: [],
  isr: [],
}));

/** Returns the partition of a key, the same one that Kafka's Java client chooses. */
export function partitionOf(key: string): number {
  return choose({ topic: '', partitionMetadata: layout, message: { key, value: null } });
}
