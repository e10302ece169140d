import type { DeliveryStatus } from '@keyhaven/contracts/webhook/delivery';
import type { AttemptDocument, DeliveryDocument } from '../store/delivery.model';
import type { DueDelivery } from './due-deliveries';
import type { QueueModels } from '../store/queue-models';

/** The maximum number of attempts that are stored for a delivery. The retry schedule has fewer. */
const KEPT_ATTEMPTS = 20;

export interface DeliveryResult {
  delivery: DueDelivery;
  status: DeliveryStatus;
  /** When the next attempt of a pending delivery is due. */
  nextUtc?: Date;
  /** Absent if the delivery ended without an attempt. */
  attempt?: AttemptDocument;
  response?: string | null;
}

/**
 * Stores results, each only if its delivery has not changed since it was read. If two processes
 * sent the same delivery because one of them lost its lease, only one result is stored. There is one
 * exception: disabling a subscription makes its pending deliveries dead, including those with an
 * attempt in progress. So the results `dead` and `delivered` are also stored if the delivery is
 * already dead. If a result cannot be stored because its delivery has changed, only the attempt is
 * stored.
 */
export async function recordResults({ deliveries }: QueueModels, results: readonly DeliveryResult[]): Promise<void> {
  const { matchedCount } = await deliveries.bulkWrite(
    results.map((result) => {
      const { delivery, status, nextUtc, attempt } = result;
      const { tries, replay_count } = delivery;
      const set: Partial<DeliveryDocument> = { status };
      if (nextUtc) set.next_utc = nextUtc;
      if (status === 'delivered') set.delivered_utc = attempt?.attempted_utc ?? null;
      const present: DeliveryStatus[] = status === 'dead' || status === 'delivered' ? ['pending', 'dead'] : ['pending'];
      const isUnchanged = { tries, replay_count: replay_count ?? { $exists: false } };
      const update = attempt ? withAttempt({ ...result, attempt }, set, { tries: 1 }) : { $set: set };
      return { updateOne: { filter: { ...sameAttempts(delivery), status: { $in: present }, ...isUnchanged }, update } };
    }),
    { ordered: false },
  );
  if (matchedCount < results.length) await recordAttemptsOnly(deliveries, results);
}

/**
 * Stores each attempt whose result was not stored because its delivery changed while the attempt was in progress. The
 * filter leaves out the attempts of stored results.
 */
async function recordAttemptsOnly(deliveries: QueueModels['deliveries'], results: readonly DeliveryResult[]) {
  const writes = results.flatMap(({ attempt, ...result }) => {
    const filter = sameAttempts(result.delivery);
    return attempt ? [{ updateOne: { filter, update: withAttempt({ ...result, attempt }, {}, {}) } }] : [];
  });
  if (writes.length > 0) await deliveries.bulkWrite(writes, { ordered: false });
}

/**
 * Returns a filter that matches a delivery only if no attempt was stored since the delivery was
 * read.
 */
function sameAttempts({ _id, user_id, attempt_count }: DueDelivery) {
  return { _id, user_id, attempt_count };
}

/** Returns an update that stores an attempt, sets the fields in `set`, and adds `increments`. */
function withAttempt(
  { attempt, response }: Pick<DeliveryResult, 'response'> & { attempt: AttemptDocument },
  set: Partial<DeliveryDocument>,
  increments: { tries?: number },
) {
  return {
    $set: { ...set, last_response: response ?? null },
    $inc: { attempt_count: 1, ...increments },
    $push: { attempts: { $each: [attempt], $slice: -KEPT_ATTEMPTS } },
  };
}
