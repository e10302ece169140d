import type { WebhookPayload } from '@keyhaven/contracts/webhook/delivery';
import type { IdAllocator } from '@keyhaven/persistence/allocate-ids';
import { isDuplicateKey } from '@keyhaven/persistence/duplicate-key';
import type { TraceHeaders } from '@keyhaven/tracing/tracing';
import type { SubscriptionBody } from '../store/subscription.model';
import { type DeliveryDocument, KEPT_MS } from '../store/delivery.model';
import { bodyExpiry } from '../store/event-body.model';
import type { QueueModels } from '../store/queue-models';

/** An event, and the subscriptions that receive it. */
export interface DeliveryBatch {
  payload: WebhookPayload;
  /** The payload as the text that is sent. */
  body: string;
  isNotice: boolean;
  /** Whether a new subscription receives the event from the event log. */
  isCatchUp?: true;
  /** The trace context of the change. */
  trace?: TraceHeaders;
  /**
   * The id of the delivery, if a response to the client already contained this id. Allowed only with a single
   * subscription.
   */
  deliveryId?: number;
  subscriptions: readonly Pick<SubscriptionBody, '_id' | 'user_id' | 'endpoint_id'>[];
}

/** Stores the bodies of notices. The bodies of changes are already in the event log. Existing bodies do not change. */
export async function putBodies(models: QueueModels, batches: readonly DeliveryBatch[], now: Date): Promise<void> {
  const expires_utc = bodyExpiry(now);
  const bodies = batches.map(({ payload, body }) => ({ _id: payload.id, user_id: payload.user_id, body, expires_utc }));
  await insertNew(models.bodies, bodies);
}

/**
 * Stores a delivery for each subscription. The bodies must already be stored. Existing deliveries do not change, so the
 * same event may arrive any number of times. The caller must then call announceWork for the endpoints.
 */
export async function putDeliveries(
  models: QueueModels,
  ids: IdAllocator,
  batches: readonly DeliveryBatch[],
  now: Date,
): Promise<void> {
  const deliveries: DeliveryDocument[] = [];
  for (const batch of batches) {
    for (const subscription of batch.subscriptions) {
      const id = batch.deliveryId ?? (await ids.next('webhook_delivery'));
      deliveries.push(newDelivery(id, batch, subscription, now));
    }
  }
  await insertNew(models.deliveries, deliveries);
}

/** Builds a delivery that has no attempts. */
export function newDelivery(
  id: number,
  { payload, body, isNotice, isCatchUp, trace }: Omit<DeliveryBatch, 'subscriptions'>,
  { _id, user_id, endpoint_id }: DeliveryBatch['subscriptions'][number],
  now: Date,
): DeliveryDocument {
  const occurred_utc = new Date(payload.occurred_utc);
  return {
    _id: id,
    user_id,
    revision: 1,
    subscription_id: _id,
    endpoint_id,
    event_id: payload.id,
    action: payload.action,
    entity_type: payload.entity_type,
    entity_id: payload.entity_id,
    version: payload.version,
    occurred_utc,
    bytes: Buffer.byteLength(body),
    status: 'pending',
    attempt_count: 0,
    tries: 0,
    // First attempts are sent in the order of their changes. A change whose time is in the future is sent immediately.
    next_utc: occurred_utc < now ? occurred_utc : now,
    delivered_utc: null,
    attempts: [],
    last_response: null,
    is_notice: isNotice,
    expires_utc: new Date(now.getTime() + KEPT_MS),
    ...(isCatchUp && { is_catch_up: isCatchUp }),
    ...(trace && { trace }),
  };
}

interface Inserting<Document> {
  insertMany(documents: Document[], options: { ordered: false; lean: true }): Promise<unknown>;
}

/** Inserts those documents that do not exist yet. */
async function insertNew<Document>(model: Inserting<Document>, documents: Document[]): Promise<void> {
  try {
    await model.insertMany(documents, { ordered: false, lean: true });
  } catch (error) {
    const failures = (error as { writeErrors?: { code?: number; err?: { code?: number } }[] }).writeErrors;
    const isKnown = isDuplicateKey(error) && (failures ?? []).every((one) => (one.code ?? one.err?.code) === 11000);
    if (!isKnown) throw error;
  }
}
