import { type PartitionMetadata, Partitioners } from 'kafkajs';

/**
 * Partitions of every topic of events, fixed when it is created: another number would send later events of a record to
 * another partition, past earlier ones.
 */
export const PARTITIONS = 24;

/** The largest event that a topic takes, as Kafka counts it (a record batch). */
export const MAX_EVENT_BYTES = 2 * 1024 * 1024;

/** Dead letters are few and looked at one by one: one partition keeps them in the order in which they failed. */
export const DEAD_LETTER_PARTITIONS = 1;

/** A dead letter holds its event twice: as it can be read, and as the original bytes in base64. */
export const MAX_DEAD_LETTER_BYTES = 3 * MAX_EVENT_BYTES;

const choose = Partitioners.DefaultPartitioner();
const layout: PartitionMetadata[] = Array.from({ length: PARTITIONS }, (_, partitionId) => ({
  partitionId,
  partitionErrorCode: 0,
  leader: 0,
  replicas: [],
  isr: [],
}));

/** The partition of a key: the same that other Kafka clients choose. */
export function partitionOf(key: string): number {
  return choose({ topic: '', partitionMetadata: layout, message: { key, value: null } });
}
