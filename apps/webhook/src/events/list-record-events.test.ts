import { startWebhookUnderTest, type WebhookUnderTest } from '../testing/webhook-under-test';

let service: WebhookUnderTest;
beforeAll(async () => {
  service = await startWebhookUnderTest();
});
afterAll(() => service.stop());

const read = (userId: number, body: object) =>
  service.asOperator().post(`/internal/accounts/${userId}/record_events/list`, body);
const booking = { entity_type: 'booking', entity_id: 7 };
const versionsOf = ({ body }: { body: { items: { version: number }[] } }) => body.items.map(({ version }) => version);

/** Publishes a change of the same booking for each of these versions. */
async function publishVersions(userId: number, versions: number[], entity_id = 7) {
  for (const version of versions) {
    await service.publish(userId, { entity_id, version, entity: { id: entity_id, title: `Version ${version}` } });
  }
}

describe("the list of a record's events", () => {
  it('contains the changes of the record as they were sent, newest first, and no changes of other records and accounts', async () => {
    const [{ userId }, other] = [service.anAccount(), service.anAccount()];
    await publishVersions(userId, [1, 2, 3]);
    await publishVersions(userId, [4], 8);
    await service.publish(userId, { entity_id: 7, entity_type: 'guest' });
    await publishVersions(other.userId, [5]);
    const answer = await read(userId, booking);
    expect(versionsOf(answer)).toEqual([3, 2, 1]);
    expect(answer.body).toMatchObject({ has_more: false, items: [{ entity: { title: 'Version 3' } }, {}, {}] });
    expect(answer.body.items[0].private).toBeUndefined();
    expect(versionsOf(await read(other.userId, booking))).toEqual([5]);
  });

  it('is empty for a record that does not exist', async () => {
    const { body } = await read(service.anAccount().userId, booking);
    expect(body).toEqual({ items: [], has_more: false });
  });

  it('ends at the limit, or earlier if the bodies are large', async () => {
    const { userId } = service.anAccount();
    await publishVersions(userId, [1, 2, 3]);
    const newest = await read(userId, { ...booking, limit: 2 });
    expect([versionsOf(newest), newest.body.has_more]).toEqual([[3, 2], true]);
    const title = 'x'.repeat(600_000);
    for (const version of [4, 5]) await service.publish(userId, { entity_id: 7, version, entity: { id: 7, title } });
    const large = await read(userId, booking);
    expect([versionsOf(large), large.body.has_more]).toEqual([[5], true]);
  });

  it('is refused if the type, the id or the limit is invalid', async () => {
    const { userId } = service.anAccount();
    for (const wrong of [{ entity_type: '' }, { entity_id: 0 }, { limit: 101 }]) {
      expect((await read(userId, { ...booking, ...wrong })).status).toBe(400);
    }
  });

  it('is read with an index, even if the account has many other events', async () => {
    const { userId } = service.anAccount();
    await publishVersions(userId, [1, 2]);
    for (let entity_id = 100; entity_id < 120; entity_id++) await publishVersions(userId, [1], entity_id);
    const found = service.connection.collection('event_bodies').find({ user_id: userId, ...booking });
    const plan = (await found.sort({ position: -1 }).limit(51).explain('executionStats')) as {
      executionStats: { totalDocsExamined: number };
    };
    expect(plan.executionStats.totalDocsExamined).toBe(2);
  });
});
