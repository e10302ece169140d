import { countStoreCommands } from '@keyhaven/testing/count-store-commands';
import { until } from '@keyhaven/testing/until';
import { startWebhookUnderTest, type TestAccount, type WebhookUnderTest } from '../testing/webhook-under-test';

let service: WebhookUnderTest;
beforeAll(async () => {
  service = await startWebhookUnderTest();
});
afterEach(() => {
  service.clock.aheadMs = 0;
});
afterAll(() => service.stop());

type Item = { cursor: string; id: string };
const read = async ({ api }: TestAccount, query = '') => (await api.get(`/v2/events${query}`)).body;
const idsOf = (page: { items: Item[] }) => page.items.map(({ id }) => id);

/** Creates an account with changes of different records. */
async function anAccountWith(changes: number) {
  const account = service.anAccount();
  const published: string[] = [];
  for (let entity_id = 1; entity_id <= changes; entity_id++) {
    published.push((await service.publish(account.userId, { entity_id })).event_id);
  }
  return { account, published };
}

describe('a position in the event log at which no event is stored', () => {
  /** Assigns a position without storing an event, like a process that dies between these two steps. */
  const takePosition = async ({ userId }: TestAccount) => {
    const logs = service.connection.collection<{ _id: number; last: number }>('event_logs');
    const taken = await logs.findOneAndUpdate({ _id: userId }, { $inc: { last: 1 } }, { returnDocument: 'after' });
    return taken!.last;
  };
  const bodies = () =>
    service.connection.collection<{ _id: string; user_id: number; position: number; expires_utc: Date }>(
      'event_bodies',
    );

  it('ends a page, so that readers do not miss an event that is stored there later', async () => {
    const { account, published } = await anAccountWith(1);
    const position = await takePosition(account);
    const { event_id } = await service.publish(account.userId);
    const page = await read(account);
    expect(page).toMatchObject({ has_more: false });
    expect(idsOf(page)).toEqual(published);
    const stored = (await bodies().findOne({ _id: published[0] }))!;
    await bodies().insertOne({ ...stored, _id: 'late', position });
    expect((await read(account, `?after=${page.next_cursor}`)).count).toBe(2);
    expect((await read(account, `?after=${page.next_cursor}`)).items[1].id).toBe(event_id);
  });

  it('ends a page even at the beginning of the log', async () => {
    const { account } = await anAccountWith(1);
    const [first] = await bodies().find({ user_id: account.userId }).toArray();
    await bodies().updateOne({ _id: first!._id }, { $set: { position: 2 } });
    expect((await read(account)).items).toEqual([]);
  });

  it('is closed after ten seconds, so that no event can be stored there', async () => {
    const { account, published } = await anAccountWith(1);
    const position = await takePosition(account);
    const { event_id } = await service.publish(account.userId);
    service.clock.aheadMs = 11_000;
    expect(idsOf(await read(account))).toEqual([...published, event_id]);
    const late = { _id: 'too late', user_id: account.userId, position, expires_utc: new Date() };
    await expect(bodies().insertOne(late)).rejects.toMatchObject({ code: 11000 });
  });

  it('expires together with the next event', async () => {
    const { account } = await anAccountWith(1);
    const position = await takePosition(account);
    const { event_id } = await service.publish(account.userId);
    service.clock.aheadMs = 24 * 3600_000;
    await read(account);
    const expiryOf = async (filter: object) => (await bodies().findOne(filter))!.expires_utc;
    expect(await expiryOf({ user_id: account.userId, position })).toEqual(await expiryOf({ _id: event_id }));
  });

  it('is closed in one write together with 299 other positions', async () => {
    const { account, published } = await anAccountWith(1);
    const first = (await bodies().findOne({ _id: published[0]! }))!;
    const later = Array.from({ length: 300 }, (_, index) => ({
      ...first,
      _id: `${published[0]} ${index}`,
      position: 3 + 2 * index,
    }));
    await bodies().insertMany(later);
    service.clock.aheadMs = 11_000;
    const counter = countStoreCommands(({ insert }) => insert === 'event_bodies');
    const page = await read(account, '?limit=1000');
    expect(counter.end()).toBe(1);
    expect(page).toMatchObject({ count: 301, has_more: false });
  });

  it('is closed by the process that reserved it if the event is already stored at another position', async () => {
    const { account, published } = await anAccountWith(1);
    await service.publish(account.userId, { event_id: published[0] });
    const { event_id } = await service.publish(account.userId);
    expect(idsOf(await read(account))).toEqual([published[0], event_id]);
  });

  it('is not closed by readers if no event is stored after it', async () => {
    const { account, published } = await anAccountWith(1);
    await takePosition(account);
    service.clock.aheadMs = 60_000;
    expect(idsOf(await read(account))).toEqual(published);
    expect(await bodies().countDocuments({ user_id: account.userId })).toBe(1);
  });
});

it('an event gets a new position if its first position was closed before the event was stored', async () => {
  const account = service.anAccount();
  const { userId } = account;
  const bodies = service.connection.collection<{ _id: string; user_id: number; position: number }>('event_bodies');
  await bodies.insertOne({ _id: `closed ${userId} 1`, user_id: userId, position: 1 });
  const { event_id } = await service.publish(userId);
  const events = await until(async () => {
    const entries = await bodies.find({ user_id: userId }).sort({ position: 1 }).toArray();
    return entries.length > 1 ? entries : undefined;
  });
  expect(events.map(({ _id, position }) => [_id, position])).toEqual([
    [`closed ${userId} 1`, 1],
    [event_id, 2],
  ]);
});
