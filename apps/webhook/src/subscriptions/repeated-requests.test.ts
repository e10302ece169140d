import { startWebhookUnderTest, type WebhookUnderTest } from '../testing/webhook-under-test';

const PATH = '/v2/webhooksubscriptions';
const URL_WITH_SECRET = 'https://hooks.example/keyhaven?secret=a%2Fb&x=1';

let service: WebhookUnderTest;
beforeAll(async () => {
  service = await startWebhookUnderTest();
});
afterAll(() => service.stop());

describe('requests about webhook subscriptions', () => {
  it('return the names of ignored request fields in the header X-Ignored', async () => {
    const { api } = service.anAccount();
    const { body } = await api.post(PATH, { type: 'booking', webhook_url: URL_WITH_SECRET });
    const enabled = await api.post(`${PATH}/${body.id}/enable`, { status: 'active', force: true });
    expect([enabled.status, enabled.headers.get('x-ignored')]).toEqual([200, 'status, force']);
    const without = await api.post(`${PATH}/${body.id}/enable`);
    expect([without.status, without.headers.get('x-ignored')]).toEqual([200, null]);
  });

  it('can create a deleted subscription again, but a repeated Idempotency-Key still returns the first subscription', async () => {
    const { api } = service.anAccount();
    const body = { type: 'booking', webhook_url: URL_WITH_SECRET };
    const first = await api.post(PATH, body);
    const headers = { 'idempotency-key': 'again' };
    expect((await api.post(PATH, body, { headers })).body.id).toBe(first.body.id);
    await api.delete(`${PATH}/${first.body.id}`);
    const second = await api.post(PATH, body);
    expect([second.status, second.body.id === first.body.id]).toEqual([200, false]);
    expect((await api.post(PATH, body, { headers })).body).toEqual(first.body);
  });

  it('create only one subscription for the same Idempotency-Key', async () => {
    const { api } = service.anAccount();
    const body = { type: 'booking', webhook_url: URL_WITH_SECRET };
    const headers = { 'idempotency-key': 'once' };
    const [first, second] = [await api.post(PATH, body, { headers }), await api.post(PATH, body, { headers })];
    expect(second.body).toEqual(first.body);
    expect((await api.get(PATH)).body.count).toBe(1);
    expect((await api.post(PATH, { ...body, type: 'quote' }, { headers })).status).toBe(422);
  });

  it('enable a subscription only once with the same Idempotency-Key, even if the subscription is disabled again', async () => {
    const { api, subscribe } = service.anAccount();
    const id = await subscribe(URL_WITH_SECRET);
    const subscriptions = service.connection.collection<{ _id: number }>('subscriptions');
    const disable = () =>
      subscriptions.updateOne(
        { _id: id },
        { $set: { status: 'disabled', disabled_reason: 'x' }, $inc: { revision: 1 } },
      );
    const headers = { 'idempotency-key': 'begin' };
    const enable = () => api.post(`${PATH}/${id}/enable`, undefined, { headers });
    await disable();
    const first = await enable();
    expect(first).toMatchObject({ status: 200, body: { status: 'active', disabled_reason: null } });
    await disable();
    expect((await enable()).body).toEqual(first.body);
    expect((await api.get(`${PATH}/${id}`)).body.status).toBe('disabled');
  });
});
