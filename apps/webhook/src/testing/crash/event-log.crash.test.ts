import { services } from '@keyhaven/contracts/platform/services';
import type { ChangeEvent } from '@keyhaven/events/change-event';
import { killAtRandom } from '@keyhaven/testing/crash/kill-at-random';
import { type Replicas, startReplicas } from '@keyhaven/testing/crash/replicas';
import { success } from '@keyhaven/testing/crash/requests';
import { seededRandom } from '@keyhaven/testing/crash/seeded-random';
import { prepareUnderFire, type ServiceUnderFire } from '@keyhaven/testing/crash/service-under-fire';
import { suiteSize } from '@keyhaven/testing/crash/suite-size';
import { anAccountId } from '@keyhaven/testing/service-under-test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@keyhaven/testing/until';
import { aChange } from '../change';
import { startReceiver } from '../receiver';
import { webhookTarget } from './webhook-target';

const { isWhole, seed } = suiteSize();
/** VERSIONS is the number of changes of each record, WRITERS the number of concurrent writers. */
const RECORDS = isWhole ? 200 : 20;
const VERSIONS = 20;
const WRITERS = 20;
const KILLS = isWhole ? 25 : 4;
/** The fraction of changes that are delivered to two processes at the same time, as during a rebalance. */
const AT_BOTH = 0.1;
/** How long it may take until readers get the last change, in milliseconds. */
const SETTLING_MS = 60_000;

let service: ServiceUnderFire;
let replicas: Replicas;
beforeAll(async () => {
  service = await prepareUnderFire(webhookTarget);
  replicas = await startReplicas(service, 2);
}, 60_000);
afterAll(() => service.stop());

type Item = { id: string; entity_id: number; version: number };

/**
 * Reads the log of an account by cursors until hasAll returns true. The requests are sent to the two processes in turn.
 */
async function follow(userId: number, query: string, hasAll: (seen: readonly Item[]) => boolean): Promise<Item[]> {
  const seen: Item[] = [];
  let after = '';
  for (let turn = 0; !hasAll(seen); turn++) {
    const { api } = replicas.world(turn % 2, userId);
    const answer = await api.get(`/v2/events?${query}${after}`).catch(() => undefined);
    if (answer?.status !== 200) {
      await sleep(20);
      continue;
    }
    seen.push(...(answer.body.items as Item[]));
    after = `&after=${answer.body.next_cursor}`;
  }
  return seen;
}

/**
 * Writes all changes while processes are killed. The changes of each record are written one after another.
 * @param changes the list to which the published changes are added.
 */
async function writeUnderFire(userId: number, changes: ChangeEvent[]): Promise<void> {
  const random = seededRandom(seed);
  const writeRecord = async (entity_id: number) => {
    for (let version = 1; version <= VERSIONS; version++) {
      const change = aChange(userId, { entity_id, version });
      changes.push(change);
      const deliveries = random() < AT_BOTH ? 2 : 1;
      await Promise.all(Array.from({ length: deliveries }, () => replicas.deliver(services.booking.topic, change)));
    }
  };
  let next = 1;
  const writers = Array.from({ length: WRITERS }, async () => {
    while (next <= RECORDS) await writeRecord(next++);
  });
  await Promise.all([killAtRandom(replicas.killables, KILLS, random), ...writers]);
}

const closedPositions = async (userId: number) => {
  const bodies = service.connection.collection('event_bodies');
  const closed = await bodies.find({ user_id: userId, body: { $exists: false } }).toArray();
  return closed.map(({ position }) => position as number);
};

describe('two webhook processes that are killed at random', () => {
  it('return every change to readers of the event log once, and the changes of each record in order', async () => {
    const userId = anAccountId();
    const changes: ChangeEvent[] = [];
    let end = Infinity;
    const readers = ['limit=7', 'limit=1000', 'limit=50&wait=1', 'types=booking&wait=1'].map((query) =>
      follow(userId, query, (seen) => seen.length >= RECORDS * VERSIONS || Date.now() > end),
    );
    await writeUnderFire(userId, changes);
    end = Date.now() + SETTLING_MS;

    const published = changes.map(({ event_id }) => event_id).sort();
    for (const seen of await Promise.all(readers)) {
      expect(seen.map(({ id }) => id).sort()).toEqual(published);
      const latest = new Map<number, number>();
      for (const { entity_id, version } of seen) {
        expect(version).toBe((latest.get(entity_id) ?? 0) + 1);
        latest.set(entity_id, version);
      }
    }
    const { length } = await closedPositions(userId);
    process.stdout.write(`${changes.length} changes over ${KILLS} kills, ${length} positions closed\n`);
  }, 600_000);

  it('deliver every change after the start_after cursor of a subscription, in order for each record', async () => {
    const userId = anAccountId();
    const receiver = await startReceiver();
    const { next_cursor } = await success(replicas.world(0, userId).api.get('/v2/events'));
    const changes: ChangeEvent[] = [];
    const written = writeUnderFire(userId, changes);
    await until(() => changes.length > (RECORDS * VERSIONS) / 4, SETTLING_MS);
    const subscription = { type: 'booking', webhook_url: receiver.url, start_after: next_cursor as string };
    await until(async () => {
      const answer = await replicas
        .world(1, userId)
        .api.post('/v2/webhooksubscriptions', subscription)
        .catch(() => undefined);
      return answer?.status === 200;
    }, SETTLING_MS);
    await written;
    const seen = new Set<string>();
    const hasAll = () => {
      for (const { payload } of receiver.received) seen.add(payload.id);
      return changes.every(({ event_id }) => seen.has(event_id));
    };
    await until(hasAll, 120_000);
    await receiver.close();
    const known = new Set<string>();
    const latest = new Map<number, number>();
    for (const { payload } of receiver.received) {
      if (known.has(payload.id)) continue;
      known.add(payload.id);
      expect(payload.version).toBe((latest.get(payload.entity_id) ?? 0) + 1);
      latest.set(payload.entity_id, payload.version);
    }
    expect(known.size).toBe(changes.length);
  }, 600_000);
});

it('the log closes an empty position and loses no change if a process dies before it stores an event', async () => {
  const userId = anAccountId();
  const { topic } = services.booking;
  const [first, killed, later] = [1, 2, 3].map((entity_id) => aChange(userId, { entity_id }));
  await replicas.deliver(topic, first!);
  const doomed = await service.start();
  const delivered = doomed.world(userId, { point: { side: 'after', call: 1 } }).deliver(topic, killed!);
  await expect(delivered).rejects.toThrow();
  const logs = service.connection.collection<{ _id: number; last: number }>('event_logs');
  expect(await logs.findOne({ _id: userId })).toMatchObject({ last: 2 });
  expect(await service.connection.collection('event_bodies').countDocuments({ user_id: userId })).toBe(1);
  await replicas.deliver(topic, later!);
  await replicas.deliver(topic, killed!);
  const seen = await follow(userId, 'limit=100', ({ length }) => length >= 3);
  expect(seen.map(({ id }) => id)).toEqual([first, later, killed].map((change) => change!.event_id));
  expect(await closedPositions(userId)).toEqual([2]);
}, 60_000);
