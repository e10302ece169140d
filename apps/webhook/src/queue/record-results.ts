import type { DeliveryStatus } from '@keyhaven/contracts/webhook/delivery';
import type { AttemptDocument, DeliveryDocument } from '../store/delivery.model';
import type { DueDelivery } from './due-deliveries';
import type { QueueModels } from '../store/queue-models';

/** How many attempts a delivery shows: more than the schedule has. */
const KEPT_ATTEMPTS = 20;

/** The result of a due delivery. */
export interface DeliveryResult {
  delivery: DueDelivery;
  status: DeliveryStatus;
  /** On pending deliveries: when the next attempt is due. */
  nextUtc?: Date;
  /** Absent when it ended without an attempt. */
  attempt?: AttemptDocument;
  response?: string | null;
}

/**
 * Stores results, on condition that the delivery is unchanged since it was read: if two processes sent it because one
 * lost its lease, one result counts. A delivery may have become dead with its disabled subscription in the meantime;
 * its attempt is recorded all the same.
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
