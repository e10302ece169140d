import { services } from '@keyhaven/contracts/platform/services';
import type { SubscriptionType } from '@keyhaven/contracts/webhook/categories';
import type { Subscription } from '@keyhaven/contracts/webhook/subscription';
import { instantOrBlank } from '@keyhaven/contracts/shared/instants';
import type { Entity } from '@keyhaven/persistence/entity';
import { withDeletion } from '@keyhaven/persistence/purge-deleted';
import { type Body, type RecordDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import type { Connection, Model } from 'mongoose';

/**
 * A subscription. It is stored for 90 days after its end, because its deliveries may be in the queue for up to 30 days.
 */
export interface SubscriptionDocument extends RecordDocument {
  /**
   * The OAuth app or other credential that created the subscription. No other app or credential of the account sees it.
   */
  app_key: string;
  /**
   * The account that created the OAuth app, if that is a different account. The delivery settings of the app are stored
   * in that account.
   */
  app_owner_id?: number;
  type: SubscriptionType;
  action: Subscription['action'];
  category: Subscription['category'];
  webhook_url: string;
  endpoint_id: string;
  /**
   * Identifies what is subscribed to: two subscriptions to the same changes at the same URL would
   * have the same identity. Absent after the subscription has ended.
   */
  identity?: string;
  /**
   * `deleted` means that the owner deleted the subscription; `revoked` means that the authorization of its app was
   * revoked.
   */
  status: Subscription['status'] | 'deleted' | 'revoked';
  disabled_reason: string | null;
  /** The id of the revocation that ended the subscription. */
  revocation_id?: string;
  /**
   * The position in the event log at which start_after begins. The subscription also receives the events between this
   * position and `receives_after`. Absent if the subscription was created without start_after.
   */
  starts_after?: number;
  /**
   * The highest position in the event log when the subscription was created. Events with a higher position are enqueued
   * for the subscription as soon as they are stored.
   */
  receives_after?: number;
}

export type SubscriptionBody = Body<SubscriptionDocument>;

export function subscriptionModel(connection: Connection): Model<SubscriptionDocument> {
  const schema = tenantSchema<SubscriptionDocument>('subscriptions', {
    app_key: String,
    app_owner_id: Number,
    type: String,
    action: String,
    category: String,
    webhook_url: String,
    endpoint_id: String,
    identity: String,
    status: String,
    disabled_reason: String,
    revocation_id: String,
    starts_after: Number,
    receives_after: Number,
  })
    // Serves the fan-out, which reads the subscribers of an account, and the limit of subscriptions per account.
    .index({ user_id: 1, status: 1 })
    // Allows only one subscription with the same identity. Repeated requests read the existing one. If two concurrent
    // requests create it, the second insert fails here.
    .index({ user_id: 1, identity: 1 }, { unique: true, partialFilterExpression: { identity: { $exists: true } } })
    // Serves the list of an app's subscriptions, also with since_utc, and the job that ends an app's subscriptions when
    // its authorization is revoked.
    .index({ user_id: 1, app_key: 1, _id: 1 });
  return connection.model<SubscriptionDocument>('Subscription', withDeletion(schema));
}

/** Returns the identity of a subscription. The id of the endpoint identifies app and URL. */
export function identityOf({
  endpoint_id,
  type,
  action,
  category,
}: Pick<SubscriptionDocument, 'endpoint_id' | 'type' | 'action' | 'category'>): string {
  return [endpoint_id, type, action ?? '', category ?? ''].join(' ');
}

/** Returns a copy of the subscription with the status `active` and without a `disabled_reason`. */
export function reenabled(body: SubscriptionBody): SubscriptionBody {
  return { ...body, status: 'active', disabled_reason: null };
}

/** Whether the owner of a subscription can see it. */
export function isVisible({ status }: SubscriptionBody): boolean {
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

/** Publishes changes of subscriptions to operators, for example that a subscription was disabled. */
export const subscriptionEntity: Entity<SubscriptionDocument, Subscription> = {
  type: 'webhook_subscription',
  topic: services.webhook.topic,
  isIn: isVisible,
  present: presentSubscription,
  presentPrivate: ({ app_key }) => ({ app_key }),
  stampedWhenDeleted: () => ['deleted_utc'],
  categories: ({ body }, before) => (before && body.status !== before.body.status ? [body.status] : []),
};
