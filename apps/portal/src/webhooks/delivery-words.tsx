import type { DeliveryStatus } from '@keyhaven/contracts/webhook/delivery';
import type { AccountSubscription } from '@keyhaven/contracts/webhook/account-routes';
import { Badge } from '@keyhaven/pages/components/badge';
import type { NoticeKind } from '@keyhaven/pages/components/notice';

export const deliveryKinds: Readonly<Record<DeliveryStatus, NoticeKind | undefined>> = {
  pending: 'info',
  delivered: 'ok',
  dead: 'danger',
  canceled: undefined,
};

export function SubscriptionBadge({ subscription }: { subscription: AccountSubscription }): JSX.Element {
  const { status } = subscription;
  return <Badge text={status} kind={status === 'active' ? 'ok' : 'warn'} />;
}

/** Describes the events that a subscription receives, such as "booking, entity_update, category dates". */
export function receivesOf({ type, action, category }: AccountSubscription): string {
  return [type, ...(action === null ? [] : [action]), ...(category === null ? [] : [`category ${category}`])].join(
    ', ',
  );
}

/** Client ids of OAuth apps begin with c_; every other key is the id of a token. */
export function isAppKey(appKey: string): boolean {
  return appKey.startsWith('c_');
}

/**
 * Removes the query of a URL, because it often contains a secret. The secrets of an app belong to its developer, and
 * must not be shown to an account that authorized the app.
 */
export function withoutQuery(address: string): string {
  return address.replace(/\?.*/, '?…');
}

/**
 * Returns the URL as the page of a subscription shows it: without the query if an app created the
 * subscription.
 */
export function shownAddress({ app_key, webhook_url }: { app_key: string; webhook_url: string }): string {
  return isAppKey(app_key) ? withoutQuery(webhook_url) : webhook_url;
}

/** Returns a label for the app or token that created a subscription. */
export function madeBy({ app_key }: AccountSubscription): string {
  return isAppKey(app_key) ? `app ${app_key}` : `token ${app_key}`;
}
