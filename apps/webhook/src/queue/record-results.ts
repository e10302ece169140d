import type { DeliveryStatus } from '@keyhaven/contracts/webhook/delivery';
import type { AttemptDocument, DeliveryDocument } from '../store/delivery.model';
import type { DueDelivery } from './due-deliveries';
import type { QueueModels } from '../store/queue-models';

/** The maximum number of stored attempts of a delivery. The retry schedule has fewer. */
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
 * Stores results, each only if its delivery has not changed since it was read. If two processes sent the same delivery
 * because one of them lost its lease, only one result is stored. If the delivery became dead in the meantime because
 * its subscription was disabled, the attempt is stored anyway.
 */
export async function recordResults({ deliveries }: QueueModels, results: readonly DeliveryResult[]): Promise<void> {
  await deliveries.bulkWrite(
    results.map(({ delivery, status, nextUtc, attempt, response }) => {
      const { _id, user_id, attempt_count, tries } = delivery;
      const set: Partial<DeliveryDocument> = { status };
      if (nextUtc) set.next_utc = nextUtc;
      if (attempt) set.last_response = response ?? null;
      if (status === 'delivered') set.delivered_utc = attempt?.attempted_utc ?? null;
      const present: DeliveryStatus[] = status === 'dead' ? ['pending', 'dead'] : ['pending'];
      return {
        updateOne: {
          filter: { _id, user_id, status: { $in: present }, attempt_count, tries },
          update: {
            $set: set,
            ...(attempt && {
              $inc: { attempt_count: 1, tries: 1 },
              $push: { attempts: { $each: [attempt], $slice: -KEPT_ATTEMPTS } },
            }),
          },
        },
      };
    }),
    { ordered: false },
  );
}
