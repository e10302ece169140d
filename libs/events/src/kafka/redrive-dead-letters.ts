import { randomUUID } from 'node:crypto';
import type { Admin } from 'kafkajs';
import { startBeat } from './beat';
import { type ClientSession, openSession } from './client-session';
import { deadLetterTopic, type KafkaDeadLetter } from './dead-letter';
import { type KafkaSettings, stalledMs } from './kafka-options';
import { DeadLetterRedrive, type OffsetRange } from './dead-letter-redrive';
import { watchRedrive } from './watch-redrive';
import { withDeadline } from './with-deadline';

/**
 * Redrives the current dead letters of a group: delivers them to `handle` in order, and deletes the
 * handled ones. A dead letter may be delivered twice if the process dies before deleting the dead
 * letter, or if two processes redrive at the same time.
 * @param signal stops the redrive after the current dead letter.
 * @returns how many dead letters this process handled. Dead letters that another process handled
 *   first are not counted.
 * @throws the error of `handle`, the reason of the signal, or the error that prevented reading.
 *   Dead letters that were not handled are kept.
 */
export async function redriveDeadLetters(
  settings: KafkaSettings,
  { topic, group }: { topic: string; group: string },
  handle: (deadLetter: KafkaDeadLetter) => Promise<void>,
  signal: AbortSignal,
): Promise<number> {
  const dead = deadLetterTopic(topic, group);
  const session = openSession(settings);
  const admin = session.kafka.admin();
  try {
    await admin.connect();
    const range = await rangeOf(admin, dead);
    if (range.low === range.high) return 0;
    const redrive = new DeadLetterRedrive(range, handle);
    const failure = await readUntilFinished(session, settings, { admin, dead, redrive, signal });
    if (failure) throw failure;
    return redrive.handled;
  } finally {
    session.destroy();
  }
}

interface Reading {
  admin: Admin;
  dead: string;
  redrive: DeadLetterRedrive;
  signal: AbortSignal;
}

async function readUntilFinished(
  session: ClientSession,
  settings: KafkaSettings,
  { admin, dead, redrive, signal }: Reading,
): Promise<Error | undefined> {
  const { timing } = settings;
  const stop = () => redrive.stop(signal.reason);
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  const watch = startBeat(
    watchRedrive(redrive, () => rangeOf(admin, dead), stalledMs(timing)),
    timing.heartbeatMs,
  );
  const leave = startReader(session, settings, dead, redrive);
  try {
    const failure = await redrive.finished;
    // Delete the dead letters before the reader leaves the group, because leaving may take long. If
    // the process crashed in between, they would be delivered again.
    if (redrive.handled > 0) await markDone(admin, dead, redrive.next);
    return failure;
  } finally {
    watch.stop();
    signal.removeEventListener('abort', stop);
    await withDeadline(leave(), timing.closeMs, 'leaving the group').catch(() => {});
  }
}

/**
 * Reads the topic in a new group that commits nothing. The group's position is not needed, because
 * handled dead letters are deleted.
 * @returns a function that stops the reader.
 */
function startReader(
  session: ClientSession,
  settings: KafkaSettings,
  dead: string,
  redrive: DeadLetterRedrive,
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
  consumer.on(consumer.events.CRASH, ({ payload }) => redrive.stop(payload.error));
  consumer
    .connect()
    .then(() => consumer.subscribe({ topics: [dead], fromBeginning: true }))
    .then(() =>
      consumer.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        eachBatch: async (batch) => {
          const beat = startBeat(() => batch.heartbeat(), heartbeatMs);
          await redrive.handleBatch(batch).finally(() => beat.stop());
        },
      }),
    )
    .catch((error: unknown) => redrive.stop(error));
  return () => consumer.disconnect();
}

async function rangeOf(admin: Admin, dead: string): Promise<OffsetRange> {
  const [partition] = await admin.fetchTopicOffsets(dead);
  return { low: BigInt(partition?.low ?? 0), high: BigInt(partition?.high ?? 0) };
}

async function markDone(admin: Admin, dead: string, next: bigint): Promise<void> {
  await admin.deleteTopicRecords({ topic: dead, partitions: [{ partition: 0, offset: String(next) }] });
}
