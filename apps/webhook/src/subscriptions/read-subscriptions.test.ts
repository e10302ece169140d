import { purgeDeleted } from '@keyhaven/persistence/purge-deleted';
import { until } from '@keyhaven/testing/until';
import { subscriptionEntity, subscriptionModel } from '../store/subscription.model';
import { startWebhookUnderTest, type WebhookUnderTest } from '../testing/webhook-under-test';

const PATH = '/v2/webhooksubscriptions';
const URL_WITH_SECRET = 'https://hooks.example/keyhaven?secret=a%2Fb&x=1';

let urls = 0;
/** Returns a URL that no other subscription of these tests has. */
const anUrl = () => `${URL_WITH_SECRET}&n=${urls++}`;

let service: WebhookUnderTest;
beforeAll(async () => {
  service = await startWebhookUnderTest();
});
afterAll(() => service.stop());

describe('webhook subscriptions', () => {
  it('are listed by id in pages', async () => {
    const { api, subscribe } = service.anAccount();
    const ids = [await subscribe(anUrl()), await subscribe(anUrl()), await subscribe(anUrl())];
    const first = await api.get(`${PATH}?limit=2`);
    expect(first.body).toMatchObject({ limit: 2, offset: 0, count: 2 });
    const second = await api.get(first.body.next_page_url);
    expect([...first.body.items, ...second.body.items].map(({ id }) => id)).toEqual(ids);
    expect(second.body.next_page_url).toBeNull();
  });

  it('are not found after their deletion', async () => {
    const { api, subscribe } = service.anAccount();
    const id = await subscribe(URL_WITH_SECRET);
    expect(await api.delete(`${PATH}/${id}`)).toMatchObject({ status: 204, body: undefined });
    expect((await api.get(`${PATH}/${id}`)).status).toBe(404);
    expect((await api.delete(`${PATH}/${id}`)).status).toBe(404);
    expect((await api.get(PATH)).body.items).toEqual([]);
  });

  it('can be seen only by the account and credential that created them', async () => {
    const { userId, subscribe } = service.anAccount();
    const id = await subscribe(URL_WITH_SECRET);
    const unknown = await service.anAccount().api.get(`${PATH}/999999999`);
    for (const stranger of [service.anAccount().api, service.asAccount(userId, { credentialId: 'another' })]) {
      expect((await stranger.get(PATH)).body.items).toEqual([]);
      for (const answer of [
        await stranger.get(`${PATH}/${id}`),
        await stranger.delete(`${PATH}/${id}`),
        await stranger.get(`${PATH}/${id}/deliveries`),
        await stranger.post(`${PATH}/${id}/test`),
        await stranger.post(`${PATH}/${id}/enable`),
        await stranger.post(`${PATH}/${id}/replay`, { since_utc: '2026-01-01' }),
        await stranger.get(`${PATH}/${id}/deliveries/1`),
        await stranger.post(`${PATH}/${id}/deliveries/1/replay`),
      ]) {
        expect(answer).toMatchObject({ status: 404, body: unknown.body });
      }
    }
  });

  it('are removed from the database 90 days after their deletion', async () => {
    const { api, subscribe } = service.anAccount();
    const [living, recent, long] = [await subscribe(anUrl()), await subscribe(anUrl()), await subscribe(anUrl())];
    const model = subscriptionModel(service.connection);
    for (const id of [recent, long]) {
      await api.delete(`${PATH}/${id}`);
      expect((await model.findById(id).lean())?.deleted_utc).toBeInstanceOf(Date);
      await until(async () => (await model.findById(id).lean())?.outbox_due_utc === undefined);
    }
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600_000);
    await model.updateOne({ _id: recent }, { $set: { deleted_utc: daysAgo(89) } });
    await model.updateOne({ _id: long }, { $set: { deleted_utc: daysAgo(91) } });
    await purgeDeleted(model, [subscriptionEntity]);
    const left = await model.find({ _id: { $in: [living, recent, long] } }).sort({ _id: 1 });
    expect(left.map(({ _id }) => _id)).toEqual([living, recent]);
  });
});
