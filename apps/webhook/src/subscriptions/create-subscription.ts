import { ApiError } from '@keyhaven/contracts/shared/errors';
import { subscriptionTypes } from '@keyhaven/contracts/webhook/categories';
import type { Subscription, SubscriptionCreation } from '@keyhaven/contracts/webhook/subscription';
import { FIRST_VERSION } from '@keyhaven/service/http/versioned';
import { faultOfOutboundUrl } from '@keyhaven/service/outbound/outbound-url';
import { findOrMakeApp } from '../apps/find-app';
import { endpointId } from '../queue/endpoint.model';
import type { WebhookStore } from '../webhook-store';
import type { AppScope } from './subscription-scope';
import type { SubscriptionBody } from './subscription.model';

/** The most subscriptions of an account: each change is compared with all of them. */
export const MAX_SUBSCRIPTIONS = 200;

/**
 * Makes a subscription of the app that asks.
 * @throws ApiError bad_request for a category that the type has not, and for an address that nothing may be sent to.
 */
export async function createSubscription(
  store: WebhookStore,
  scope: AppScope,
  input: SubscriptionCreation,
): Promise<{ record: Subscription; version: number }> {
  const { record } = await store.subscriptions.create(scope, async () => {
    assertCategory(input);
    const app = await findOrMakeApp(store, scope, scope.appKey);
    if (app.revoked_utc) throw new ApiError('forbidden', 'the authorization of these credentials was revoked');
    const webhook_url = input.webhook_url ?? app.webhook_url;
    if (webhook_url === null)
      throw new ApiError('bad_request', 'webhook_url: is required; the app has no address of its own');
    assertWebhookUrl(store, webhook_url);
    await assertRoom(store, scope);
    const after = {
      _id: await store.ids.next('webhook_subscription'),
      user_id: scope.accountId,
      version: 0,
      app_key: scope.appKey,
      type: input.type,
      action: input.action ?? null,
      category: input.category ?? null,
      webhook_url,
      endpoint_id: endpointId(scope.accountId, scope.appKey, webhook_url),
      status: 'active',
      disabled_reason: null,
    } as unknown as SubscriptionBody;
    return { after, references: undefined };
  });
  return { record: record as unknown as Subscription, version: FIRST_VERSION };
}

/** @throws ApiError bad_request that names what is wrong with the address. */
export function assertWebhookUrl({ openedRanges }: WebhookStore, webhookUrl: string): void {
  const fault = faultOfOutboundUrl(webhookUrl, openedRanges);
  if (fault !== undefined) throw new ApiError('bad_request', `webhook_url: ${webhookUrl} ${fault}`);
}

function assertCategory({ type, category }: SubscriptionCreation): void {
  const known: readonly string[] = subscriptionTypes[type].categories;
  if (category == null || known.includes(category)) return;
  const right = known.length > 0 ? `expected one of ${known.join(', ')}, or none` : 'it has none';
  throw new ApiError('bad_request', `category: ${category} is no category of ${type}; ${right}`);
}

/** Whoever asks at the same time may get one more in: the limit bounds the work, not an entitlement. */
async function assertRoom(store: WebhookStore, scope: AppScope): Promise<void> {
  const status = { $in: ['active' as const, 'disabled' as const] };
  const present = await store.subscriptions.find(scope, { status }, { limit: MAX_SUBSCRIPTIONS });
  if (present.length < MAX_SUBSCRIPTIONS) return;
  throw new ApiError(
    'conflict',
    `the account has ${MAX_SUBSCRIPTIONS} webhook subscriptions, the most; delete one first`,
  );
}
