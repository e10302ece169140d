import { webhookPayload } from '@keyhaven/contracts/webhook/delivery';
import { accountId } from '@keyhaven/persistence/account-scope';
import type { Found } from '@keyhaven/persistence/idle-timer';
import type { Logger } from '@keyhaven/service/observability/logger';
import type { DataMetrics } from '@keyhaven/service/observability/metrics';
import { repeatedWork } from '@keyhaven/service/repeated-work';
import type { Worker } from '@keyhaven/service/worker';
import { closeEnd } from '../events/close-positions';
import { readStart } from '../events/read-cursor';
import { type EventPage, readPage } from '../events/read-page';
import type { Dispatcher } from '../sending/dispatcher';
import type { CatchUpDocument } from '../store/catch-up.model';
import type { SubscriptionBody } from '../store/subscription.model';
import type { WebhookStore } from '../store/webhook-store';
import { matches } from '../subscriptions/receives';
import { type AddressedBatch, enqueueDeliveries } from './enqueue-deliveries';
import { unmark, unmarkAtEnd } from '../events/catching-up';

const SWEEP_EVERY_MS = 500;
/**
 * If a lease is not renewed for this long, in milliseconds, another process takes over the
 * catch-up. Each batch renews the lease.
 */
const LEASE_MS = 10_000;
/** The maximum number of events that one batch reads. */
const BATCH = 200;
/** The maximum number of batches for a subscription before other subscriptions are served. */
const MAX_BATCHES = 50;

const leaseEnd = { $add: ['$$NOW', LEASE_MS] };

/**
 * The outbox job of a new subscription with start_after. Schedules the catch-up of the subscription. It can be repeated
 * safely.
 */
export async function beginCatchUp(
  { queue }: WebhookStore,
  { userId, id }: { userId: number; id: number },
  position: number,
): Promise<void> {
  const catchUp = { user_id: userId, position, leased_until_utc: new Date(0) };
  await queue.catchUps.updateOne({ _id: id }, { $setOnInsert: catchUp }, { upsert: true });
}

/**
 * Enqueues deliveries from the event log for each subscription with start_after, until the subscription has caught up.
 */
export function catchUpWorker(
  store: WebhookStore,
  dispatcher: Dispatcher,
  logger: Logger,
  leaseLosses: DataMetrics['leaseLosses'],
): Worker {
  const leaseLost = () => leaseLosses.inc({ lease: 'catch_up' });
  const work = async (isStopping: () => boolean): Promise<Found> => {
    let isBusy = false;
    for (let claimed = await claim(store); claimed && !isStopping(); claimed = await claim(store)) {
      const state = await catchUp(store, dispatcher, claimed, isStopping, leaseLost);
      if (state === 'unfinished') await releaseClaim(store, claimed);
      // The catch-up of a disabled subscription keeps its lease, so it is checked again after the
      // lease has expired.
      if (state !== 'disabled') isBusy = true;
    }
    return { isBusy };
  };
  return repeatedWork({ work, pauseMs: SWEEP_EVERY_MS, logger, failure: 'catching up with the event log failed' });
}

async function claim({ queue }: WebhookStore): Promise<CatchUpDocument | undefined> {
  const claimed = await queue.catchUps
    .findOneAndUpdate({ $expr: { $lte: ['$leased_until_utc', '$$NOW'] } }, [{ $set: { leased_until_utc: leaseEnd } }], {
      sort: { leased_until_utc: 1 },
      returnDocument: 'after',
      updatePipeline: true,
    })
    .lean();
  return claimed ?? undefined;
}

/** `finished` means that the subscription no longer gets its events from the log. */
type CatchUpState = 'finished' | 'unfinished' | 'disabled';

/**
 * Enqueues events for a claimed subscription. While the subscription is disabled, its events stay in the log. When the
 * subscription is enabled again, the catch-up continues with the events that are still in the log.
 */
async function catchUp(
  store: WebhookStore,
  dispatcher: Dispatcher,
  { _id, user_id, position }: CatchUpDocument,
  isStopping: () => boolean,
  leaseLost: () => void,
): Promise<CatchUpState> {
  const scope = { accountId: accountId(user_id) };
  const oldest = await readStart(store, scope);
  for (let batch = 0, at = Math.max(position, oldest); batch < MAX_BATCHES && !isStopping(); batch++) {
    const startedMs = performance.now();
    const subscription = await store.subscriptions.findOne(scope, { _id });
    if (subscription?.status === 'disabled') return 'disabled';
    if (subscription?.status !== 'active') {
      await unmark(store, user_id, _id);
      return finish(store, _id);
    }
    const from = { userId: user_id, generation: store.generation, position: at, since: store.now() };
    const page = await readPage(store, scope, from, { types: typesOf(subscription), limit: BATCH });
    await enqueueDeliveries(store, dispatcher, batchesOf(page, subscription));
    at = page.next.position;
    if (performance.now() - startedMs > LEASE_MS) leaseLost();
    await store.queue.catchUps.updateOne({ _id }, [{ $set: { position: at, leased_until_utc: leaseEnd } }], {
      updatePipeline: true,
    });
    if (page.hasMore || page.events.length > 0) continue;
    // Unmark the subscription only when all earlier events are enqueued. Otherwise a later change of a record could be
    // sent before an earlier change.
    if (await unmarkAtEnd(store, user_id, _id, at)) return finish(store, _id);
    const log = await store.queue.logs.findOne({ _id: user_id }).lean();
    if (log) await closeEnd(store.queue, log, at, store.now());
    return 'unfinished';
  }
  return 'unfinished';
}

async function finish({ queue }: WebhookStore, id: number): Promise<'finished'> {
  await queue.catchUps.deleteOne({ _id: id });
  return 'finished';
}

/** Lets the lease end after a short pause, so that any process can then continue. */
async function releaseClaim({ queue }: WebhookStore, { _id }: CatchUpDocument): Promise<void> {
  const soon = { $add: ['$$NOW', SWEEP_EVERY_MS] };
  await queue.catchUps.updateOne({ _id }, [{ $set: { leased_until_utc: soon } }], { updatePipeline: true });
}

function typesOf({ type }: SubscriptionBody) {
  return type === 'none' ? [] : [type];
}

/** Returns the events of a page that the subscription receives. */
function batchesOf({ events }: EventPage, subscription: SubscriptionBody): AddressedBatch[] {
  return events.flatMap(({ body }) => {
    const payload = webhookPayload.parse(JSON.parse(body));
    if (!matches(subscription, payload)) return [];
    return [{ payload, body, isNotice: false, isCatchUp: true, subscriptions: [subscription] }];
  });
}
