import type { DeliveryStatus } from '@keyhaven/contracts/webhook/delivery';
import type { AttemptDocument, DeliveryDocument } from '../store/delivery.model';
import type { DueDelivery } from './due-deliveries';
import type { QueueModels } from '../store/queue-models';

/** How many attempts a delivery shows: more than the schedule has. */
const KEPT_ATTEMPTS = 20;

/** What became of a due delivery. */
export interface DeliveryResult {
  delivery: DueDelivery;
  status: DeliveryStatus;
  /** When it is tried again; for pending ones. */
  nextUtc?: Date;
  /** Absent when it ended without being sent. */
  attempt?: AttemptDocument;
  response?: string | null;
}

/**
 * Stores results, on condition that the delivery is as it was read: of two processes that sent it, because one lost its
 * lease, one counts. What ends as dead may have been given up meanwhile, with its disabled subscription: its attempt is
 * shown all the same.
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
