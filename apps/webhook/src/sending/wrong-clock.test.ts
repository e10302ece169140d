import { withClockWrongBy } from '@keyhaven/testing/wrong-clock';
import { answerWith, type Receiver, startReceiver } from '../testing/receiver';
import { startWebhookUnderTest, type WebhookUnderTest } from '../testing/webhook-under-test';

const HOUR_MS = 3600_000;

let service: WebhookUnderTest;
let receiver: Receiver;
beforeAll(async () => {
  // If the test sets no clock, the service uses the database's clock.
  service = await startWebhookUnderTest({ now: undefined });
  receiver = await startReceiver();
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});

describe('the webhook service with a wrong clock', () => {
  it('sends a delivery that is due by the clock of the database, although the clock of the service is an hour slow', async () => {
    const account = service.anAccount();
    await account.subscribe(receiver.url);
    receiver.behaviour = answerWith(500);
    await service.publish(account.userId);
    await receiver.have(1);
    receiver.behaviour = answerWith(204);
    // The first retry is due after five seconds.
    await withClockWrongBy(-HOUR_MS, () => receiver.have(2));
  }, 60_000);

  it('stores due times by the clock of the database, although the clock of the service is an hour fast', async () => {
    const account = service.anAccount();
    await account.subscribe(receiver.url);
    receiver.behaviour = answerWith(500);
    const [before, deliveries] = [receiver.received.length, service.connection.collection('deliveries')];
    await withClockWrongBy(HOUR_MS, async () => {
      await service.publish(account.userId);
      await receiver.have(before + 1);
    });
    const delivery = await deliveries.findOne({ user_id: account.userId });
    expect((delivery!.next_utc as Date).getTime()).toBeLessThan(Date.now() + HOUR_MS / 2);
  });

  it('delivers a change to a new subscription although the change is dated an hour before the subscription', async () => {
    receiver.behaviour = answerWith(204);
    const account = service.anAccount();
    await account.subscribe(receiver.url);
    const before = receiver.received.length;
    const occurred_utc = new Date(Date.now() - HOUR_MS).toISOString();
    const later = await service.publish(account.userId, { occurred_utc });
    await receiver.have(before + 1);
    expect(receiver.received.slice(before).map(({ payload }) => payload.id)).toEqual([later.event_id]);
  });
});
