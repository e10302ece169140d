import { until } from '@keyhaven/testing/until';
import type * as dueDeliveries from '../queue/due-deliveries';
import { answerWith, type Receiver, startReceiver } from '../testing/receiver';
import { startWebhookUnderTest, type WebhookUnderTest } from '../testing/webhook-under-test';

const PATH = '/v2/webhooksubscriptions';
const HOUR = 3600_000;

/** While this is set, the query for an endpoint's next due delivery returns only after this promise has resolved. */
let mockHold: Promise<void> | undefined;
let mockAsked = 0;
jest.mock('../queue/due-deliveries', () => {
  const real = jest.requireActual<typeof dueDeliveries>('../queue/due-deliveries');
  const readNextDue: typeof real.readNextDue = async (...question) => {
    const answer = await real.readNextDue(...question);
    mockAsked++;
    await mockHold;
    return answer;
  };
  return { ...real, readNextDue };
});

let service: WebhookUnderTest;
let receiver: Receiver;
beforeAll(async () => {
  [service, receiver] = [await startWebhookUnderTest({ timeoutMs: 60_000 }), await startReceiver()];
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});

it('a change that is stored while a pause of the endpoint begins is delivered after the pause', async () => {
  const account = service.anAccount();
  const ended = await account.subscribe(receiver.url);
  await account.subscribe(receiver.url, { type: 'property' });
  let answer = () => {};
  receiver.behaviour = (...request) => (answer = () => answerWith(429, { 'retry-after': '3600' })(...request));
  await service.publish(account.userId);
  await receiver.have(1);
  // Delete the subscription whose delivery is in progress, so that no delivery to the endpoint is
  // pending when the endpoint responds with 429.
  await account.api.delete(`${PATH}/${ended}`);
  let release = () => {};
  mockHold = new Promise((resolve) => (release = resolve));
  const asked = mockAsked;
  answer();
  await until(() => mockAsked > asked);
  receiver.behaviour = answerWith(200);
  const stored = await service.publish(account.userId, { entity_type: 'property' });
  const deliveries = service.connection.collection('deliveries');
  await until(() => deliveries.findOne({ user_id: account.userId, event_id: stored.event_id }));
  mockHold = undefined;
  release();
  const endpoints = service.connection.collection('endpoints');
  await until(() => endpoints.findOne({ user_id: account.userId, owner: { $exists: false } }));
  service.clock.aheadMs += 25 * HOUR;
  const [, published] = await receiver.have(2);
  expect(published!.payload.id).toBe(stored.event_id);
});
