import { initContract } from '../platform/ts-rest';
import { z } from 'zod';
import { errorBody } from '../shared/errors';
import { changeHeaders, writeHeaders } from '../shared/headers';
import { heldRoute } from '../shared/held-route';
import { idInput, idPath } from '../shared/inputs';
import { changedSinceQuery, page } from '../shared/paging';
import {
  commonErrors,
  conflict,
  createErrors,
  listErrors,
  noContent,
  plainChangeErrors,
  writeErrors,
} from '../shared/responses';
import { delivery, deliveryDetails, deliveryListQuery, replayAnswer, replayRequest } from './delivery';
import { eventHeaders, eventListQuery, eventPage } from './event';
import { subscription, subscriptionCreation } from './subscription';

const contract = initContract();
const subscriptionPath = idPath('subscription');
const deliveryPath = subscriptionPath.extend({ delivery_id: idInput.describe('Id of the delivery.') });
/** The route does not read the body, so the X-Ignored header lists the fields of the body. */
const nothing = z.object({}).optional();

const subscriptionHeaders = changeHeaders.extend({
  'if-match': changeHeaders.shape['if-match'].describe(
    'The `ETag` of the same subscription, if it exists. If it has changed since, the answer is a 412.',
  ),
});

const categoriesByType = z.record(z.string(), z.array(z.string())).meta({
  id: 'WebhookCategories',
  description:
    'The categories of each type. The keys are the types in Pascal case (`Booking`, `Property`, `Quote`); guests are `Contact`. Requests accept these keys as types, in any case. A type without categories has an empty list.',
});

export type SubscriptionListQuery = z.output<typeof changedSinceQuery>;

/**
 * The routes of the webhook service for integrations, through the gateway. Clients see only what their own credentials
 * created.
 */
export const webhookPublicContract = contract.router({
  listSubscriptions: {
    method: 'GET',
    path: '/v2/webhooksubscriptions',
    query: changedSinceQuery,
    summary: 'List webhook subscriptions',
    description:
      'The subscriptions of your app or token, ordered by id. Those of other credentials of the account are not shown.',
    responses: { 200: page(subscription), ...listErrors },
  },
  listCategories: {
    method: 'GET',
    path: '/v2/webhooksubscriptions/categories',
    summary: 'List the categories of webhooks',
    description:
      'The categories that a subscription of each type can have. The answer is one object, not a page. `other` is not among them: changes without a category go only to subscriptions without one.',
    responses: { 200: categoriesByType, ...listErrors },
  },
  getSubscription: {
    method: 'GET',
    path: '/v2/webhooksubscriptions/:id',
    pathParams: subscriptionPath,
    summary: 'Read a webhook subscription',
    description: 'One subscription of your app or token, with its status and, if it was disabled, the reason.',
    responses: { 200: subscription, ...commonErrors },
  },
  createSubscription: {
    method: 'POST',
    path: '/v2/webhooksubscriptions',
    headers: subscriptionHeaders,
    body: subscriptionCreation,
    summary: 'Create a webhook subscription',
    description: [
      'Subscribes to the changes of one type, optionally only of one action or category. A subscription with a category receives only the changes of that category; one without receives all changes of its type. Two notices are sent regardless of these fields: `webhook_test` to the tested subscription, and `application_authorization_revoked` once to each address with an active subscription, when a person revokes the credentials.',
      'If the same subscription exists (credentials, type, action, category and address), the answer is that one, enabled if it was disabled. With `start_after`, the events after that cursor of the event log are delivered first; a cursor that is too old is a 410. If the subscription exists but started after another cursor, the answer is a 409.',
      'The address must be public and begin with `https://`. Deliveries are signed (Standard Webhooks). An account has at most 200 subscriptions; one more is a 409.',
    ].join('\n\n'),
    responses: { 200: subscription, ...createErrors, ...conflict, 410: errorBody, 412: errorBody },
  },
  deleteSubscription: {
    method: 'DELETE',
    path: '/v2/webhooksubscriptions/:id',
    pathParams: subscriptionPath,
    headers: changeHeaders,
    summary: 'Delete a webhook subscription',
    description: 'Ends the subscription. Deliveries that are still pending are canceled.',
    responses: { 204: noContent, ...plainChangeErrors },
  },
  enableSubscription: {
    method: 'POST',
    path: '/v2/webhooksubscriptions/:id/enable',
    pathParams: subscriptionPath,
    headers: changeHeaders,
    body: nothing,
    summary: 'Enable a webhook subscription',
    description:
      'Enables a disabled subscription. Changes of the time in which it was disabled are not delivered: read them in the event log, or replay deliveries that became dead. A subscription with `start_after` that had not reached the end of the log continues from there. Enabling an active one has no effect.',
    responses: { 200: subscription, ...plainChangeErrors },
  },
  testSubscription: {
    method: 'POST',
    path: '/v2/webhooksubscriptions/:id/test',
    pathParams: subscriptionPath,
    headers: writeHeaders,
    body: nothing,
    summary: 'Send a test delivery',
    description:
      'Sends a delivery with the action `webhook_test`, whose `entity` is the subscription. The answer is the delivery as it is queued; read it again to see the result. A disabled subscription is a 409: enable it first.',
    responses: { 200: deliveryDetails, ...writeErrors },
  },
  listDeliveries: {
    method: 'GET',
    path: '/v2/webhooksubscriptions/:id/deliveries',
    pathParams: subscriptionPath,
    query: deliveryListQuery,
    summary: 'List the deliveries of a subscription',
    description:
      'The deliveries of the last 30 days, ordered by id. Filter by `status` to find failures, by `event_id` to find one event, and by `since_utc` for the time of the change. Attempts are in the single delivery.',
    responses: { 200: page(delivery), ...commonErrors },
  },
  getDelivery: {
    method: 'GET',
    path: '/v2/webhooksubscriptions/:id/deliveries/:delivery_id',
    pathParams: deliveryPath,
    summary: 'Read a delivery',
    description: 'One delivery with its last attempts and the last answer of your endpoint.',
    responses: { 200: deliveryDetails, ...commonErrors },
  },
  replayDelivery: {
    method: 'POST',
    path: '/v2/webhooksubscriptions/:id/deliveries/:delivery_id/replay',
    pathParams: deliveryPath,
    headers: writeHeaders,
    body: nothing,
    summary: 'Send a delivery again',
    description:
      'Sends one delivery again, whatever its status: the same bytes under the same id. If it fails, it is retried as often as a new delivery. A disabled subscription is a 409: enable it first.',
    responses: { 200: delivery, ...writeErrors },
  },
  replayDeliveries: {
    method: 'POST',
    path: '/v2/webhooksubscriptions/:id/replay',
    pathParams: subscriptionPath,
    headers: writeHeaders,
    body: replayRequest,
    summary: 'Send deliveries again',
    description:
      'Sends again the dead deliveries of changes since an instant, or all of them with `"deliveries": "all"`, with the same bytes and ids. The answer is their number; they are sent in the background. A disabled subscription is a 409: enable it first.',
    responses: { 200: replayAnswer, ...writeErrors },
  },
  listEvents: {
    method: 'GET',
    path: '/v2/events',
    headers: eventHeaders,
    query: eventListQuery,
    metadata: heldRoute,
    summary: 'Read the event log',
    description: [
      'The changes of all records of the account in the last 30 days, with the same bodies as webhooks and without a subscription. Credentials with the scope `read` may read it. Store `next_cursor` together with the results of your work, and send it as `after` of the next request; while `has_more` is true there is more to read immediately.',
      'Each event is in the log once, and none is missed: a page ends before an event that is still being stored. Events of one record are in the order of its changes; those of different records may be in another order than their `occurred_utc`.',
      'With `wait` the request waits for the next event. With `Accept: text/event-stream` the answer is a stream of server-sent events, with the cursor as `id` and the event as `data`, which ends after 15 seconds; clients then connect again with `Last-Event-ID`.',
      'A cursor is valid only for its account; any other value is a 400. A 410 means that events after the cursor may be missing, because it is older than 30 days or the platform was restored: read `after=latest`, then the lists of the records that you store, and continue with that cursor. Too many waiting requests and streams (20 of an account at each process of the service) are a 429.',
    ].join('\n\n'),
    responses: { 200: eventPage, ...listErrors, 410: errorBody },
  },
});
