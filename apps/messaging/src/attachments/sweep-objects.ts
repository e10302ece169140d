import type { Worker } from '@keyhaven/service/worker';
import type { Logger } from '@keyhaven/service/observability/logger';
import { repeatedWork } from '@keyhaven/service/repeated-work';
import type { Model } from 'mongoose';
import type { MessageDocument } from '../store/message.model';
import type { ObjectStore } from '../store/object-store';
import type { PendingObject } from '../store/pending-object.model';

/**
 * How old an object must be before the sweep may delete it, in milliseconds. No request that stores an object takes
 * this long.
 */
const ABANDONED_AFTER_MS = 3600_000;
const SWEEP_EVERY_MS = 60_000;
/** How many pending objects one query reads. */
const SWEEP_SIZE = 100;

export interface ObjectsToSweep {
  pending: Model<PendingObject>;
  messages: Model<MessageDocument>;
  objects: ObjectStore;
}

/**
 * After this time, a sweep ends, in milliseconds. If the object store does not answer, each object costs the time limit of
 * the store.
 */
const SWEEP_MS = 60_000;

/**
 * Deletes objects whose message was never stored. Tries each object once, even if earlier objects cannot be deleted.
 * @param abandonedAfterMs the minimum age of the objects that are checked, in milliseconds.
 * @param isStopping returns whether the process is ending. The sweep then ends early.
 * @returns the number of pending objects that were checked.
 * @throws the first error, at the end of the sweep.
 */
export async function sweepObjects(
  { pending, messages, objects }: ObjectsToSweep,
  abandonedAfterMs = ABANDONED_AFTER_MS,
  isStopping: () => boolean = () => false,
): Promise<number> {
  const failures = new Map<string, unknown>();
  let checked = 0;
  const end = performance.now() + SWEEP_MS;
  const isOver = () => isStopping() || performance.now() > end;
  while (!isOver()) {
    const left = await pending
      .find({
        $expr: { $lt: ['$since_utc', { $subtract: ['$$NOW', abandonedAfterMs] }] },
        _id: { $nin: [...failures.keys()] },
      })
      .sort({ since_utc: 1 })
      .limit(SWEEP_SIZE)
      .lean();
    for (const { _id, user_id } of left) {
      if (isOver()) break;
      checked++;
      try {
        await deleteUnlessUsed({ messages, objects }, user_id, _id);
        await pending.deleteOne({ _id });
      } catch (error) {
        failures.set(_id, error);
        // The object counts as new now, so later sweeps begin with other objects. They try this one again after the
        // minimum age.
        await pending.updateOne({ _id }, [{ $set: { since_utc: '$$NOW' } }], { updatePipeline: true });
      }
    }
    if (left.length < SWEEP_SIZE) break;
  }
  for (const error of failures.values()) throw error;
  return checked;
}

/**
 * Does the work for each item, even if it fails for earlier items.
 * @throws the first error, after the last item.
 */
export async function forEachInTurn<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

/** Deletes an object unless a message uses it. The caller must know that no message will use it later. */
export async function deleteUnlessUsed(
  { messages, objects }: Pick<ObjectsToSweep, 'messages' | 'objects'>,
  userId: number,
  key: string,
): Promise<void> {
  if (!(await messages.exists({ user_id: userId, 'attachments.key': key }))) await objects.delete(key);
}

export function objectSweep(parts: ObjectsToSweep, logger: Logger): Worker {
  return repeatedWork({
    work: async (isStopping) => void (await sweepObjects(parts, undefined, isStopping)),
    pauseMs: SWEEP_EVERY_MS,
    logger,
    failure: 'objects were not swept',
  });
}
