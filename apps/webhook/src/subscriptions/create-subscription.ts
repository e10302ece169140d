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
import { assertReached, checkCursor, readLastPosition } from '../events/read-cursor';
import { markCatchingUp, unmark } from '../events/catching-up';
import { job } from '../jobs';
import { findApp, makeApp } from '../store/find-app';
import { termOf } from '../store/app.model';
import { endpointId } from '../store/endpoint.model';
import type { WebhookStore } from '../store/webhook-store';
import { MOST_OF_ACCOUNT, visibleTo } from './read-subscriptions';
import type { AppScope } from './subscription-scope';
import { reenabled, identityOf, presentSubscription, type SubscriptionBody } from '../store/subscription.model';

/** The maximum number of subscriptions of an account. Each change is compared with all of them. */
export const MAX_SUBSCRIPTIONS = 200;

type Answer = { record: Subscription; version: number };

/**
 * Creates a subscription for the requesting app. If a subscription with the same type, action, category and URL exists,
 * returns the existing one, and enables it if it was disabled. Refuses the request if it has a `start_after` and the
 * existing one started elsewhere, because the events between the two starts could be missing.
 * @throws ApiError bad_request for a category that the type does not have, a field that only the server sets, or a URL
 * to which nothing may be sent; forbidden if the authorization of the app was revoked; gone for a cursor after which
 * events were removed; conflict if the subscription exists and did not start at `start_after`.
 */
export async function createSubscription(
  store: WebhookStore,
  scope: AppScope,
  input: SubscriptionCreation,
): Promise<Answer> {
  for (;;) {
    let identity: string | undefined;
    let position: number | undefined;
    let marked: number | undefined;
    try {
      const { record } = await store.subscriptions.create(scope, async () => {
        const { planned, term, missing } = await planSubscription(store, scope, input);
        identity = identityOf(planned);
        position = await readStart(store, scope, input);
        const present = await readIdentities(store, scope);
        if (present.includes(identity)) throw new AlreadyExists();
        assertEchoes(input, [{ status: planned.status, disabled_reason: null }]);
        assertRoom(present.length);
        // Create the app's settings before its first subscription, so that deliveries can be signed. A request that is
        // refused creates no settings.
        for (const accountId of missing) await makeApp(store, { accountId }, scope.appKey);
        const _id = await store.ids.next('webhook_subscription');
        const after = { ...planned, _id, version: 0, identity };
        const recheck = job('recheck_authorization', { app_key: scope.appKey, term });
        if (position === undefined) {
          return { after: { ...after, receives_after: await readLastPosition(store, scope) }, jobs: [recheck] };
        }
        marked = _id;
        // Mark the subscription as catching up before it is visible. From now on, it gets changes
        // only from the event log.
        const receives_after = await markCatchingUp(store, scope, _id);
        return {
          after: { ...after, starts_after: position, receives_after },
          jobs: [job('begin_catch_up', { position }), recheck],
        };
      });
      if (marked !== undefined && marked !== record.id) await unmark(store, scope.accountId, marked);
      return { record, version: FIRST_VERSION };
    } catch (error) {
      // An earlier attempt with the same Idempotency-Key may have returned a subscription that already existed.
      const earlier = isKeyReused(error) ? await store.subscriptions.findEarlier(scope) : undefined;
      if (earlier?.changed) return answerOf(earlier.changed);
      const exists = error instanceof AlreadyExists || (isDuplicateKey(error) && isDuplicateOf(error, 'identity'));
      if (!exists || identity === undefined) throw error;
      if (marked !== undefined) await unmark(store, scope.accountId, marked);
      const answer = await answerFirst(store, scope, { identity, position }, input);
      // If `answerFirst` returns undefined, try again: the existing subscription has ended in the meantime, or another
      // attempt of this request has created one.
      if (answer) return answer;
    }
  }
}

/** Thrown if a subscription with the same identity already exists. */
class AlreadyExists extends Error {}

async function findSame(store: WebhookStore, scope: AppScope, identity: string): Promise<SubscriptionBody | undefined> {
  return store.subscriptions.findOne(scope, { identity });
}

/**
 * Returns the existing subscription, and enables it in the write that stores the Idempotency-Key. Returns undefined if
 * the subscription has ended in the meantime, or if another attempt of this request has created one.
 */
async function answerFirst(
  store: WebhookStore,
  scope: AppScope,
  { identity, position }: { identity: string; position: number | undefined },
  input: SubscriptionCreation,
): Promise<Answer | undefined> {
  const first = await findSame(store, scope, identity);
  if (!first) return undefined;
  try {
    const body = await store.subscriptions.update(scope, { _id: first._id, identity }, (before) => {
      assertEchoes(input, [before, reenabled(before)].map(presentSubscription));
      assertStart(before, position);
      return Promise.resolve({ after: reenabled(before) });
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

/**
 * Returns the position in the event log after which the subscription starts. Returns undefined if the subscription
 * starts at its creation.
 */
async function readStart(
  store: WebhookStore,
  scope: AppScope,
  { start_after }: SubscriptionCreation,
): Promise<number | undefined> {
  if (start_after == null) return undefined;
  const cursor = checkCursor(store, scope, start_after, 'start_after');
  await assertReached(store, scope, cursor, 'start_after');
  return cursor.position;
}

/** @throws ApiError conflict if the existing subscription did not start at the requested position. */
function assertStart({ _id, starts_after }: SubscriptionBody, position: number | undefined): void {
  if (position === undefined || starts_after === position) return;
  const right = 'delete it first, or leave start_after out and read what you missed with v2/events';
  throw new ApiError('conflict', `start_after: the subscription ${_id} did not begin after this cursor; ${right}`);
}

/**
 * Validates a request. Returns the fields of its subscription, the authorization that is in force, and the accounts in
 * which the app has no settings yet.
 */
async function planSubscription(store: WebhookStore, scope: AppScope, input: SubscriptionCreation) {
  assertCategory(input);
  const app = await findApp(store, scope, scope.appKey);
  if (app?.revoked_utc) throw authorizationRevoked();
  const isOwn = scope.appOwnerId === scope.accountId;
  const settings = isOwn ? app : await findApp(store, { accountId: scope.appOwnerId }, scope.appKey);
  const webhook_url = input.webhook_url ?? settings?.webhook_url ?? null;
  if (webhook_url === null)
    throw new ApiError('bad_request', 'webhook_url: is required, because the app has no default address');
  await assertWebhookUrl(store, webhook_url);
  const planned = {
    user_id: scope.accountId,
    app_key: scope.appKey,
    ...(isOwn ? {} : { app_owner_id: scope.appOwnerId }),
    type: input.type,
    action: input.action ?? null,
    category: input.category ?? null,
    webhook_url,
    endpoint_id: endpointId(scope.accountId, scope.appKey, webhook_url),
    status: 'active' as const,
    disabled_reason: null,
  };
  const missing = [...(app ? [] : [scope.accountId]), ...(isOwn || settings ? [] : [scope.appOwnerId])];
  return { planned, term: termOf(app), missing };
}

export function authorizationRevoked(): ApiError {
  return new ApiError('forbidden', 'the authorization of these credentials was revoked; authorize the app again');
}

/** @throws ApiError bad_request if a field that only the server sets has a wrong value. */
function assertEchoes(input: SubscriptionCreation, states: readonly Partial<Subscription>[]): void {
  const faults = echoFaults(input, states, serverDecidedOfSubscriptions);
  if (faults.length > 0) throw new ApiError('bad_request', faults);
}

/** @throws ApiError bad_request that explains what is wrong with the URL. */
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

/** Reads the identities of the account's subscriptions, of all apps. */
async function readIdentities(store: WebhookStore, scope: AppScope): Promise<(string | undefined)[]> {
  const all = visibleTo({ ...scope, appKey: null });
  const present = await store.subscriptions.readFields(scope, all, ['identity'], MOST_OF_ACCOUNT);
  return present.map(({ identity }) => identity);
}

/** Checks the limit. Concurrent requests may exceed it by a few, which does no harm. */
function assertRoom(present: number): void {
  if (present < MAX_SUBSCRIPTIONS) return;
  throw new ApiError(
    'conflict',
    `the account already has ${MAX_SUBSCRIPTIONS} webhook subscriptions, which is the limit; delete one first`,
  );
}
