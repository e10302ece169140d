import type { AppDocument } from '../store/app.model';
import type { SubscriptionBody } from '../store/subscription.model';
import type { DeliveryDocument } from '../store/delivery.model';
import type { EndpointDocument } from '../store/endpoint.model';
import type { QueueModels } from '../store/queue-models';

/** The fields of a delivery that are needed to send it. */
const dueFields = {
  user_id: 1,
  subscription_id: 1,
  event_id: 1,
  entity_type: 1,
  entity_id: 1,
  version: 1,
  occurred_utc: 1,
  bytes: 1,
  attempt_count: 1,
  tries: 1,
  replay_count: 1,
  is_notice: 1,
  is_catch_up: 1,
  trace: 1,
} as const;
export type DueDelivery = Pick<DeliveryDocument, '_id' | keyof typeof dueFields>;

/**
 * Reads the due deliveries of an endpoint. Deliveries that were not attempted yet are in the order of their changes.
 */
export async function readDue(
  { deliveries }: QueueModels,
  endpointId: string,
  now: Date,
  limit: number,
): Promise<DueDelivery[]> {
  return deliveries
    .find({ endpoint_id: endpointId, status: 'pending', next_utc: { $lte: now } }, dueFields)
    .sort({ next_utc: 1, version: 1 })
    .limit(limit)
    .lean<DueDelivery[]>();
}

/** Returns when the next delivery of an endpoint is due. Returns undefined if none is pending. */
export async function readNextDue({ deliveries }: QueueModels, endpointId: string): Promise<Date | undefined> {
  const next = await deliveries
    .findOne({ endpoint_id: endpointId, status: 'pending' }, { next_utc: 1 })
    .sort({ next_utc: 1, version: 1 })
    .lean();
  return next?.next_utc;
}

/** Returns how long the oldest due delivery of all endpoints has waited, in seconds. Returns 0 if none is due. */
export async function readOldestDueAge({ deliveries }: QueueModels, now: Date): Promise<number> {
  const oldest = await deliveries
    .findOne({ status: 'pending', next_utc: { $lte: now } }, { next_utc: 1 })
    .sort({ next_utc: 1 })
    .lean();
  return oldest ? (now.getTime() - oldest.next_utc.getTime()) / 1000 : 0;
}

/** Reads the bodies of events, by id. */
export async function readBodies({ bodies }: QueueModels, eventIds: readonly string[]): Promise<Map<string, Buffer>> {
  const found = await bodies.find({ _id: { $in: [...new Set(eventIds)] } }, { body: 1 }).lean();
  return new Map(found.flatMap(({ _id, body }) => (body === undefined ? [] : [[_id, Buffer.from(body)]])));
}

/**
 * The fields of an app that are needed to send its deliveries. No other fields are read, because this read happens
 * several times a second for each active endpoint.
 */
const senderFields = { basic: 1, signing_secrets: 1, revoked_utc: 1 } as const;
export type Sender = Pick<AppDocument, keyof typeof senderFields>;

/**
 * The current settings of an app, and the statuses of the app's subscriptions. They decide whether and how deliveries
 * may be sent.
 */
export interface Grants {
  app: Sender | undefined;
  statuses: Map<number, SubscriptionBody['status']>;
}

/**
 * Reads the current state of an endpoint's app and subscriptions, which decides whether anything is sent. The delivery
 * settings of an OAuth app are read from the account that created the app.
 */
export async function readGrants(
  { apps, subscriptions }: QueueModels,
  { _id, user_id, app_key, app_owner_id = user_id }: EndpointDocument,
): Promise<Grants> {
  const isOwn = app_owner_id === user_id;
  const [own, owners, found] = await Promise.all([
    apps.findOne({ user_id, app_key }, senderFields).lean<Sender>(),
    isOwn ? undefined : apps.findOne({ user_id: app_owner_id, app_key }, senderFields).lean<Sender>(),
    subscriptions.find({ user_id, app_key, endpoint_id: _id }, { status: 1 }).lean(),
  ]);
  const settings = isOwn ? own : owners;
  const app = own && settings ? { ...settings, revoked_utc: own.revoked_utc } : undefined;
  return { app, statuses: new Map(found.map((one) => [one._id, one.status])) };
}
