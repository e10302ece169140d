import { readFileSync } from 'node:fs';
import path from 'node:path';
import { subscriptionTypes } from '@keyhaven/contracts/webhook/categories';
import { purgeDeleted } from '@keyhaven/persistence/purge-deleted';
import { until } from '@keyhaven/testing/until';
import { subscriptionEntity, subscriptionModel } from '../store/subscription.model';
import { startWebhookUnderTest, type WebhookUnderTest } from '../testing/webhook-under-test';

const PATH = '/v2/webhooksubscriptions';
const URL_WITH_SECRET = 'https://hooks.example/keyhaven?secret=a%2Fb&x=1';

let urls = 0;
/** An address that no other subscription of these tests has. */
const anUrl = () => `${URL_WITH_SECRET}&n=${urls++}`;

/** The addresses of names; all other names have none. */
const addresses: Record<string, string[]> = {
  'inside.example': ['127.0.0.1'],
  'outside.example': ['8.8.8.8'],
  'mixed.example': ['127.0.0.1', '8.8.8.8'],
};

let service: WebhookUnderTest;
beforeAll(async () => {
  service = await startWebhookUnderTest({
    resolve: async (name) => (addresses[name] ?? []).map((address) => ({ address, family: 4 })),
  });
});
afterAll(() => service.stop());

describe('webhook subscriptions', () => {
  it('are created for a type, optional action and category, and keep the address as it was sent', async () => {
    const { api } = service.anAccount();
    const body = { type: 'Booking', action: 'EntityUpdate', category: 'Availability', webhook_url: URL_WITH_SECRET };
    const made = await api.post(PATH, body);
    expect(made).toMatchObject({
      status: 200,
      body: { type: 'booking', action: 'entity_update', category: 'availability', webhook_url: URL_WITH_SECRET },
    });
    expect(await api.get(`${PATH}/${made.body.id}`)).toMatchObject({ status: 200, body: made.body });
  });

  it('without action and category are for all changes of their type', async () => {
    const { api } = service.anAccount();
    for (const extra of [{}, { action: null, category: null }, { action: '', category: '' }]) {
      const { body } = await api.post(PATH, { type: 'message', webhook_url: URL_WITH_SECRET, ...extra });
      expect(body).toMatchObject({ type: 'message', action: null, category: null, status: 'active' });
    }
  });

  it.each(['booking', 'guest', 'property', 'message', 'inquiry', 'quote', 'surcharge', 'discount', 'none'])(
    'can be created for %s',
    async (type) => {
      const { api } = service.anAccount();
      expect((await api.post(PATH, { type, webhook_url: URL_WITH_SECRET })).status).toBe(200);
    },
  );

  it.each([
    [{ type: 'boking' }, 'type: '],
    [{ action: 'entity_burn' }, 'action: '],
    [{ category: 'other' }, 'category: '],
    [{ category: 'photos' }, 'category: photos is not a category of booking; expected one of availability'],
    [{ type: 'guest', category: 'dates' }, 'it has none'],
    [{ type: 'quote', category: 'canceled' }, 'canceled is not a category of quote'],
    [{ webhook_url: 'ftp://hooks.example/' }, 'expected https:'],
    [{ webhook_url: 'hooks.example' }, 'is not an absolute address'],
    [{ webhook_url: 'https://10.0.0.1/' }, '10.0.0.1 is not a public address'],
    [{ webhook_url: 'https://user:secret@hooks.example/' }, 'carries credentials'],
    [{ webhook_url: `https://hooks.example/${'a'.repeat(2048)}` }, 'webhook_url: '],
    [{ webhook_url: undefined }, 'webhook_url: is required'],
    [{ webhook_url: 5 }, 'webhook_url: '],
  ])('with %j are refused, and the message says why', async (wrong, message) => {
    const { api } = service.anAccount();
    const answer = await api.post(PATH, { type: 'booking', webhook_url: URL_WITH_SECRET, ...wrong });
    expect(answer.status).toBe(400);
    expect(answer.body.messages.join()).toContain(message);
  });

  it.each(['WebhookTest', 'application_authorization_revoked', 'None'])(
    'can be created for the action %s',
    async (action) => {
      const { api } = service.anAccount();
      const { status, body } = await api.post(PATH, { type: 'None', action, webhook_url: URL_WITH_SECRET });
      const named = { WebhookTest: 'webhook_test', None: null }[action];
      expect([status, body.type, body.action]).toEqual([200, 'none', named === undefined ? action : named]);
    },
  );

  it('list in X-Ignored the fields of a body that the route does not take', async () => {
    const { api } = service.anAccount();
    const { body } = await api.post(PATH, { type: 'booking', webhook_url: URL_WITH_SECRET });
    const enabled = await api.post(`${PATH}/${body.id}/enable`, { status: 'active', force: true });
    expect([enabled.status, enabled.headers.get('x-ignored')]).toEqual([200, 'status, force']);
    const without = await api.post(`${PATH}/${body.id}/enable`);
    expect([without.status, without.headers.get('x-ignored')]).toEqual([200, null]);
  });

  it('return the existing one when the same is created again, even concurrently', async () => {
    const { userId, api } = service.anAccount();
    const body = { type: 'booking', action: 'entity_update', category: 'dates', webhook_url: URL_WITH_SECRET };
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.post(PATH, body)));
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.body.id}`)).size).toBe(1);
    expect(await api.post(PATH, body)).toMatchObject({ status: 200, body: answers[0]!.body });
    expect((await api.get(PATH)).body.count).toBe(1);

    const others = [
      { ...body, type: 'quote' },
      { ...body, action: undefined },
      { ...body, category: undefined },
      { ...body, webhook_url: 'https://hooks.example/other' },
    ];
    for (const other of others) expect((await api.post(PATH, other)).body.id).not.toBe(answers[0]!.body.id);
    const stranger = service.asAccount(userId, { credentialId: 'another' });
    expect((await stranger.post(PATH, body)).body.id).not.toBe(answers[0]!.body.id);
  });

  it('can be created again after deletion; a repetition with the first Idempotency-Key returns the first', async () => {
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

  it.each([
    ['http://outside.example/hook', 400],
    ['http://mixed.example/hook', 400],
    ['http://nowhere.example/hook', 400],
    ['http://8.8.8.8/hook', 400],
    ['http://inside.example/hook', 200],
    ['http://127.0.0.1:9/hook', 200],
    ['https://nowhere.example/hook', 200],
  ])('with http need an address that the operator allows: %s is answered with %d', async (webhook_url, status) => {
    const { api, operator, settingsPath } = service.anAccount();
    const answers = [
      await api.post(PATH, { type: 'booking', webhook_url }),
      await operator.patch(settingsPath, { webhook_url }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(status);
      if (status === 400) expect(answer.body.messages.join()).toContain(`webhook_url: ${webhook_url} `);
    }
    expect((await api.get(PATH)).body.count).toBe(status === 200 ? 1 : 0);
  });

  it('refuse other values for fields that only the server sets, and accept the present ones', async () => {
    const { api } = service.anAccount();
    const body = { type: 'booking', webhook_url: URL_WITH_SECRET };
    const wrong = { status: 'disabled', disabled_reason: 'x', id: 5, created_utc: '2020-01-01T00:00:00Z' };
    const refused = await api.post(PATH, { ...body, ...wrong });
    expect([refused.status, refused.body.messages]).toEqual([
      400,
      [
        'id: 5 is not accepted; ids are assigned by the server',
        'created_utc: "2020-01-01T00:00:00Z" is not accepted; it is set when the record is created',
        'status: "disabled" is not accepted; it is decided by deliveries and by POST v2/webhooksubscriptions/{id}/enable',
        'disabled_reason: "x" is not accepted; it is decided by deliveries',
      ],
    ]);
    expect((await api.get(PATH)).body.items).toEqual([]);
    const made = await api.post(PATH, { ...body, status: 'Active', disabled_reason: null });
    expect(made.status).toBe(200);
    // The unchanged record asks for no change.
    expect((await api.post(PATH, made.body)).body).toEqual(made.body);
  });

  it('use the address of the app when they name none', async () => {
    const { api, operator, settingsPath } = service.anAccount();
    await operator.patch(settingsPath, { webhook_url: 'https://app.example/hook' });
    expect((await api.post(PATH, { type: 'booking' })).body.webhook_url).toBe('https://app.example/hook');
  });

  it('are listed by id in pages', async () => {
    const { api, subscribe } = service.anAccount();
    const ids = [await subscribe(anUrl()), await subscribe(anUrl()), await subscribe(anUrl())];
    const first = await api.get(`${PATH}?limit=2`);
    expect(first.body).toMatchObject({ limit: 2, offset: 0, count: 2 });
    const second = await api.get(first.body.next_page_url);
    expect([...first.body.items, ...second.body.items].map(({ id }) => id)).toEqual(ids);
    expect(second.body.next_page_url).toBeNull();
  });

  it('are not found after they are deleted', async () => {
    const { api, subscribe } = service.anAccount();
    const id = await subscribe(URL_WITH_SECRET);
    expect(await api.delete(`${PATH}/${id}`)).toMatchObject({ status: 204, body: undefined });
    expect((await api.get(`${PATH}/${id}`)).status).toBe(404);
    expect((await api.delete(`${PATH}/${id}`)).status).toBe(404);
    expect((await api.get(PATH)).body.items).toEqual([]);
  });

  it('are only visible to the account and the credential that created them', async () => {
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

  it('are created once for the same Idempotency-Key', async () => {
    const { api } = service.anAccount();
    const body = { type: 'booking', webhook_url: URL_WITH_SECRET };
    const headers = { 'idempotency-key': 'once' };
    const [first, second] = [await api.post(PATH, body, { headers }), await api.post(PATH, body, { headers })];
    expect(second.body).toEqual(first.body);
    expect((await api.get(PATH)).body.count).toBe(1);
    expect((await api.post(PATH, { ...body, type: 'quote' }, { headers })).status).toBe(422);
  });

  it('are enabled once for the same Idempotency-Key: a repetition does not undo a later disabling', async () => {
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

  it('are removed from the database 90 days after they were deleted', async () => {
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

  it('are limited to 200 per account', async () => {
    const { api, subscribe } = service.anAccount();
    for (let count = 0; count < 200; count += 20) {
      await Promise.all(Array.from({ length: 20 }, () => subscribe(anUrl())));
    }
    const refused = await api.post(PATH, { type: 'booking', webhook_url: URL_WITH_SECRET });
    expect(refused.status).toBe(409);
  });

  it('can only be created with the scope full', async () => {
    const reader = service.asAccount(service.anAccount().userId, { scope: 'read' });
    expect((await reader.post(PATH, { type: 'booking', webhook_url: URL_WITH_SECRET })).status).toBe(403);
  });
});

describe('the categories', () => {
  it('are exactly those that docs/webhooks.md explains', () => {
    const text = readFileSync(path.join(__dirname, '../../../../docs/webhooks.md'), 'utf8');
    const table = text.slice(text.search(/^\| type +\| category /m));
    const explained = [...table.matchAll(/^\| `(\w+)` +\| `(\w+)` +\|/gm)];
    const known = Object.entries(subscriptionTypes).flatMap(([type, { categories }]) =>
      categories.map((category) => `${type} ${category}`),
    );
    expect(explained.map(([, type, category]) => `${type} ${category}`).sort()).toEqual(known.sort());
  });

  it('are listed by type, without other, for which nobody can subscribe', async () => {
    const { body } = await service.anAccount().api.get(`${PATH}/categories`);
    expect(body).toMatchObject({
      Booking: ['availability', 'canceled', 'charge', 'dates', 'financial'],
      Contact: [],
      Quote: ['availability', 'charge', 'dates'],
      Property: ['photos'],
      Surcharge: ['surcharge'],
      Discount: ['discount'],
    });
    expect(body).not.toHaveProperty('items');
    expect(Object.values(body).flat()).not.toContain('other');
  });
});
