import { waitFor } from '@keyhaven/persistence/request-progress';
import type { WebhookStore } from '../store/webhook-store';

/**
 * Reads the stored bodies of events by the ids of the events. The result does not contain removed
 * bodies.
 */
export async function readBodies({ queue }: WebhookStore, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await waitFor('event_bodies.find', () =>
    queue.bodies
      .find({ _id: { $in: [...ids] } }, { body: 1 })
      .readConcern('majority')
      // The batch size is one larger than needed, so the database sends all documents in its first
      // reply.
      .batchSize(ids.length + 1)
      .lean(),
  );
  return new Map(found.flatMap(({ _id, body }) => (body === undefined ? [] : [[_id, body]])));
}
