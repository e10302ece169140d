import { randomUUID } from 'node:crypto';
import type { Admin, EachBatchPayload } from 'kafkajs';
import { startBeat } from './beat';
import { type ClientSession, openSession } from './client-session';
import { deadLetterTopic, decodeDeadLetter, type KafkaDeadLetter } from './dead-letter';
import type { KafkaSettings } from './kafka-options';

/**
 * Hands a group's dead letters, as many as there are now, to `handle` in the order in which they came, and marks each
 * done when it resolves, by deleting it. It may be handed over twice if the process dies in between, or if two processes
 * redrive at once.
 * @returns how many were handed over and are done.
 * @throws what `handle` threw: that letter and those behind it stay.
 */
export async function redriveDeadLetters(
  settings: KafkaSettings,
  { topic, group }: { topic: string; group: string },
  handle: (letter: KafkaDeadLetter) => Promise<void>,
): Promise<number> {
  const dead = deadLetterTopic(topic, group);
  const session = openSession(settings);
  const admin = session.kafka.admin();
  try {
    await admin.connect();
    const [range] = await admin.fetchTopicOffsets(dead);
    if (!range || range.low === range.high) return 0;
    const end = BigInt(range.high);
    const outcome = await readUntil(session, settings, dead, end, handle);
    await markDone(admin, dead, outcome.next);
    if (outcome.failure !== undefined) throw outcome.failure;
    return Number(outcome.next - BigInt(range.low));
  } finally {
    session.destroy();
  }
}

interface Outcome {
  /** The offset of the first letter that is not done. */
  next: bigint;
  failure?: Error;
}

/** Reads as a group that nobody else is in and that commits nothing: what is done is no longer in the topic. */
async function readUntil(
  session: ClientSession,
  settings: KafkaSettings,
  dead: string,
  end: bigint,
  handle: (letter: KafkaDeadLetter) => Promise<void>,
): Promise<Outcome> {
  const { heartbeatMs, sessionMs } = settings.timing;
  const consumer = session.kafka.consumer({
    groupId: `${dead}.redrive.${randomUUID()}`,
    maxWaitTimeInMs: 500,
    heartbeatInterval: heartbeatMs,
    sessionTimeout: sessionMs,
    allowAutoTopicCreation: false,
    retry: { retries: 3, restartOnFailure: () => Promise.resolve(false) },
  });
  let next: bigint | undefined;
  const read = new Promise<Outcome>((resolve, reject) => {
    consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
    const eachBatch = async (payload: EachBatchPayload) => {
      const beat = startBeat(() => payload.heartbeat(), heartbeatMs);
      try {
        for (const { offset, value } of payload.batch.messages) {
          next ??= BigInt(offset);
          // Fetched again after a rebalance, or written since this began.
          if (BigInt(offset) < next) continue;
          if (BigInt(offset) >= end || !payload.isRunning()) break;
          await handle(decodeDeadLetter(value));
          payload.resolveOffset(offset);
          next = BigInt(offset) + 1n;
        }
        if (next !== undefined && next >= end) resolve({ next });
      } catch (failure) {
        resolve({ next: next!, failure: failure instanceof Error ? failure : new Error(String(failure)) });
      } finally {
        beat.stop();
      }
    };
    consumer
      .connect()
      .then(() => consumer.subscribe({ topics: [dead], fromBeginning: true }))
      .then(() => consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch }))
      .catch(reject);
  });
  try {
    return await read;
  } finally {
    await consumer.disconnect().catch(() => {});
  }
}

async function markDone(admin: Admin, dead: string, next: bigint): Promise<void> {
  await admin.deleteTopicRecords({ topic: dead, partitions: [{ partition: 0, offset: String(next) }] });
}
