import { z } from 'zod';
import { id, wordInput } from '../shared/inputs';
import { instant, instantInput, sinceInput } from '../shared/instants';
import { changedSinceQuery } from '../shared/paging';

export const webhookPayload = z
  .object({
    id: z
      .guid()
      .describe('Id of the event, the same in every attempt and replay. Ignore an id that you already handled.'),
    user_id: id.describe('Id of the account that the record belongs to.'),
    action: z
      .string()
      .describe(
        '`entity_create`, `entity_update` or `entity_delete`; in notices `webhook_test` or `application_authorization_revoked`. More may be added.',
      ),
    entity_type: z
      .string()
      .describe(
        'The type of the record, such as `booking`, `quote` or `property`. It is the type of the subscription, except that messages are `thread_message`. It is `webhook_subscription` in a `webhook_test`, and `user` in an `application_authorization_revoked`.',
      ),
    entity_id: z.int().describe('Id of the record.'),
    categories: z
      .array(z.string())
      .describe('What changed, such as `dates` or `charge`. A change without a category of its own is `other`.'),
    entity: z
      .record(z.string(), z.unknown())
      .describe(
        'The full record after the change, or the last one before a deletion, so that you need not read it. It never contains door codes. For the type `calendar` it names the nights that may have changed.',
      ),
    occurred_utc: z
      .string()
      .meta({ format: 'date-time' })
      .describe('When the change was written, in UTC with milliseconds, such as `2026-05-24T23:03:29.417Z`.'),
    version: z
      .int()
      .describe(
        'The version of the record. A higher one is newer, whatever the order of arrival. Ignore it for the type `calendar`.',
      ),
  })
  .meta({
    id: 'WebhookPayload',
    description:
      'What is posted to an endpoint: one change of one record. Every attempt and replay sends the same bytes.',
  });
export type WebhookPayload = z.infer<typeof webhookPayload>;

/**
 * - pending: an attempt will follow
 * - delivered: the endpoint responded with 2xx
 * - dead: all attempts failed; only a replay sends it again
 * - canceled: the subscription ended before the event was delivered
 */
export const deliveryStatuses = ['pending', 'delivered', 'dead', 'canceled'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const deliveryAttempt = z
  .object({
    attempted_utc: instant.describe('When the attempt began.'),
    duration_ms: z.int().describe('How long it took, in milliseconds.'),
    status_code: z.int().nullable().describe('The HTTP status of the answer. Null if the endpoint did not answer.'),
    error: z.string().nullable().describe('Why the attempt failed. Null if it succeeded.'),
  })
  .meta({ id: 'DeliveryAttempt', description: 'One attempt to post a delivery.' });
export type DeliveryAttempt = z.infer<typeof deliveryAttempt>;

export const delivery = z
  .object({
    id: id.describe('Id of the delivery.'),
    subscription_id: id.describe('Id of the subscription.'),
    event_id: z.guid().describe('Id of the event: the `id` in the body and the `webhook-id` header.'),
    action: z.string().describe('The action of the event, such as `entity_update`.'),
    entity_type: z.string().describe('The type of the record that changed.'),
    entity_id: z.int().describe('Id of the record that changed.'),
    status: z
      .enum(deliveryStatuses)
      .describe(
        '`pending`: will be attempted. `delivered`: the endpoint answered 2xx. `dead`: it is not attempted any more, because all attempts failed or the subscription was disabled; a replay sends it again. `canceled`: the subscription ended first.',
      ),
    attempt_count: z.int().describe('How often it was attempted, replays included.'),
    occurred_utc: instant.describe('When the change was written.'),
    next_attempt_utc: instant.nullable().describe('When the next attempt is due. Null unless `status` is `pending`.'),
    delivered_utc: instant.nullable().describe('When the successful attempt began. Null if none succeeded.'),
  })
  .meta({ id: 'WebhookDelivery', description: 'One event on its way to the address of one subscription.' });
export type Delivery = z.infer<typeof delivery>;

export const deliveryDetails = delivery
  .extend({
    attempts: z.array(deliveryAttempt).describe('The last 20 attempts, oldest first.'),
    last_response: z
      .string()
      .nullable()
      .describe('The first 16 kB of the last answer of the endpoint. Null if there was none.'),
  })
  .meta({ id: 'WebhookDeliveryDetails', description: 'A delivery with its last attempts.' });
export type DeliveryDetails = z.infer<typeof deliveryDetails>;

export const deliveryListQuery = changedSinceQuery.extend({
  since_utc: sinceInput.optional().describe('Only deliveries of changes written at this instant or later.'),
  status: wordInput(deliveryStatuses).optional().describe('Only deliveries with this status.'),
  event_id: z
    .guid({ error: 'expected the id of an event, a GUID' })
    .optional()
    .describe('Only the delivery of this event, by the `id` in its body.'),
});
export type DeliveryListQuery = z.output<typeof deliveryListQuery>;

export const replayRequest = z
  .object({
    since_utc: instantInput.describe('Send again deliveries of changes written at this instant or later.'),
    deliveries: wordInput(['dead', 'all'])
      .default('dead')
      .describe('`dead` (the default): only dead deliveries. `all`: also those that were delivered.'),
  })
  .meta({ id: 'ReplayRequest', description: 'Which deliveries to send again.' });
export type ReplayRequest = z.output<typeof replayRequest>;

export const replayAnswer = z
  .object({ replayed: z.int().describe('How many deliveries are sent again.') })
  .meta({ id: 'ReplayAnswer', description: 'The result of a replay.' });
