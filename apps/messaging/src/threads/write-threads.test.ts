import { type MessagingUnderTest, startMessagingUnderTest } from '../testing/messaging-under-test';

let messaging: MessagingUnderTest;
beforeAll(async () => {
  messaging = await startMessagingUnderTest();
});
afterAll(() => messaging.stop());

describe('a thread', () => {
  it('is refused if its booking or guest does not exist in the account', async () => {
    const [mine, theirs] = [messaging.anAccount(), messaging.anAccount()];
    const [booking_id, guest_id] = [theirs.userId, theirs.userId + 1];
    messaging.records.add(theirs.userId, 'booking', booking_id);
    messaging.records.add(theirs.userId, 'guest', guest_id);
    const { id } = await mine.operate('/threads', {});
    for (const answer of [
      await mine.operator('/threads', { booking_id, guest_id }),
      await mine.operator(`/threads/${id}`, { booking_id, guest_id }, 'patch'),
    ]) {
      expect([answer.status, answer.body.messages]).toEqual([
        400,
        [
          `booking_id: the booking id ${booking_id} was not found or is not available`,
          `guest_id: the guest id ${guest_id} was not found or is not available`,
        ],
      ]);
    }
    expect(await theirs.operate('/threads', { booking_id, guest_id })).toMatchObject({ booking_id, guest_id });
  });

  it('is published when the operator links it to a booking', async () => {
    const { userId, operate } = messaging.anAccount();
    const { id } = await operate('/threads', { channel: 'Vrbo' });
    messaging.records.add(userId, 'booking', 77);
    await operate(`/threads/${id}`, { booking_id: '77' }, 'patch');
    const events = await messaging.eventsOf(userId, 'thread', 2);
    expect(events.map(({ entity }) => entity.booking_id)).toEqual([null, 77]);
  });
});
