import { randomUUID } from 'node:crypto';
import { services } from '@keyhaven/contracts/platform/services';
import type { Answer } from '@keyhaven/testing/checked-client';
import { operatorPath, success, withKey } from '@keyhaven/testing/crash/requests';
import type { World, WritePath } from '@keyhaven/testing/crash/write-path';
import { until } from '@keyhaven/testing/until';
import { aChange } from '../change';
import { audience } from './audience';
import { aSubscription, PATH, untilStatus } from './subscriptions';

const subscribe = (world: World, options?: typeof withKey) =>
  world.api.post(PATH, { type: 'booking', webhook_url: audience.address(world, 'well') }, options);
/** Returns the path of the app's settings. `c` is the credential of test clients. */
const appPath = (world: World) => operatorPath(world, '/webhook_apps/c');

const written = {
  record: 'webhook_subscription',
  read: ({ api }: World, _: unknown, { body }: Answer) => api.get(`${PATH}/${body.id}`),
};
const app = {
  record: 'webhook_app',
  read: (world: World) => world.operator.get(appPath(world)),
};

/** Creates a subscription with a pending change that its endpoint refuses. @returns the id of the subscription. */
async function aWaitingChange(world: World): Promise<number> {
  const id = await aSubscription(world, 'notices-only');
  const change = aChange(world.userId);
  audience.expect(world, 'notices-only', change, 'canceled');
  await world.deliver(services.booking.topic, change);
  await until(() => audience.wasNotified(world, 'notices-only'));
  return id;
}

/** The writes to subscriptions and to the settings of their app. */
export const subscriptionPaths: WritePath[] = [
  {
    ...written,
    name: 'subscribing with an Idempotency-Key',
    act: (world) => subscribe(world, withKey),
    repeated: 'the same',
  },
  { ...written, name: 'subscribing without a key', act: (world) => subscribe(world), repeated: 'the same' },
  {
    ...written,
    name: 'subscribing from a cursor of the event log',
    given: async (world) => {
      const { body } = await world.api.get('/v2/events');
      const change = aChange(world.userId);
      audience.expect(world, 'well', change);
      await world.deliver(services.booking.topic, change);
      return body.next_cursor as string;
    },
    act: (world, start_after) =>
      world.api.post(PATH, { type: 'booking', webhook_url: audience.address(world, 'well'), start_after }, withKey),
    repeated: 'the same',
  },
  {
    name: 'deleting a subscription with a pending delivery',
    given: aWaitingChange,
    act: ({ api }, id) => api.delete(`${PATH}/${id}`),
    repeated: 'gone',
  },
  {
    ...written,
    name: 'enabling a subscription',
    given: async (world) => {
      const id = await aSubscription(world, 'back-again');
      const change = aChange(world.userId);
      audience.expect(world, 'back-again', change, 'dead');
      await world.deliver(services.booking.topic, change);
      await untilStatus(world, id, 'disabled');
      return id;
    },
    act: ({ api }, id) => api.post(`${PATH}/${id}/enable`),
    repeated: 'the same',
  },
  {
    ...app,
    name: "changing an app's settings",
    act: (world) => world.operator.patch(appPath(world), { basic: { username: 'ida', password: 'a secret' } }),
    repeated: 'the same',
  },
  {
    ...app,
    name: 'rotating a secret with an Idempotency-Key',
    given: (world) => aSubscription(world, 'well'),
    act: (world) => world.operator.post(`${appPath(world)}/rotate_secret`, {}, withKey),
    repeated: 'the same',
  },
  {
    name: 'authorizing an app again after a revocation',
    given: async (world) => {
      const revocation = { user_id: world.userId, app_key: 'c', revocation_id: randomUUID() };
      await success(world.operator.post('/internal/authorization_revocations', revocation));
      return { user_id: world.userId, app_key: 'c', term: 2 };
    },
    act: ({ operator }, beginning) => operator.post('/internal/authorizations', beginning),
    read: async (world) => ({ ...(await subscribe(world)), body: {} }),
    repeated: 'the same',
  },
  {
    name: 'revoking an authorization',
    given: async (world) => {
      await aWaitingChange(world);
      await aSubscription(world, 'well');
      const revocation_id = randomUUID();
      audience.expect(world, 'well', revocation_id);
      audience.expect(world, 'notices-only', revocation_id);
      return { user_id: world.userId, app_key: 'c', revocation_id };
    },
    act: ({ operator }, revocation) => operator.post('/internal/authorization_revocations', revocation),
    repeated: 'the same',
  },
];
