import type { EachBatchPayload, KafkaMessage } from 'kafkajs';
import { startBeat } from './beat';
import type { PartitionBackOff } from './partition-back-off';

/**
 * The time limit for one batch, in milliseconds. A longer batch would delay the next fetch for
 * other partitions. Messages that are left when the time is over are sent again by Kafka.
 */
const LONGEST_BATCH_MS = 2_000;

export interface BatchWork {
  heartbeatMs: number;
  backOff: PartitionBackOff;
  handle(partition: number, message: KafkaMessage): Promise<void>;
  paused(at: { partition: number; offset: string; reason: string; attempt: number; retryInMs: number }): void;
  /** Called repeatedly while a handler works, to show that the consumer is not stuck. */
  alive(): void;
}

/**
 * Handles the messages of one partition in order. Only finished messages are marked as resolved, so
 * only their offsets are committed. If a message fails, its partition is paused and this function
 * returns, so that other partitions continue.
 */
export async function consumeBatch(payload: EachBatchPayload, work: BatchWork): Promise<void> {
  const { partition, messages } = payload.batch;
  const end = Date.now() + LONGEST_BATCH_MS;
  const beat = startBeat(async () => {
    work.alive();
    await payload.heartbeat();
  }, work.heartbeatMs);
  try {
    for (const message of messages) {
      if (!payload.isRunning() || payload.isStale() || beat.lost !== undefined || Date.now() > end) break;
      try {
        await work.handle(partition, message);
      } catch (error) {
        const { attempt, retryInMs } = work.backOff.failed(partition, message.offset, payload.pause());
        work.paused({ partition, offset: message.offset, reason: String(error), attempt, retryInMs });
        break;
      }
      work.backOff.succeeded(partition);
      payload.resolveOffset(message.offset);
      await payload.commitOffsetsIfNecessary();
    }
  } finally {
    beat.stop();
  }
  // This error makes kafkajs rejoin the group. kafkajs first commits the resolved messages, if the
  // group still accepts commits of this member.
  if (beat.lost instanceof Error) throw beat.lost;
}
