import { services } from '@keyhaven/contracts/platform/services';
import type { SubscriptionType } from '@keyhaven/contracts/webhook/categories';
import type { Subscription } from '@keyhaven/contracts/webhook/subscription';
import { instantOrBlank } from '@keyhaven/contracts/shared/instants';
import type { Entity } from '@keyhaven/persistence/entity';
import { withDeletion } from '@keyhaven/persistence/purge-deleted';
import { type Body, type RecordDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import type { Connection, Model } from 'mongoose';

/** A subscription. An ended one is kept for 90 days, because deliveries may stay in the queue for up to 30. */
export interface SubscriptionDocument extends RecordDocument {
  /** The credential that created it; only this credential sees it. */
  app_key: string;
  type: SubscriptionType;
  action: Subscription['action'];
  category: Subscription['category'];
  webhook_url: string;
  endpoint_id: string;
  /** Identifies which changes it receives and where; absent once it ended. */
  identity?: string;
  /** deleted: by its owner; revoked: with the authorization of its app. */
  status: Subscription['status'] | 'deleted' | 'revoked';
  disabled_reason: string | null;
}

export type SubscriptionBody = Body<SubscriptionDocument>;

export function subscriptionModel(connection: Connection): Model<SubscriptionDocument> {
  const schema = tenantSchema<SubscriptionDocument>('subscriptions', {
    app_key: String,
    type: String,
    action: String,
    category: String,
    webhook_url: String,
    endpoint_id: String,
    identity: String,
    status: String,
    disabled_reason: String,
  })
    // The fan-out finds the subscribers of an account; a creation counts the account's subscriptions.
    .index({ user_id: 1, status: 1 })
    // The same subscription is created once: a repeated request reads it, and of two at the same time this refuses one.
    .index({ user_id: 1, identity: 1 }, { unique: true, partialFilterExpression: { identity: { $exists: true } } })
    // The list of an app, with since_utc; the subscriptions that end with an authorization.
    .index({ user_id: 1, app_key: 1, _id: 1 });
  return connection.model<SubscriptionDocument>('Subscription', withDeletion(schema));
}

/** What makes two subscriptions the same; the endpoint represents app and address. */
export function identityOf({
  endpoint_id,
  type,
  action,
  category,
}: Pick<SubscriptionDocument, 'endpoint_id' | 'type' | 'action' | 'category'>): string {
  return [endpoint_id, type, action ?? '', category ?? ''].join(' ');
}

/** The subscription, enabled again after it was disabled. */
export function begunAgain(body: SubscriptionBody): SubscriptionBody {
  return { ...body, status: 'active', disabled_reason: null };
}

/** Whether the subscription is visible to its owner. */
export function isKept({ status }: SubscriptionBody): boolean {
  return status === 'active' || status === 'disabled';
}

export function presentSubscription(body: SubscriptionBody): Subscription {
  const { _id, type, action, category, webhook_url, status, disabled_reason, created_utc, updated_utc } = body;
  return {
    id: _id,
    type,
    action,
    category,
    webhook_url,
    status: status === 'active' ? 'active' : 'disabled',
    disabled_reason,
    created_utc: instantOrBlank(created_utc),
    updated_utc: instantOrBlank(updated_utc),
  };
}

/** Publishes changes of subscriptions to operators, above all that one was disabled. */
export const subscriptionEntity: Entity<SubscriptionDocument, Subscription> = {
  type: 'webhook_subscription',
  topic: services.webhook.topic,
  isIn: isKept,
  present: presentSubscription,
  presentPrivate: ({ app_key }) => ({ app_key }),
  stampedWhenDeleted: () => ['deleted_utc'],
  categories: ({ body }, before) => (before && body.status !== before.body.status ? [body.status] : []),
};
