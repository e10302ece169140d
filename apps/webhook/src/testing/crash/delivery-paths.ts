import { services } from '@keyhaven/contracts/platform/services';
import { success, withKey } from '@keyhaven/testing/crash/requests';
import type { World, WritePath } from '@keyhaven/testing/crash/write-path';
import { until } from '@keyhaven/testing/until';
import { aChange } from '../change';
import { audience, type EndpointKind } from './audience';
import { aSubscription, deliveryWith, PATH, untilStatus } from './subscriptions';

const publish = (world: World, change: ReturnType<typeof aChange>) => world.deliver(services.booking.topic, change);

/** Creates a change, and expects that the endpoint of this kind receives it. */
function aChangeFor(world: World, kind: EndpointKind, status?: 'delivered' | 'dead') {
  const change = aChange(world.userId);
  audience.expect(world, kind, change, status);
  return change;
}

/** Subscribes an endpoint of this kind. @returns a change that the endpoint should receive. */
const aChangeToPublish = (kind: EndpointKind, status?: 'delivered' | 'dead') => async (world: World) => {
  await aSubscription(world, kind);
  return aChangeFor(world, kind, status);
};

/** Creates a subscription to which one change was delivered. */
async function aSubscriber(world: World) {
  const id = await aSubscription(world, 'well');
  await publish(world, aChangeFor(world, 'well'));
  return { id, delivery: (await deliveryWith(world, id, 'delivered')).id };
}

/** Creates a subscription that was disabled by a 410 and then enabled again. */
async function aRevivedSubscription(world: World): Promise<number> {
  const id = await aSubscription(world, 'back-again');
  await publish(world, aChangeFor(world, 'back-again'));
  await untilStatus(world, id, 'disabled');
  await deliveryWith(world, id, 'dead');
  await success(world.api.post(`${PATH}/${id}/enable`));
  return id;
}

const since_utc = new Date(0).toISOString();

/** The writes that enqueue deliveries, and the sending of these deliveries. */
export const deliveryPaths: WritePath[] = [
  {
    name: 'delivering a change to the matching subscriptions',
    given: async (world) => {
      await aSubscription(world, 'at-second', { category: 'dates' });
      await aSubscription(world, 'gone', { type: 'property' });
      return aChangeToPublish('well')(world);
    },
    act: publish,
    repeated: 'the same',
  },
  {
    name: 'storing a change in the event log if there are no subscriptions',
    given: ({ userId }) => Promise.resolve(aChange(userId)),
    act: publish,
    repeated: 'the same',
    faults: async (world, { event_id }) => {
      // This runs after the recovery. By then, the positions that the killed process left empty are closed, so readers
      // get past them to this later change.
      const later = aChange(world.userId, { entity_id: 2 });
      await publish(world, later);
      const logged = await until(async () => {
        const { items } = await success(world.api.get('/v2/events'));
        const ids = (items as { id: string }[]).map(({ id }) => id);
        return ids.includes(later.event_id) ? ids : undefined;
      });
      return logged.join() === [event_id, later.event_id].join() ? [] : [`the log has ${logged.join(', ')}`];
    },
  },
  {
    name: 'delivering a change to two endpoints',
    given: async (world) => {
      const change = await aChangeToPublish('well')(world);
      await aSubscription(world, 'at-second');
      audience.expect(world, 'at-second', change);
      return change;
    },
    act: publish,
    repeated: 'the same',
  },
  {
    name: 'delivering a change to an endpoint that accepts the second attempt',
    given: aChangeToPublish('at-second'),
    act: publish,
    repeated: 'the same',
  },
  {
    name: 'delivering a change to an endpoint that answers 410',
    given: aChangeToPublish('gone', 'dead'),
    act: publish,
    repeated: 'the same',
  },
  {
    name: 'replaying a delivery',
    given: aSubscriber,
    act: ({ api }, { id, delivery }) => api.post(`${PATH}/${id}/deliveries/${delivery}/replay`),
    repeated: 'another',
  },
  {
    name: 'replaying all deliveries since an instant',
    given: aSubscriber,
    act: ({ api }, { id }) => api.post(`${PATH}/${id}/replay`, { since_utc, deliveries: 'all' }),
    repeated: 'another',
  },
  {
    name: 'replaying dead deliveries since an instant',
    given: aRevivedSubscription,
    act: ({ api }, id) => api.post(`${PATH}/${id}/replay`, { since_utc }),
    repeated: 'another',
  },
  {
    name: 'sending a test',
    given: (world) => aSubscription(world, 'well'),
    act: async (world, id) => {
      const answer = await world.api.post(`${PATH}/${id}/test`, undefined, withKey);
      if (answer.status === 200) audience.expect(world, 'well', answer.body.event_id);
      return answer;
    },
    repeated: 'the same',
  },
];
