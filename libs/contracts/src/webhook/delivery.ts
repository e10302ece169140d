import { z } from 'zod';
import { id, wordInput } from '../shared/inputs';
import { instant, instantInput } from '../shared/instants';
import { changedSinceQuery } from '../shared/paging';

/** What is posted to an endpoint: the same bytes on every attempt and replay. */
export const webhookPayload = z.object({
  /** The event's; receivers drop what they got under an id already. */
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
  /** Of the record: a higher one is newer, whatever the order of arrival. */
  version: z.int(),
});
export type WebhookPayload = z.infer<typeof webhookPayload>;

/**
 * pending: to be attempted, or attempted again; delivered: the endpoint answered 2xx; dead: given up, until it is
 * replayed; canceled: its subscription had ended before it was delivered.
 */
export const deliveryStatuses = ['pending', 'delivered', 'dead', 'canceled'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const deliveryAttempt = z.object({
  attempted_utc: instant,
  duration_ms: z.int(),
  /** What the endpoint answered; null when it did not. */
  status_code: z.int().nullable(),
  /** Why it did not count as delivered; null when it did. */
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

/** One delivery with what happened to it: its last attempts, and the answer to the last one, cut after 16 kB. */
export const deliveryDetails = delivery.extend({
  attempts: z.array(deliveryAttempt),
  last_response: z.string().nullable(),
});
export type DeliveryDetails = z.infer<typeof deliveryDetails>;

/** The log of a subscription; since_utc is the time of the changes here. */
export const deliveryListQuery = changedSinceQuery.extend({
  status: wordInput(deliveryStatuses).optional(),
  event_id: z.guid({ error: 'expected the id of an event, a GUID' }).optional(),
});
export type DeliveryListQuery = z.output<typeof deliveryListQuery>;

/** Which deliveries are sent again: those given up, or all, of changes since an instant. */
export const replayRequest = z.object({
  since_utc: instantInput,
  deliveries: wordInput(['dead', 'all']).default('dead'),
});
export type ReplayRequest = z.output<typeof replayRequest>;

export const replayAnswer = z.object({ replayed: z.int() });
