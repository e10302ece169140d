import { services } from '@keyhaven/contracts/platform/services';
import { publishedEvent } from '@keyhaven/testing/published-event';
import { until } from '@keyhaven/testing/until';
import { type MessagingUnderTest, startMessagingUnderTest } from '../testing/messaging-under-test';

let messaging: MessagingUnderTest;
beforeAll(async () => void (messaging = await startMessagingUnderTest()));
afterAll(() => messaging.stop());

describe('the guest in a list of messages', () => {
  it('disappears when the guest is deleted, and reappears when the guest is restored', async () => {
    const { userId, api, operate } = messaging.anAccount();
    const guestId = userId + 2;
    const publish = (version: number, action: 'entity_create' | 'entity_delete') =>
      messaging.bus.publish(services.booking.topic, [
        {
          ...publishedEvent(userId, {
            entity_type: 'guest',
            entity_id: guestId,
            entity: { first_name: 'Ada', last_name: 'Byron' },
          }),
          version,
          action,
        },
      ]);
    await publish(1, 'entity_create');
    const thread = await operate('/threads', { guest_id: guestId });
    const shown = async () => (await api.get(`/v2/messages?thread_id=${thread.id}`)).body.guest as unknown;
    const ada = { id: guestId, first_name: 'Ada', last_name: 'Byron' };
    await until(async () => (await shown()) !== null);
    expect(await shown()).toEqual(ada);
    await publish(2, 'entity_delete');
    await until(async () => (await shown()) === null);
    await publish(3, 'entity_create');
    await until(async () => (await shown()) !== null);
    expect(await shown()).toEqual(ada);
  });
});
