import { startWebhookUnderTest, type WebhookUnderTest } from '../testing/webhook-under-test';

const PATH = '/v2/webhooksubscriptions';
const dry = { headers: { prefer: 'dry-run' } };
let service: WebhookUnderTest;
let resolved = 0;
beforeAll(async () => {
  service = await startWebhookUnderTest({
    resolve: () => {
      resolved++;
      return Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    },
  });
});
afterAll(() => service.stop());

describe('a dry run of a webhook subscription', () => {
  it('returns a new subscription without an id, resolves no host name, and stores no app and no endpoint', async () => {
    const { api, userId } = service.anAccount();
    const body = { type: 'booking', webhook_url: 'http://inside.example/hook' };
    const answer = await api.post(PATH, body, dry);
    expect([answer.status, answer.body]).toMatchObject([200, { id: null, status: 'active', ...body }]);
    expect(resolved).toBe(0);
    const stored = ['subscriptions', 'apps', 'endpoints'].map((name) =>
      service.connection.collection(name).countDocuments({ user_id: userId }),
    );
    expect(await Promise.all(stored)).toEqual([0, 0, 0]);
  });

  it('returns the existing subscription if there is one with the same type and URL', async () => {
    const { api, subscribe } = service.anAccount();
    const id = await subscribe('https://hooks.example/once');
    const again = await api.post(PATH, { type: 'booking', webhook_url: 'https://hooks.example/once' }, dry);
    expect([again.status, again.body.id]).toEqual([200, id]);
  });

  it('refuses an invalid URL, as a real request does', async () => {
    const { api } = service.anAccount();
    const body = { type: 'booking', webhook_url: 'ftp://hooks.example/once' };
    const tried = await api.post(PATH, body, dry);
    expect([tried.status, tried.body]).toEqual([400, (await api.post(PATH, body)).body]);
  });
});
