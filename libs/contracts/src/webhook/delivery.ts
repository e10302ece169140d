import { z } from 'zod';
import { id, wordInput } from '../shared/inputs';
import { instant, instantInput } from '../shared/instants';
import { changedSinceQuery } from '../shared/paging';

/** The body that is posted to an endpoint: the same bytes on every attempt and replay. */
export const webhookPayload = z.object({
  /** The id of the event; receivers ignore an id that they already received. */
  id: z.guid(),
  user_id: id,
  action: z.string(),
  entity_type: z.string(),
  entity_id: z.int(),
  categories: z.array(z.string()),
  /** The full record after the change. */
  entity: z.record(z.string(), z.unknown()),
  /** When the change was written, in UTC with milliseconds. */
  occurred_utc: z.string(),
  /** The version of the record: a higher one is newer, whatever the order of arrival. */
  version: z.int(),
});
export type WebhookPayload = z.infer<typeof webhookPayload>;

/**
 * pending: to be attempted, or attempted again; delivered: the endpoint answered 2xx; dead: no more attempts, unless it
 * is replayed; canceled: its subscription ended before it was delivered.
 */
export const deliveryStatuses = ['pending', 'delivered', 'dead', 'canceled'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const deliveryAttempt = z.object({
  attempted_utc: instant,
  duration_ms: z.int(),
  /** The status that the endpoint answered; null if it did not answer. */
  status_code: z.int().nullable(),
  /** Why the attempt failed; null if it succeeded. */
  error: z.string().nullable(),
});
export type DeliveryAttempt = z.infer<typeof deliveryAttempt>;

/** A delivery in the log. */
export const delivery = z.object({
  id,
  subscription_id: id,
  /** The `id` in the payload. */
  event_id: z.guid(),
  action: z.string(),
  entity_type: z.string(),
  entity_id: z.int(),
  status: z.enum(deliveryStatuses),
  attempt_count: z.int(),
  occurred_utc: instant,
  next_attempt_utc: instant.nullable(),
  delivered_utc: instant.nullable(),
});
export type Delivery = z.infer<typeof delivery>;

/** A delivery with its last attempts, and the answer to the last one, cut after 16 kB. */
export const deliveryDetails = delivery.extend({
  attempts: z.array(deliveryAttempt),
  last_response: z.string().nullable(),
});
export type DeliveryDetails = z.infer<typeof deliveryDetails>;

/** The filters of a subscription's delivery log; since_utc is compared with the time of the changes. */
export const deliveryListQuery = changedSinceQuery.extend({
  status: wordInput(deliveryStatuses).optional(),
  event_id: z.guid({ error: 'expected the id of an event, a GUID' }).optional(),
});
export type DeliveryListQuery = z.output<typeof deliveryListQuery>;

/** The deliveries to send again: dead ones, or all, of changes since an instant. */
export const replayRequest = z.object({
  since_utc: instantInput,
  deliveries: wordInput(['dead', 'all']).default('dead'),
});
export type ReplayRequest = z.output<typeof replayRequest>;

export const replayAnswer = z.object({ replayed: z.int() });
