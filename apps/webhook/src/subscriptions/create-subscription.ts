import { ApiError } from '@keyhaven/contracts/shared/errors';
import { echoFaults } from '@keyhaven/contracts/shared/server-decided';
import { subscriptionTypes } from '@keyhaven/contracts/webhook/categories';
import {
  serverDecidedOfSubscriptions,
  type Subscription,
  type SubscriptionCreation,
} from '@keyhaven/contracts/webhook/subscription';
import { isDuplicateKey, isDuplicateOf } from '@keyhaven/persistence/duplicate-key';
import { FIRST_VERSION } from '@keyhaven/service/http/versioned';
import { findOrMakeApp } from '../store/find-app';
import { endpointId } from '../store/endpoint.model';
import type { WebhookStore } from '../store/webhook-store';
import type { AppScope } from './subscription-scope';
import { begunAgain, identityOf, presentSubscription, type SubscriptionBody } from '../store/subscription.model';

/** The limit of subscriptions in an account: each change is compared with all of them. */
export const MAX_SUBSCRIPTIONS = 200;

type Answer = { record: Subscription; version: number };

/**
 * Creates a subscription for the requesting app. A repetition (same type, action, category and address) answers the
 * first one, and enables it if it was disabled.
 * @throws ApiError bad_request for a category that the type does not have, a field that only the server decides, and an
 *   address to which nothing may be sent.
 */
export async function createSubscription(
  store: WebhookStore,
  scope: AppScope,
  input: SubscriptionCreation,
): Promise<Answer> {
  for (;;) {
    let identity: string | undefined;
    try {
      const { record } = await store.subscriptions.create(scope, async () => {
        const planned = await planSubscription(store, scope, input);
        identity = identityOf(planned);
        if (await findSame(store, scope, identity)) throw new AlreadyThere();
        assertEchoes(input, [{ status: planned.status, disabled_reason: null }]);
        await assertRoom(store, scope);
        const after = { ...planned, _id: await store.ids.next('webhook_subscription'), version: 0, identity };
        return { after };
      });
      return { record, version: FIRST_VERSION };
    } catch (error) {
      // An earlier attempt was answered with an existing subscription, unless the key belongs to another one.
      const earlier = isKeyReused(error) ? await store.subscriptions.findEarlier(scope) : undefined;
      if (earlier?.changed) return answerOf(earlier.changed);
      const isThere = error instanceof AlreadyThere || (isDuplicateKey(error) && isDuplicateOf(error, 'identity'));
      if (!isThere || identity === undefined) throw error;
      const answer = await answerFirst(store, scope, identity, input);
      // Otherwise it ended in the meantime.
      if (answer) return answer;
    }
  }
}

/** Thrown when the same subscription was found before a new one was created. */
class AlreadyThere extends Error {}

async function findSame(store: WebhookStore, scope: AppScope, identity: string): Promise<SubscriptionBody | undefined> {
  return store.subscriptions.findOne(scope, { identity });
}

/**
 * Finds the first of several same subscriptions, and enables it again in the write that notes the Idempotency-Key.
 * Undefined when it ended in the meantime, or when another attempt of this request created a subscription.
 */
async function answerFirst(
  store: WebhookStore,
  scope: AppScope,
  identity: string,
  input: SubscriptionCreation,
): Promise<Answer | undefined> {
  const first = await findSame(store, scope, identity);
  if (!first) return undefined;
  try {
    const body = await store.subscriptions.update(scope, { _id: first._id, identity }, (before) => {
      assertEchoes(input, [before, begunAgain(before)].map(presentSubscription));
      return Promise.resolve({ after: begunAgain(before) });
    });
    return answerOf(body);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return undefined;
    if (isKeyReused(error) && (await store.subscriptions.findEarlier(scope))?.created) return undefined;
    throw error;
  }
}

function answerOf(body: SubscriptionBody): Answer {
  return { record: presentSubscription(body), version: body.version };
}

function isKeyReused(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'idempotency_key_reused';
}

/** The checked input of a request. */
async function planSubscription(store: WebhookStore, scope: AppScope, input: SubscriptionCreation) {
  assertCategory(input);
  const app = await findOrMakeApp(store, scope, scope.appKey);
  if (app.revoked_utc)
    throw new ApiError('forbidden', 'the authorization of these credentials was revoked; authorize the app again');
  const webhook_url = input.webhook_url ?? app.webhook_url;
  if (webhook_url === null)
    throw new ApiError('bad_request', 'webhook_url: is required, because the app has no default address');
  await assertWebhookUrl(store, webhook_url);
  return {
    user_id: scope.accountId,
    app_key: scope.appKey,
    type: input.type,
    action: input.action ?? null,
    category: input.category ?? null,
    webhook_url,
    endpoint_id: endpointId(scope.accountId, scope.appKey, webhook_url),
    status: 'active' as const,
    disabled_reason: null,
  };
}

/** @throws ApiError bad_request that names the fields that only the server decides. */
function assertEchoes(input: SubscriptionCreation, states: readonly Partial<Subscription>[]): void {
  const faults = echoFaults(input, states, serverDecidedOfSubscriptions);
  if (faults.length > 0) throw new ApiError('bad_request', faults);
}

/** @throws ApiError bad_request that names what is wrong with the address. */
export async function assertWebhookUrl({ faultOfUrl }: WebhookStore, webhookUrl: string): Promise<void> {
  const fault = await faultOfUrl(webhookUrl);
  if (fault !== undefined) throw new ApiError('bad_request', `webhook_url: ${webhookUrl} ${fault}`);
}

function assertCategory({ type, category }: SubscriptionCreation): void {
  const known: readonly string[] = subscriptionTypes[type].categories;
  if (category == null || known.includes(category)) return;
  const right = known.length > 0 ? `expected one of ${known.join(', ')}, or none` : 'it has none';
  throw new ApiError('bad_request', `category: ${category} is not a category of ${type}; ${right}`);
}

/** Concurrent requests may pass the limit by one: it bounds the work and need not be exact. */
async function assertRoom(store: WebhookStore, scope: AppScope): Promise<void> {
  const status = { $in: ['active' as const, 'disabled' as const] };
  const present = await store.subscriptions.find(scope, { status }, { limit: MAX_SUBSCRIPTIONS });
  if (present.length < MAX_SUBSCRIPTIONS) return;
  throw new ApiError(
    'conflict',
    `the account has ${MAX_SUBSCRIPTIONS} webhook subscriptions and can have no more; delete one first`,
  );
}
