import { countStoreCommands } from '@keyhaven/testing/count-store-commands';
import { openStream } from '../testing/event-stream';
import { startWebhookUnderTest, type WebhookUnderTest } from '../testing/webhook-under-test';

let service: WebhookUnderTest;
beforeAll(async () => {
  service = await startWebhookUnderTest();
});
afterAll(() => service.stop());

const MEGABYTE = 2 ** 20;

/**
 * Records how many bodies each query of the log requests. Records undefined for a query that is not limited to certain
 * ids.
 */
function watchBodies() {
  const asked: (number | undefined)[] = [];
  const counter = countStoreCommands(({ find, projection, filter }) => {
    const isOfBodies = find === 'event_bodies' && (projection as { body?: unknown } | undefined)?.body !== undefined;
    if (isOfBodies) asked.push((filter as { _id?: { $in: unknown[] } })._id?.$in.length);
    return isOfBodies;
  });
  return { asked, end: () => counter.end() };
}

async function anAccountWithLargeEvents(count: number) {
  const account = service.anAccount();
  for (let entity_id = 1; entity_id <= count; entity_id++) {
    await service.publish(account.userId, { entity_id, entity: { id: entity_id, note: 'é'.repeat(MEGABYTE / 2) } });
  }
  return account;
}

describe('large events in GET v2/events', () => {
  it.each(['limit=1000', 'limit=1000&types=booking'])(
    'are read only until the response reaches its maximum size, for the query %s',
    async (query) => {
      const account = await anAccountWithLargeEvents(8);
      const { asked, end } = watchBodies();
      const { body } = await account.api.get(`/v2/events?${query}`);
      end();
      expect(body).toMatchObject({ count: 4, has_more: true });
      expect(asked).toEqual([4]);
      const rest = await account.api.get(`/v2/events?${query}&after=${body.next_cursor}`);
      expect(rest.body.items.map(({ entity_id }: { entity_id: number }) => entity_id)).toEqual([5, 6, 7, 8]);
    },
    120_000,
  );

  it('are read only once by a stream', async () => {
    const account = await anAccountWithLargeEvents(2);
    const token = await service.keys.sign({ audience: 'webhook', scope: 'read', accountId: account.userId });
    const { asked, end } = watchBodies();
    const stream = await openStream(service.running.url, `Bearer ${token}`);
    await stream.have(2);
    end();
    stream.leave();
    expect(asked).toEqual([2]);
  });
});
