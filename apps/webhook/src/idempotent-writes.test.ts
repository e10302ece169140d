import { deadLettersContract } from '@keyhaven/contracts/shared/dead-letters-contract';
import { resyncContract } from '@keyhaven/contracts/shared/resync-contract';
import { accountRoutes } from '@keyhaven/contracts/webhook/account-routes';
import { commonWriteExamples, examplesOfPages } from '@keyhaven/testing/common-write-examples';
import { describeIdempotentWrites, type KeyedWrite } from '@keyhaven/testing/describe-idempotent-writes';
import { until } from '@keyhaven/testing/until';
import { startWebhookUnderTest, webhookContracts, type WebhookUnderTest } from './testing/webhook-under-test';
import commands from './testing/store-commands.json';

const PATH = '/v2/webhooksubscriptions';
const HOOK = 'https://hooks.example/hook';
let webhook: WebhookUnderTest;
/**
 * The IP address to which all names resolve. Tests set it to a public address, or to a private one, which is not
 * allowed.
 */
let addressOfNames = '93.184.215.14';
afterEach(() => void (addressOfNames = '93.184.215.14'));
beforeAll(async () => {
  const resolve = () => Promise.resolve([{ address: addressOfNames, family: 4 }]);
  // Without slots for endpoints, nothing is sent. Otherwise the number of database commands would
  // depend on the progress of sending.
  webhook = await startWebhookUnderTest({ resolve, maxEndpoints: 0 });
});
afterAll(() => webhook.stop());

/** Prepares a request for a subscription with a delivery that is marked as delivered. */
async function ofSubscription(
  write: (ids: { id: number; delivery_id: number }) => Pick<KeyedWrite, 'path' | 'body' | 'otherBody'>,
): Promise<KeyedWrite> {
  const { userId, subscribe } = webhook.anAccount();
  const id = await subscribe(HOOK);
  await webhook.publish(userId);
  const deliveries = webhook.connection.collection<{ _id: number }>('deliveries');
  const { _id: delivery_id } = await until(() => deliveries.findOne({ user_id: userId }));
  const delivered = { status: 'delivered', attempt_count: 1, tries: 1, delivered_utc: new Date() };
  await deliveries.updateOne({ _id: delivery_id }, { $set: delivered });
  return { userId, caller: 'account', ...write({ id, delivery_id }) };
}

/**
 * Prepares a request that creates a disabled subscription again, which enables the subscription.
 * `later` disables the subscription again.
 */
async function ofDisabled(): Promise<KeyedWrite> {
  const { userId, api, subscribe } = webhook.anAccount();
  const body = { type: 'booking', webhook_url: HOOK };
  const id = await subscribe(body.webhook_url);
  const disable = async () => {
    await webhook.connection
      .collection<{ _id: number }>('subscriptions')
      .updateOne(
        { _id: id },
        { $set: { status: 'disabled', disabled_reason: 'x' }, $inc: { revision: 1, version: 1 } },
      );
    return api.get(`${PATH}/${id}`);
  };
  await disable();
  return { userId, caller: 'account', path: PATH, body, otherBody: { ...body, type: 'guest' }, later: disable };
}

async function ofApp(write: Pick<KeyedWrite, 'body' | 'otherBody'>, suffix = ''): Promise<KeyedWrite> {
  const { userId, settingsPath, subscribe } = webhook.anAccount();
  await subscribe(HOOK);
  return { userId, caller: 'operator', path: settingsPath + suffix, ...write };
}

describeIdempotentWrites({
  service: () => webhook,
  contracts: [...webhookContracts, resyncContract, deadLettersContract],
  // The fan-out of changes writes to these collections independently of requests.
  ignoredCollections: ['deliveries', 'endpoints', 'event_bodies'],
  commands,
  examples: {
    ...commonWriteExamples,
    [`POST ${PATH}`]: {
      prepare: () => {
        const body = { type: 'booking', webhook_url: HOOK };
        const { userId } = webhook.anAccount();
        return Promise.resolve({ userId, caller: 'account', path: PATH, body, otherBody: { ...body, type: 'guest' } });
      },
    },
    [`POST ${PATH} (again, disabled)`]: { prepare: ofDisabled },
    [`DELETE ${PATH}/:id`]: { prepare: () => ofSubscription(({ id }) => ({ path: `${PATH}/${id}` })) },
    [`POST ${PATH}/:id/enable`]: { prepare: () => ofSubscription(({ id }) => ({ path: `${PATH}/${id}/enable` })) },
    [`POST ${PATH}/:id/test`]: { prepare: () => ofSubscription(({ id }) => ({ path: `${PATH}/${id}/test` })) },
    [`POST ${PATH}/:id/deliveries/:delivery_id/replay`]: {
      prepare: () =>
        ofSubscription(({ id, delivery_id }) => ({ path: `${PATH}/${id}/deliveries/${delivery_id}/replay` })),
    },
    [`POST ${PATH}/:id/replay`]: {
      prepare: () =>
        ofSubscription(({ id }) => ({
          path: `${PATH}/${id}/replay`,
          body: { since_utc: '2020-01-01T00:00:00Z', deliveries: 'all' },
          otherBody: { since_utc: '2021-01-01T00:00:00Z', deliveries: 'all' },
        })),
    },
    'PATCH /operator/accounts/:user_id/webhook_apps/:app_key': {
      prepare: () =>
        ofApp({
          body: { webhook_url: 'https://first.example/hook' },
          otherBody: { webhook_url: 'https://later.example/hook' },
        }),
    },
    'PATCH /operator/accounts/:user_id/webhook_apps/:app_key (to a name that has another address later)': {
      prepare: async () => {
        const write = await ofApp({ body: { webhook_url: 'https://first.example/hook' } });
        const later = () => {
          addressOfNames = '10.0.0.1';
          return webhook.asOperator().get(write.path);
        };
        return { ...write, later };
      },
    },
    'POST /operator/accounts/:user_id/webhook_apps/:app_key/rotate_secret': {
      prepare: () => ofApp({ body: { keep_old_hours: 1 }, otherBody: { keep_old_hours: 2 } }, '/rotate_secret'),
    },
    'POST /internal/authorizations': { needsNoKey: 'beginning again changes nothing' },
    'POST /internal/authorization_revocations': { needsNoKey: 'revoking again changes nothing' },
    ...examplesOfPages(accountRoutes),
  },
});
