import { until } from '@keyhaven/testing/until';
import { services } from '@keyhaven/contracts/platform/services';
import { VERSION } from '@keyhaven/contracts/platform/version';
import { webhookPayload } from '@keyhaven/contracts/webhook/delivery';
import { aChange } from '../testing/change';
import { answerWith, type Receiver } from '../testing/receiver';
import { receiversOfEachTest } from '../testing/receivers';
import { startWebhookUnderTest, type WebhookUnderTest } from '../testing/webhook-under-test';

const PATH = '/v2/webhooksubscriptions';
let service: WebhookUnderTest;

const receivers = receiversOfEachTest();
let receiver: Receiver;
beforeEach(() => {
  receiver = receivers.first;
});
beforeAll(async () => {
  service = await startWebhookUnderTest();
});
afterAll(() => service.stop());

describe('a change of a record', () => {
  it('is posted as JSON with the full record, the time of the change and the version of the record', async () => {
    const { userId, subscribe } = service.anAccount();
    await subscribe(`${receiver.url}/hook?secret=a%2Fb&x=1`);
    const change = await service.publish(userId, { categories: ['dates', 'availability'], version: 7 });
    const [{ path, headers, payload }] = (await receiver.have(1)) as [any];
    expect(path).toBe('/hook?secret=a%2Fb&x=1');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['user-agent']).toBe(`Keyhaven-Webhooks/${VERSION}`);
    expect(payload).toEqual({
      id: change.event_id,
      user_id: userId,
      action: 'entity_update',
      entity_type: 'booking',
      entity_id: change.entity_id,
      categories: ['dates', 'availability'],
      entity: change.entity,
      occurred_utc: change.occurred_utc,
      version: 7,
    });
    expect(webhookPayload.strict().safeParse(payload).success).toBe(true);
  });

  it('is sent without the private part of the record', async () => {
    const { userId, subscribe } = service.anAccount();
    await subscribe(receiver.url);
    await service.publish(userId);
    const [{ raw }] = (await receiver.have(1)) as [any];
    expect(raw).not.toContain('private');
    expect(raw).not.toContain('secret-4711');
  });

  it('is also sent if the record is a surcharge, a discount or a message', async () => {
    const { userId, subscribe } = service.anAccount();
    for (const [type, entity_type, topic] of [
      ['surcharge', 'surcharge', services.fees.topic],
      ['discount', 'discount', services.fees.topic],
      ['message', 'thread_message', services.messaging.topic],
    ] as const) {
      await subscribe(`${receiver.url}/${type}`, { type });
      await service.publish(userId, { entity_type }, topic);
    }
    const published = (await receiver.have(3)).map(({ path, payload }) => [path, payload.entity_type]);
    expect(published.sort()).toEqual([
      ['/discount', 'discount'],
      ['/message', 'thread_message'],
      ['/surcharge', 'surcharge'],
    ]);
  });

  it('is sent only once to a subscription, even if the bus delivers the event twice', async () => {
    const account = service.anAccount();
    const { userId, subscribe } = account;
    await subscribe(receiver.url);
    const change = aChange(userId);
    await service.bus.publish(services.booking.topic, [change]);
    await service.bus.publish(services.booking.topic, [change]);
    expect(await receivers.receivedByNow(service, account)).toContain(change.event_id);
    expect(receiver.received.filter(({ payload }) => payload.id === change.event_id)).toHaveLength(1);
  });

  it('is not sent if it occurred before the subscription was created, is older than 30 days, or comes from a resync', async () => {
    const { userId, subscribe } = service.anAccount();
    const earlier = await service.publish(userId);
    const events = service.connection.collection<{ _id: string }>('event_bodies');
    await until(async () => (await events.findOne({ _id: earlier.event_id })) !== null);
    await subscribe(receiver.url);
    await service.bus.publish(services.booking.topic, [earlier]);
    await service.publish(userId, { occurred_utc: new Date(Date.now() - 31 * 24 * 3600_000).toISOString() });
    await service.publish(userId, { is_resync: true });
    const last = await service.publish(userId);
    await receiver.have(1);
    expect(receiver.received.map(({ payload }) => payload.id)).toEqual([last.event_id]);
  });

  it('is not sent to subscriptions of another account', async () => {
    const account = service.anAccount();
    await account.subscribe(receiver.url);
    await service.publish(service.anAccount().userId);
    expect(await receivers.receivedByNow(service, account)).toHaveLength(1);
  });
});

describe('a delivery in progress when a 410 to another delivery disables the subscription', () => {
  it('gets the status delivered if the endpoint then accepts the delivery', async () => {
    const account = service.anAccount();
    const subscription = await account.subscribe(receiver.url);
    let accept = () => {};
    receiver.behaviour = (response, received) => {
      if (received.payload.entity_id === 1) accept = () => answerWith(200)(response, received);
      else answerWith(410)(response, received);
    };
    await service.publish(account.userId, { entity_id: 1 });
    await receiver.have(1);
    await service.publish(account.userId, { entity_id: 2 });
    const ofFirst = async (status: string) => {
      const { body } = await account.api.get(`${PATH}/${subscription}/deliveries?status=${status}`);
      return (body.items as { entity_id: number }[]).find(({ entity_id }) => entity_id === 1);
    };
    await until(() => ofFirst('dead'));
    accept();
    expect(await until(() => ofFirst('delivered'))).toMatchObject({ attempt_count: 1 });
  });
});
