import { randomUUID } from 'node:crypto';
import type { Admin } from 'kafkajs';
import { startBeat } from './beat';
import { type ClientSession, openSession } from './client-session';
import { deadLetterTopic, type KafkaDeadLetter } from './dead-letter';
import { type KafkaSettings, stalledMs } from './kafka-options';
import { LetterHandOver, type OffsetRange } from './letter-hand-over';
import { watchLetters } from './watch-letters';
import { withDeadline } from './with-deadline';

/**
 * Delivers a group's present dead letters to `handle` in order, and deletes each when it resolves. A letter may be delivered
 * twice if the process dies in between, or if two processes redrive at the same time.
 * @param signal ends it early, after the current letter.
 * @returns how many were delivered and handled; letters that another process handled first are not counted.
 * @throws what `handle` threw, the signal's reason, or why the letters could not be read. The letter at which it stopped and
 * those behind it stay.
 */
export async function redriveDeadLetters(
  settings: KafkaSettings,
  { topic, group }: { topic: string; group: string },
  handle: (letter: KafkaDeadLetter) => Promise<void>,
  signal: AbortSignal,
): Promise<number> {
  const dead = deadLetterTopic(topic, group);
  const session = openSession(settings);
  const admin = session.kafka.admin();
  try {
    await admin.connect();
    const range = await rangeOf(admin, dead);
    if (range.low === range.high) return 0;
    const letters = new LetterHandOver(range, handle);
    const failure = await readUntilOver(session, settings, { admin, dead, letters, signal });
    if (failure) throw failure;
    return letters.handed;
  } finally {
    session.destroy();
  }
}

interface Reading {
  admin: Admin;
  dead: string;
  letters: LetterHandOver;
  signal: AbortSignal;
}

async function readUntilOver(
  session: ClientSession,
  settings: KafkaSettings,
  { admin, dead, letters, signal }: Reading,
): Promise<Error | undefined> {
  const { timing } = settings;
  const stop = () => letters.stop(signal.reason);
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  const watch = startBeat(
    watchLetters(letters, () => rangeOf(admin, dead), stalledMs(timing)),
    timing.heartbeatMs,
  );
  const leave = startReader(session, settings, dead, letters);
  try {
    const failure = await letters.over;
    // The letters are deleted before the reader leaves the group, which may take long: a crash in between would deliver
    // them again.
    if (letters.handed > 0) await markDone(admin, dead, letters.next);
    return failure;
  } finally {
    watch.stop();
    signal.removeEventListener('abort', stop);
    await withDeadline(leave(), timing.closeMs, 'leaving the group').catch(() => {});
  }
}

/**
 * Reads as a group of its own that commits nothing: handled letters are no longer in the topic.
 * @returns a function that ends it.
 */
function startReader(
  session: ClientSession,
  settings: KafkaSettings,
  dead: string,
  letters: LetterHandOver,
): () => Promise<void> {
  const { heartbeatMs, sessionMs } = settings.timing;
  const consumer = session.kafka.consumer({
    groupId: `${dead}.redrive.${randomUUID()}`,
    maxWaitTimeInMs: 500,
    heartbeatInterval: heartbeatMs,
    sessionTimeout: sessionMs,
    allowAutoTopicCreation: false,
    retry: { retries: 3, restartOnFailure: () => Promise.resolve(false) },
  });
  consumer.on(consumer.events.CRASH, ({ payload }) => letters.stop(payload.error));
  consumer
    .connect()
    .then(() => consumer.subscribe({ topics: [dead], fromBeginning: true }))
    .then(() =>
      consumer.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        eachBatch: async (batch) => {
          const beat = startBeat(() => batch.heartbeat(), heartbeatMs);
          await letters.take(batch).finally(() => beat.stop());
        },
      }),
    )
    .catch((error: unknown) => letters.stop(error));
  return () => consumer.disconnect();
}

async function rangeOf(admin: Admin, dead: string): Promise<OffsetRange> {
  const [partition] = await admin.fetchTopicOffsets(dead);
  return { low: BigInt(partition?.low ?? 0), high: BigInt(partition?.high ?? 0) };
}

async function markDone(admin: Admin, dead: string, next: bigint): Promise<void> {
  await admin.deleteTopicRecords({ topic: dead, partitions: [{ partition: 0, offset: String(next) }] });
}
