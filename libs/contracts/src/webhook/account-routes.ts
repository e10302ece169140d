import { z } from 'zod';
import { errorBody } from '../shared/errors';
import { id, idInput, wholeNumberInput } from '../shared/inputs';
import { type InternalRoute, refusingRoute } from '../shared/internal-contract';
import { commonErrors } from '../shared/responses';
import { delivery, deliveryDetails, deliveryListQuery, replayAnswer, replayRequest, webhookPayload } from './delivery';
import { subscription } from './subscription';

export const accountSubscription = subscription
  .extend({ app_key: z.string().describe('Key of the app or token that created it.') })
  .meta({ id: 'AccountSubscription', description: 'A webhook subscription with the app or token that created it.' });
export type AccountSubscription = z.infer<typeof accountSubscription>;

export const accountDelivery = deliveryDetails
  .extend({
    payload: z
      .string()
      .nullable()
      .describe('The exact bytes that are sent. Null once they were removed, after 30 days.'),
  })
  .meta({ id: 'AccountDelivery', description: 'A delivery with what is sent.' });
export type AccountDelivery = z.infer<typeof accountDelivery>;

const accountDeliveryList = deliveryListQuery.pick({ status: true, event_id: true, since_utc: true }).extend({
  before_id: idInput
    .nullable()
    .default(null)
    .describe('Only deliveries with a lower id: `next_before_id` of the previous page. Null for the first page.'),
  limit: wholeNumberInput(1, 100).default(50).describe('The number of items of a page, 1 to 100, by default 50.'),
});
export type AccountDeliveryList = z.output<typeof accountDeliveryList>;

const accountDeliveryPage = z.object({
  items: z.array(delivery).describe('The deliveries, newest first.'),
  next_before_id: id.nullable().describe('The `before_id` of the next page. Null on the last page.'),
});

const recordEventList = z.object({
  entity_type: z.string().min(1).max(100).describe('The type in the events, such as `booking`.'),
  entity_id: idInput.describe('Id of the record.'),
  limit: wholeNumberInput(1, 100).default(50).describe('The largest number of events, 1 to 100, by default 50.'),
});
export type RecordEventList = z.output<typeof recordEventList>;

const recordEvents = z.object({
  items: z.array(webhookPayload).describe('The changes, newest first.'),
  has_more: z.boolean().describe('Whether the log has older ones.'),
});
export type RecordEvents = z.infer<typeof recordEvents>;

const accountPath = z.object({ user_id: idInput.describe('Id of the account.') });
const subscriptionPath = accountPath.extend({ id: idInput.describe('Id of the subscription.') });
const deliveryPath = subscriptionPath.extend({ delivery_id: idInput.describe('Id of the delivery.') });
const nothing = z.object({});

const refusing = { method: 'POST', metadata: refusingRoute } as const;
const ofSubscription = { ...refusing, pathParams: subscriptionPath, body: nothing } as const;
const base = '/internal/accounts/:user_id/webhook_subscriptions';

/**
 * The portal's routes for an account: the subscriptions of all its apps and tokens, their deliveries, and the changes
 * of its records. A request for a record that the account does not have gets a 404. A replay or test of a disabled
 * subscription is refused with a 409.
 */
export const accountRoutes = {
  listAccountSubscriptions: {
    ...refusing,
    path: `${base}/list`,
    pathParams: accountPath,
    body: nothing,
    summary: 'List the subscriptions of all apps and tokens',
    description: 'All of them, ordered by id. An account has about 200 at most.',
    responses: {
      200: z.object({ items: z.array(accountSubscription).describe('The subscriptions, ordered by id.') }),
      ...commonErrors,
    },
  },
  readAccountSubscription: {
    ...ofSubscription,
    path: `${base}/:id/read`,
    summary: 'Read a subscription',
    description: 'A subscription of any app or token of the account.',
    responses: { 200: accountSubscription, ...commonErrors },
  },
  enableAccountSubscription: {
    ...ofSubscription,
    path: `${base}/:id/enable`,
    summary: 'Enable a subscription',
    description: 'Replays are possible again. Changes of the meantime are not delivered.',
    responses: { 200: accountSubscription, ...commonErrors },
  },
  disableAccountSubscription: {
    ...ofSubscription,
    path: `${base}/:id/disable`,
    summary: 'Disable a subscription',
    description: 'Its pending deliveries become dead.',
    responses: { 200: accountSubscription, ...commonErrors },
  },
  deleteAccountSubscription: {
    ...ofSubscription,
    path: `${base}/:id/delete`,
    summary: 'Delete a subscription',
    description: 'Its pending deliveries are canceled.',
    responses: { 200: nothing, ...commonErrors },
  },
  testAccountSubscription: {
    ...ofSubscription,
    path: `${base}/:id/test`,
    summary: 'Send a test delivery',
    description: 'Refused with 409 if the subscription is disabled.',
    responses: { 200: deliveryDetails, ...commonErrors, 409: errorBody },
  },
  listAccountDeliveries: {
    ...refusing,
    path: `${base}/:id/deliveries/list`,
    pathParams: subscriptionPath,
    body: accountDeliveryList,
    summary: 'List the deliveries of a subscription, newest first',
    description: 'Those of the last 30 days, in pages by `before_id`.',
    responses: { 200: accountDeliveryPage, ...commonErrors },
  },
  readAccountDelivery: {
    ...refusing,
    path: `${base}/:id/deliveries/:delivery_id/read`,
    pathParams: deliveryPath,
    body: nothing,
    summary: 'Read a delivery with what is sent',
    description: 'With its last attempts, and the body until it is removed after 30 days.',
    responses: { 200: accountDelivery, ...commonErrors },
  },
  replayAccountDelivery: {
    ...refusing,
    path: `${base}/:id/deliveries/:delivery_id/replay`,
    pathParams: deliveryPath,
    body: nothing,
    summary: 'Send a delivery again',
    description: 'Sends the same bytes under the same id. Refused with 409 if the subscription is disabled.',
    responses: { 200: delivery, ...commonErrors, 409: errorBody },
  },
  replayAccountDeliveries: {
    ...refusing,
    path: `${base}/:id/replay`,
    pathParams: subscriptionPath,
    body: replayRequest,
    summary: 'Send deliveries again',
    description:
      'Sends again dead or all deliveries of changes since an instant. Refused with 409 if the subscription is disabled.',
    responses: { 200: replayAnswer, ...commonErrors, 409: errorBody },
  },
  listRecordEvents: {
    ...refusing,
    path: '/internal/accounts/:user_id/record_events/list',
    pathParams: accountPath,
    body: recordEventList,
    summary: 'List the changes of one record',
    description: 'Those in the event log, which has the changes of the last 30 days, newest first.',
    responses: { 200: recordEvents, ...commonErrors },
  },
} as const satisfies Record<string, InternalRoute>;
