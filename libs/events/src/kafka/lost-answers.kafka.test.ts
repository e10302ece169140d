import { randomUUID } from 'node:crypto';
import { API, type CuttingProxy, startCuttingProxy } from '@keyhaven/testing/kafka/cutting-proxy';
import { describeWithKafka } from '@keyhaven/testing/kafka/describe-with-kafka';
import { makeOwnedBroker, type OwnedBroker } from '@keyhaven/testing/kafka/kafka-for-tests';
import { until } from '@keyhaven/testing/until';
import type { ChangeEvent } from '../change-event';
import { PublishError } from '../event-bus';
import { anEvent } from '../testing/event-bus-contract';
import { type BusForTests, busForTests } from './testing/bus-for-tests';
import { firstArrivals, RepeatingPublisher } from './testing/repeating-publisher';
import { TopicTap } from './testing/topic-tap';

const timing = {
  requestMs: 1000,
  publishMs: 3000,
  lastRestartMs: 500,
  closeMs: 3000,
  sessionMs: 6000,
  rebalanceMs: 6000,
};

describeWithKafka('the Kafka bus while responses of the broker are lost', 'own', () => {
  let broker: OwnedBroker;
  let proxy: CuttingProxy;
  let under: BusForTests;
  let topic: string;
  let got: ChangeEvent[];
  let publisher: RepeatingPublisher;
  const handle = async (event: ChangeEvent) => void got.push(event);
  beforeAll(async () => {
    const started = await startCuttingProxy();
    proxy = started;
    broker = await makeOwnedBroker(started.port);
    started.aimAt(broker.port);
    await broker.start();
  }, 180_000);
  afterAll(async () => {
    await proxy.close();
    await broker.remove();
  });
  beforeEach(() => {
    topic = `topic-${randomUUID()}`;
    got = [];
    under = busForTests([broker.address], { timing });
    publisher = new RepeatingPublisher(under.bus, topic, 5);
  });
  afterEach(async () => {
    proxy.decide = () => 'pass';
    publisher.abandon();
    await under.bus.close();
  });

  async function everythingArrives(): Promise<void> {
    await until(() => new Set(got.map(({ event_id }) => event_id)).size === publisher.published.length, 60_000);
    expect(firstArrivals(got)).toEqual(firstArrivals(publisher.published));
    expect(under.fatal).toEqual([]);
  }

  it('loses no event and keeps the order if connections are cut before the broker responds', async () => {
    await under.bus.consume({ topic, group: 'cut', handle });
    proxy.decide = ({ api, index }) => (api === API.produce && index % 3 !== 0 ? 'cut' : 'pass');
    const lostBefore = proxy.lost;
    publisher.start();
    await until(() => proxy.lost > lostBefore + 20, 60_000);
    await publisher.finish();
    await everythingArrives();
    // The broker stored events although its answers were lost, and the publisher sent these events
    // again. So the topic contains some events twice.
    expect((await new TopicTap([broker.address]).readAll(topic)).length).toBeGreaterThan(publisher.published.length);
  }, 120_000);

  it('loses no event and keeps the order if responses are dropped and the connection stays open', async () => {
    await under.bus.consume({ topic, group: 'swallowed', handle });
    proxy.decide = ({ api, index }) => (api === API.produce && index % 3 === 1 ? 'swallow' : 'pass');
    const lostBefore = proxy.lost;
    publisher.start();
    await until(() => proxy.lost > lostBefore + 5, 60_000);
    await publisher.finish();
    await everythingArrives();
    expect((await new TopicTap([broker.address]).readAll(topic)).length).toBeGreaterThan(publisher.published.length);
  }, 120_000);

  it('loses no event and keeps the order if responses of every kind are lost, including responses to consumers', async () => {
    await under.bus.consume({ topic, group: 'any', handle });
    let count = 0;
    proxy.decide = () => (++count % 17 === 0 ? 'cut' : count % 71 === 0 ? 'swallow' : 'pass');
    const lostBefore = proxy.lost;
    publisher.start();
    await until(() => proxy.lost > lostBefore + 40 && got.length > 100, 60_000);
    proxy.decide = () => 'pass';
    await publisher.finish();
    await everythingArrives();
  }, 120_000);

  it('rejects a publish call if no response arrives, with the list of acknowledged events in the error', async () => {
    const large = [1, 2, 3].map((entity_id) => anEvent({ entity_id, entity: { text: 'x'.repeat(900_000) } }));
    // This bus has a longer timeout: a slow broker may need longer than `timing.requestMs` for the
    // first event. The bus would then send the event again, and that request would get no answer.
    const patient = busForTests([broker.address], { timing: { ...timing, requestMs: 10_000, publishMs: 12_000 } });
    await patient.bus.publish(topic, [anEvent({ entity_id: 9 })]);
    // While a partition of the new topic has no leader, the broker answers with a refusal. So count
    // acknowledged events, not answers.
    const published = () => patient.reportsOf('published').length;
    proxy.decide = ({ api }) => (api === API.produce && published() > 1 ? 'swallow' : 'pass');
    const error: unknown = await patient.bus.publish(topic, large).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PublishError);
    expect((error as PublishError).acknowledged).toEqual(new Set([large[0]!.event_id]));
    proxy.decide = () => 'pass';
    await patient.bus.publish(topic, large.slice(1));
    await patient.bus.close();
  }, 120_000);

  it('replaces a consumer that gets no responses', async () => {
    await under.bus.consume({ topic, group: 'silent', handle });
    proxy.decide = () => 'swallow';
    await until(() => under.reportsOf('consumer_restarts').length >= 2, 60_000);
    proxy.decide = () => 'pass';
    await under.bus.publish(topic, [anEvent()]);
    await until(() => got.length > 0, 60_000);
  }, 120_000);

  it('can be closed while no responses arrive', async () => {
    await under.bus.consume({ topic, group: 'closing', handle });
    proxy.decide = () => 'swallow';
    await under.bus.close();
    await expect(under.bus.publish(topic, [anEvent()])).rejects.toThrow('the bus is closed');
  }, 60_000);
});
