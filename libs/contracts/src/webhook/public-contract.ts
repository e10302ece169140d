import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { writeHeaders } from '../shared/headers';
import { idInput } from '../shared/inputs';
import { changedSinceQuery, page } from '../shared/paging';
import { commonErrors, noContent, writeErrors } from '../shared/responses';
import { delivery, deliveryDetails, deliveryListQuery, replayAnswer, replayRequest } from './delivery';
import { subscription, subscriptionCreation } from './subscription';

const contract = initContract();
const idPath = z.object({ id: idInput });
const deliveryPath = idPath.extend({ delivery_id: idInput });
/** The body is not read; X-Ignored lists its fields. */
const nothing = z.object({}).optional();

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
    summary: 'Webhook subscriptions, ordered by id',
    responses: { 200: page(subscription), ...commonErrors },
  },
  listCategories: {
    method: 'GET',
    path: '/v2/webhooksubscriptions/categories',
    summary: 'The categories of each type that a subscription may name',
    responses: { 200: z.record(z.string(), z.array(z.string())), ...commonErrors },
  },
  getSubscription: {
    method: 'GET',
    path: '/v2/webhooksubscriptions/:id',
    pathParams: idPath,
    summary: 'One subscription',
    responses: { 200: subscription, ...commonErrors },
  },
  createSubscription: {
    method: 'POST',
    path: '/v2/webhooksubscriptions',
    headers: writeHeaders,
    body: subscriptionCreation,
    summary: 'Subscribe to changes of a type, optionally of one action and category',
    responses: { 200: subscription, ...writeErrors },
  },
  deleteSubscription: {
    method: 'DELETE',
    path: '/v2/webhooksubscriptions/:id',
    pathParams: idPath,
    headers: writeHeaders,
    summary: 'End a subscription',
    responses: { 204: noContent, ...writeErrors },
  },
  enableSubscription: {
    method: 'POST',
    path: '/v2/webhooksubscriptions/:id/enable',
    pathParams: idPath,
    headers: writeHeaders,
    body: nothing,
    summary: 'Enable a disabled subscription',
    responses: { 200: subscription, ...writeErrors },
  },
  testSubscription: {
    method: 'POST',
    path: '/v2/webhooksubscriptions/:id/test',
    pathParams: idPath,
    headers: writeHeaders,
    body: nothing,
    summary: 'Send a webhook_test delivery',
    responses: { 200: deliveryDetails, ...writeErrors },
  },
  listDeliveries: {
    method: 'GET',
    path: '/v2/webhooksubscriptions/:id/deliveries',
    pathParams: idPath,
    query: deliveryListQuery,
    summary: 'The deliveries of the last 30 days, ordered by id',
    responses: { 200: page(delivery), ...commonErrors },
  },
  getDelivery: {
    method: 'GET',
    path: '/v2/webhooksubscriptions/:id/deliveries/:delivery_id',
    pathParams: deliveryPath,
    summary: 'One delivery with its last attempts',
    responses: { 200: deliveryDetails, ...commonErrors },
  },
  replayDelivery: {
    method: 'POST',
    path: '/v2/webhooksubscriptions/:id/deliveries/:delivery_id/replay',
    pathParams: deliveryPath,
    headers: writeHeaders,
    body: nothing,
    summary: 'Replay one delivery with the same bytes and id',
    responses: { 200: delivery, ...writeErrors },
  },
  replayDeliveries: {
    method: 'POST',
    path: '/v2/webhooksubscriptions/:id/replay',
    pathParams: idPath,
    headers: writeHeaders,
    body: replayRequest,
    summary: 'Replay the dead deliveries, or also the delivered ones, since an instant',
    responses: { 200: replayAnswer, ...writeErrors },
  },
});
