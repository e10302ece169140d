import { randomUUID } from 'node:crypto';
import { isLasting } from '@keyhaven/events/kafka/failure';
import { type BusForTests, busForTests } from '@keyhaven/events/kafka/testing/bus-for-tests';
import { anEvent } from '@keyhaven/events/testing/event-bus-contract';
import { describeWithKafka } from '@keyhaven/testing/kafka/describe-with-kafka';
import { type SecuredBroker, startSecuredBroker } from '@keyhaven/testing/kafka/kafka-for-tests';
import { until } from '@keyhaven/testing/until';
import { readConfiguration } from './configuration';
import { kafkaConnection, kafkaSettings } from './kafka-settings';

describeWithKafka('a Kafka broker that requires TLS and a password', 'own', () => {
  let broker: SecuredBroker;
  const buses: BusForTests[] = [];
  beforeAll(async () => void (broker = await startSecuredBroker()), 180_000);
  afterEach(() => Promise.all(buses.splice(0).map(({ bus }) => bus.close())));
  afterAll(() => broker.remove());

  /** Creates a bus with the settings of a service. */
  function busWith(changes: Record<string, string | undefined>): BusForTests {
    const environment = {
      KAFKA_BROKERS: broker.address,
      KAFKA_TLS: 'on',
      KAFKA_CA_FILE: broker.caFile,
      KAFKA_SASL_MECHANISM: 'scram-sha-512',
      KAFKA_SASL_USERNAME: broker.username,
      KAFKA_SASL_PASSWORD: broker.password,
      ...changes,
    };
    const { brokers, ...options } = kafkaConnection(readConfiguration(kafkaSettings, environment));
    const made = busForTests(brokers, options);
    buses.push(made);
    return made;
  }

  it.each(['plain', 'scram-sha-256', 'scram-sha-512'])(
    'accepts the right password with the mechanism %s, and delivers events',
    async (mechanism) => {
      const { bus } = busWith({ KAFKA_SASL_MECHANISM: mechanism });
      const [topic, event] = [`topic-${randomUUID()}`, anEvent()];
      const consumed: string[] = [];
      await bus.start([topic]);
      await bus.consume({
        topic,
        group: `group-${randomUUID()}`,
        handle: ({ event_id }) => Promise.resolve(void consumed.push(event_id)),
      });
      await bus.publish(topic, [event]);
      await until(() => consumed.includes(event.event_id), 30_000);
      await bus.broker.ping();
    },
    60_000,
  );

  it.each(['plain', 'scram-sha-512'])(
    'refuses a wrong password with the mechanism %s, and the error is not temporary',
    async (mechanism) => {
      const { bus } = busWith({ KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_PASSWORD: 'wrong' });
      const refusal: unknown = await bus.start([`topic-${randomUUID()}`]).catch((error: unknown) => error);
      expect(isLasting(refusal)).toBe(true);
      expect(String(refusal)).toMatch(/authentication failed/i);
    },
    60_000,
  );

  it('is not trusted if the authority of its certificate is not configured', async () => {
    const { bus, reportsOf } = busWith({ KAFKA_CA_FILE: undefined });
    await bus.start([`topic-${randomUUID()}`]);
    const [unchecked] = reportsOf('topic_unchecked');
    expect(unchecked?.reason).toMatch(/self[- ]signed certificate/);
  }, 60_000);
});
