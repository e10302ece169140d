import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { isDryRun } from '@keyhaven/persistence/dry-run';
import type { Logger } from '@keyhaven/service/observability/logger';
import { repeatedWork } from '@keyhaven/service/repeated-work';
import type { Worker } from '@keyhaven/service/worker';
import type { QueueModels } from '../store/queue-models';
import type { WebhookStore } from '../store/webhook-store';

/**
 * How long it may take to create a subscription that is marked as catching up, in milliseconds.
 * This is much longer than any request, so after this time the creation has failed.
 */
export const CREATED_WITHIN_MS = 600_000;
/**
 * The pause between two searches for marks of subscriptions that were not created, in milliseconds.
 */
const CHECKED_EVERY_MS = 60_000;
/** The maximum number of event logs that one search reads. */
const MAX_LOGS = 1000;

type MarkStore = { queue: Pick<QueueModels, 'logs' | 'catchUps' | 'subscriptions'> };

/**
 * Marks a subscription as catching up, before the subscription is created with start_after. While
 * the subscription is marked, new changes are not enqueued for it. Instead, the subscription gets
 * all its events from the event log, oldest first. The marks are in the same document that assigns
 * positions, so for each position it is certain whether the subscription was marked when the
 * position was assigned.
 * @returns the last position that was assigned before the mark. If the subscription is not created,
 * call `unmark`.
 */
export async function markCatchingUp({ queue }: WebhookStore, scope: AccountScope, id: number): Promise<number> {
  if (isDryRun()) return 0;
  const catching_up = { $concatArrays: [{ $ifNull: ['$catching_up', []] }, [id]] };
  const last = { $ifNull: ['$last', 0] };
  const log = await queue.logs
    .findOneAndUpdate({ _id: scope.accountId }, [{ $set: { catching_up, last } }], {
      upsert: true,
      returnDocument: 'after',
      updatePipeline: true,
    })
    .lean();
  return log.last;
}

/**
 * Removes the mark if no position after the given position was assigned. Then changes are enqueued for the subscription
 * when they are stored.
 * @returns whether the mark was removed.
 */
export async function unmarkAtEnd(
  { queue }: WebhookStore,
  userId: number,
  id: number,
  position: number,
): Promise<boolean> {
  const { matchedCount } = await queue.logs.updateOne({ _id: userId, last: position }, { $pull: { catching_up: id } });
  return matchedCount === 1;
}

/** Removes the catching-up mark of a subscription that was deleted or not created. */
export async function unmark({ queue }: MarkStore, userId: number, id: number): Promise<void> {
  if (isDryRun()) return;
  await queue.logs.updateOne({ _id: userId }, { $pull: { catching_up: id } });
}

/**
 * Periodically removes the marks that are left if a process dies while it creates a subscription.
 */
export function abandonedMarks(store: WebhookStore, logger: Logger): Worker {
  const seen = new Map<number, number>();
  const failure = 'the search for abandoned marks of subscriptions failed';
  const work = () => unmarkAbandoned(store, seen, store.now());
  return repeatedWork({ work, pauseMs: CHECKED_EVERY_MS, logger, failure });
}

/**
 * Removes the marks of subscriptions that this process has found missing for CREATED_WITHIN_MS.
 * @param seen the ids of marked subscriptions that do not exist, each with the time when this
 * process first found it missing. This function updates the map.
 */
export async function unmarkAbandoned(store: MarkStore, seen: Map<number, number>, now: Date): Promise<void> {
  const { logs, catchUps, subscriptions } = store.queue;
  const found = await logs
    .find({ catching_up: { $gt: 0 } }, { catching_up: 1 })
    .limit(MAX_LOGS)
    .lean();
  const accounts = new Map(
    found.flatMap(({ _id, catching_up = [] }) => catching_up.map((id): [number, number] => [id, _id])),
  );
  const filter = { _id: { $in: [...accounts.keys()] } };
  if (accounts.size > 0) {
    const used = [await catchUps.find(filter, { _id: 1 }).lean(), await subscriptions.find(filter, { _id: 1 }).lean()];
    for (const { _id } of used.flat()) accounts.delete(_id);
  }
  for (const id of seen.keys()) if (!accounts.has(id)) seen.delete(id);
  for (const [id, userId] of accounts) {
    const since = seen.get(id) ?? now.getTime();
    seen.set(id, since);
    if (now.getTime() - since >= CREATED_WITHIN_MS) await unmark(store, userId, id);
  }
}
