import { services } from '@keyhaven/contracts/platform/services';
import type { ChangeEvent } from '@keyhaven/events/change-event';
import { killAtRandom } from '@keyhaven/testing/crash/kill-at-random';
import { type Replicas, startReplicas } from '@keyhaven/testing/crash/replicas';
import { success } from '@keyhaven/testing/crash/requests';
import { seededRandom } from '@keyhaven/testing/crash/seeded-random';
import { prepareUnderFire, type ServiceUnderFire } from '@keyhaven/testing/crash/service-under-fire';
import { suiteSize } from '@keyhaven/testing/crash/suite-size';
import { violationsAtRest } from '@keyhaven/testing/crash/violations-at-rest';
import { anAccountId } from '@keyhaven/testing/service-under-test';
import { until } from '@keyhaven/testing/until';
import { aChange } from '../change';
import { answerWith, type Behaviour, type Receiver, startReceiver } from '../receiver';
import { webhookTarget } from './webhook-target';

const { isWhole, seed } = suiteSize();
/** VERSIONS is the number of changes of each record, WRITERS the number of concurrent writers. */
const RECORDS = isWhole ? 250 : 60;
const VERSIONS = 20;
const WRITERS = 25;
const KILLS = isWhole ? 25 : 4;

let service: ServiceUnderFire;
let replicas: Replicas;
const receivers: Receiver[] = [];
beforeAll(async () => {
  service = await prepareUnderFire(webhookTarget);
  replicas = await startReplicas(service, 2);
}, 60_000);
afterAll(async () => {
  await service.stop();
  await Promise.all(receivers.map((receiver) => receiver.close()));
});

const twentyMegabytes = Buffer.alloc(20 * 2 ** 20, 'x');

/** Accepts most requests, and makes the others fail in various ways. */
const unreliable: Behaviour = (response, received) => {
  const chance = Math.random();
  if (chance < 0.04) answerWith(500)(response, received);
  else if (chance < 0.05) answerWith(429, { 'retry-after': '2' })(response, received);
  else if (chance < 0.06) answerWith(301, { location: 'http://127.0.0.1:1/' })(response, received);
  else if (chance < 0.062) response.writeHead(200).end(twentyMegabytes);
  else if (chance < 0.066) response.destroy();
  else if (chance < 0.07) return;
  else answerWith(200)(response, received);
};

/** An endpoint, and a function that says which changes the endpoint should receive. */
interface Expectation {
  receiver: Receiver;
  wants: (change: ChangeEvent) => boolean;
}

async function subscribe(
  userId: number,
  behaviour: Behaviour,
  fields: Record<string, unknown>,
  wants: Expectation['wants'],
): Promise<Expectation> {
  const receiver = await startReceiver();
  receivers.push(receiver);
  receiver.behaviour = behaviour;
  const body = { type: 'booking', webhook_url: `${receiver.url}/hook`, ...fields };
  await success(replicas.world(0, userId).api.post('/v2/webhooksubscriptions', body));
  return { receiver, wants };
}

function missing({ receiver, wants }: Expectation, changes: readonly ChangeEvent[]): number {
  const published = new Set(receiver.received.map(({ payload }) => payload.id));
  return changes.filter((change) => wants(change) && !published.has(change.event_id)).length;
}

describe('two webhook processes that are killed at random', () => {
  it('deliver every change to exactly the matching subscriptions, in order for each record', async () => {
    const userId = anAccountId();
    const expectations = [
      await subscribe(userId, answerWith(200), {}, () => true),
      await subscribe(userId, unreliable, { category: 'dates' }, ({ categories }) => categories.includes('dates')),
      await subscribe(userId, unreliable, { action: 'entity_create' }, ({ action }) => action === 'entity_create'),
      await subscribe(userId, answerWith(200), { type: 'property' }, () => false),
      await subscribe(anAccountId(), answerWith(200), {}, () => false),
    ];
    const changes: ChangeEvent[] = [];
    const writeRecord = async (entity_id: number) => {
      for (let version = 1; version <= VERSIONS; version++) {
        const categories = version % 2 === 0 ? ['dates'] : ['other'];
        const action = version === 1 ? 'entity_create' : 'entity_update';
        const change = aChange(userId, { entity_id, version, action, categories });
        changes.push(change);
        await replicas.deliver(services.booking.topic, change);
      }
    };
    let next = 1;
    const writers = Array.from({ length: WRITERS }, async () => {
      while (next <= RECORDS) await writeRecord(next++);
    });
    await Promise.all([killAtRandom(replicas.killables, KILLS, seededRandom(seed)), ...writers]);
    expect(changes).toHaveLength(RECORDS * VERSIONS);
    await until(() => expectations.every((expectation) => missing(expectation, changes) === 0), 120_000);

    const byId = new Map(changes.map((change) => [change.event_id, change]));
    let duplicates = 0;
    for (const { receiver, wants } of expectations) {
      const bytes = new Map<string, string>();
      const latest = new Map<number, number>();
      for (const { payload, raw } of receiver.received) {
        expect(wants(byId.get(payload.id)!)).toBe(true);
        const known = bytes.get(payload.id);
        if (known !== undefined) {
          duplicates++;
          expect(raw).toBe(known);
          continue;
        }
        bytes.set(payload.id, raw);
        // The first delivery of each version of a record comes after the first deliveries of its earlier versions.
        expect(payload.version).toBeGreaterThan(latest.get(payload.entity_id) ?? 0);
        latest.set(payload.entity_id, payload.version);
      }
    }
    expect(await violationsAtRest(service, [])).toEqual([]);
    process.stdout.write(`${changes.length} changes over ${KILLS} kills, ${duplicates} delivered more than once\n`);
  }, 600_000);
});
