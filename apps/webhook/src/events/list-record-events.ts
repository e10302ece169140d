import type { RecordEventList, RecordEvents } from '@keyhaven/contracts/webhook/account-routes';
import { webhookPayload } from '@keyhaven/contracts/webhook/delivery';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { waitFor } from '@keyhaven/persistence/request-progress';
import type { WebhookStore } from '../store/webhook-store';
import { readBodies } from './read-bodies';

/** The maximum size of the bodies in a response, in bytes. Only a response with a single event may exceed this size. */
const MAX_BYTES = 2 ** 20;

/**
 * Lists the changes of one record in the event log, newest first. The list is empty for a record that does not exist.
 */
export async function listRecordEvents(
  store: WebhookStore,
  scope: AccountScope,
  { entity_type, entity_id, limit }: RecordEventList,
): Promise<RecordEvents> {
  // Read the sizes first, so that only the needed bodies are read.
  const heads = await waitFor('event_bodies.find', () =>
    store.queue.bodies
      .find({ user_id: scope.accountId, entity_type, entity_id }, { bytes: 1 })
      .readConcern('majority')
      .sort({ position: -1 })
      .limit(limit + 1)
      .lean(),
  );
  const ids: string[] = [];
  let bytes = 0;
  for (const head of heads.slice(0, limit)) {
    bytes += head.bytes ?? 0;
    if (ids.length > 0 && bytes > MAX_BYTES) break;
    ids.push(head._id);
  }
  const bodies = await readBodies(store, ids);
  const items = ids.flatMap((id) => {
    const body = bodies.get(id);
    return body === undefined ? [] : [webhookPayload.parse(JSON.parse(body))];
  });
  return { items, has_more: heads.length > ids.length };
}
