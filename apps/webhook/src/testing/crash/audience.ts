import type { ChangeEvent } from '@keyhaven/events/change-event';
import { disagreements } from '@keyhaven/testing/crash/violations';
import type { World } from '@keyhaven/testing/crash/write-path';
import type { Connection } from 'mongoose';
import { answerWith, type Behaviour, type Received, type Receiver, startReceiver } from '../receiver';

/** How the endpoints of an account respond, by the first segment of their paths. */
const behaviours = {
  well: answerWith(200),
  gone: answerWith(410),
  /** Accepts only the notice that an authorization was revoked. */
  'notices-only': (response, received) => {
    const isNotice = received.payload.action === 'application_authorization_revoked';
    answerWith(isNotice ? 200 : 500)(response, received);
  },
  /** Refuses the first attempt of each event. */
  'at-second': (response, received) => {
    const isFirst = received === arrivals(received.path, received.payload.id)[0];
    answerWith(isFirst ? 503 : 200)(response, received);
  },
  /** Responds with 410 to the first request, and with 200 to later requests. */
  'back-again': (response, received) => {
    const isFirst = received === arrivals(received.path)[0];
    answerWith(isFirst ? 410 : 200)(response, received);
  },
} satisfies Record<string, Behaviour>;
export type EndpointKind = keyof typeof behaviours;

let receiver: Receiver;

/** Returns the requests that arrived at a path, for one event or for all events. */
function arrivals(path: string, eventId?: string): Received[] {
  return receiver.received.filter((one) => one.path === path && (eventId === undefined || one.payload.id === eventId));
}

/** An event that an endpoint should receive, and the final status of its delivery. */
interface Expected {
  path: string;
  eventId: string;
  status: 'delivered' | 'dead' | 'canceled';
  /** Absent for an event that the webhook service itself creates, because only its id is known. */
  event?: ChangeEvent;
}
const expected = new Map<string, Expected>();
const keyOf = (path: string, eventId: string) => `${path} ${eventId}`;
const pathOf = ({ userId }: World, kind: EndpointKind) => `/${kind}/${userId}`;

/** The endpoints of all accounts. They run in the process of the test, which is not killed. */
export const audience = {
  start: async (): Promise<void> => {
    receiver = await startReceiver();
    receiver.behaviour = (response, received) =>
      behaviours[received.path.split('/')[1] as EndpointKind](response, received);
  },
  stop: () => receiver.close(),

  /** Returns the URL of an account's endpoint. */
  address: (world: World, kind: EndpointKind): string => receiver.url + pathOf(world, kind),

  /** Whether an account's endpoint has received any request. */
  wasNotified: (world: World, kind: EndpointKind): boolean => arrivals(pathOf(world, kind)).length > 0,

  /** Expects one delivery of an event to an endpoint. */
  expect: (world: World, kind: EndpointKind, event: ChangeEvent | string, status: Expected['status'] = 'delivered') => {
    const path = pathOf(world, kind);
    const known = typeof event === 'string' ? { eventId: event } : { eventId: event.event_id, event };
    expected.set(keyOf(path, known.eventId), { path, status, ...known });
  },

  /**
   * Compares the stored deliveries and the received requests with the expectations. Call it when no delivery is
   * pending.
   * @returns the differences.
   */
  violations: async (connection: Connection): Promise<string[]> => {
    const deliveries = connection.collection<{ event_id: string; endpoint_id: string; status: string }>('deliveries');
    const endpoints = await connection.collection<{ _id: string; webhook_url: string }>('endpoints').find().toArray();
    const paths = new Map(endpoints.map(({ _id, webhook_url }) => [_id, new URL(webhook_url).pathname]));
    const statuses = new Map<string, string[]>();
    for (const { event_id, endpoint_id, status } of await deliveries.find().toArray()) {
      const key = keyOf(paths.get(endpoint_id)!, event_id);
      statuses.set(key, [...(statuses.get(key) ?? []), status]);
    }
    const keysPublished = receiver.received.map(({ path, payload }) => keyOf(path, payload.id));
    const unexpected = [...statuses.keys(), ...keysPublished].filter((key) => !expected.has(key));
    return [
      ...(await activeSubscriptions(connection)).flatMap((path) =>
        path.startsWith('/gone/') && arrivals(path).length > 0 ? [`${path} answered 410 and is still subscribed`] : [],
      ),
      ...[...new Set(unexpected)].map((key) => `${key} was not expected`),
      ...[...expected.values()].flatMap((one) => faultsOf(one, statuses.get(keyOf(one.path, one.eventId)) ?? [])),
    ];
  },
};

async function activeSubscriptions(connection: Connection): Promise<string[]> {
  const active = connection.collection<{ webhook_url: string }>('subscriptions').find({ status: 'active' });
  return (await active.toArray()).map(({ webhook_url }) => new URL(webhook_url).pathname);
}

function faultsOf({ path, eventId, status, event }: Expected, statuses: string[]): string[] {
  const arrived = arrivals(path, eventId);
  const faults: string[] = [];
  if (statuses.join() !== status) faults.push(`has the deliveries ${statuses.join() || 'none'}, not ${status}`);
  if (status !== 'canceled' && arrived.length === 0) faults.push('did not arrive');
  if (new Set(arrived.map(({ raw }) => raw)).size > 1) faults.push('arrived with different bytes');
  if (arrived.some(({ headers }) => headers['webhook-id'] !== eventId)) faults.push('arrived under another id');
  const fields = arrived[0] && event ? disagreements(arrived[0].payload, { ...event, id: eventId }) : [];
  if (fields.length > 0) faults.push(`arrived with another ${fields.join(', ')}`);
  return faults.map((fault) => `${keyOf(path, eventId)} ${fault}`);
}
