import { catchUpModel } from '../store/catch-up.model';
import { eventLogModel } from '../store/event-log.model';
import { subscriptionModel } from '../store/subscription.model';
import { startWebhookUnderTest, type WebhookUnderTest } from '../testing/webhook-under-test';
import { CREATED_WITHIN_MS, unmarkAbandoned } from './catching-up';

let service: WebhookUnderTest;
let queue: Parameters<typeof unmarkAbandoned>[0]['queue'];
beforeAll(async () => {
  service = await startWebhookUnderTest();
  const { connection } = service;
  queue = {
    logs: eventLogModel(connection),
    catchUps: catchUpModel(connection),
    subscriptions: subscriptionModel(connection),
  };
});
afterAll(() => service.stop());

it('the mark for a subscription that is catching up is removed after ten minutes if the subscription does not exist', async () => {
  const { userId, subscribe } = service.anAccount();
  const created = await subscribe('http://127.0.0.1:9/');
  const [catchingUp, neverCreated] = [created + 1_000_000, created + 2_000_000];
  await queue.catchUps.create({
    _id: catchingUp,
    user_id: userId,
    position: 0,
    leased_until_utc: new Date(Date.now() + 3600_000),
  });
  await queue.logs.create({ _id: userId, last: 0, catching_up: [created, catchingUp, neverCreated] });
  const marked = async () => (await queue.logs.findById(userId).lean())?.catching_up;
  const seen = new Map<number, number>();
  const begin = Date.now();
  await unmarkAbandoned({ queue }, seen, new Date(begin));
  await unmarkAbandoned({ queue }, seen, new Date(begin + CREATED_WITHIN_MS - 1));
  expect(await marked()).toEqual([created, catchingUp, neverCreated]);
  await unmarkAbandoned({ queue }, seen, new Date(begin + CREATED_WITHIN_MS));
  expect(await marked()).toEqual([created, catchingUp]);
});
