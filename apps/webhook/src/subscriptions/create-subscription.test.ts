import { startWebhookUnderTest, type WebhookUnderTest } from '../testing/webhook-under-test';

const PATH = '/v2/webhooksubscriptions';
const URL_WITH_SECRET = 'https://hooks.example/keyhaven?secret=a%2Fb&x=1';

let urls = 0;
/** Returns a URL that no other subscription of these tests has. */
const anUrl = () => `${URL_WITH_SECRET}&n=${urls++}`;

/** The IP addresses to which these names resolve. Other names do not resolve. */
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
  it('are created for a type, with an optional action and category, and keep the exact URL', async () => {
    const { api } = service.anAccount();
    const body = { type: 'Booking', action: 'EntityUpdate', category: 'Availability', webhook_url: URL_WITH_SECRET };
    const made = await api.post(PATH, body);
    expect(made).toMatchObject({
      status: 200,
      body: { type: 'booking', action: 'entity_update', category: 'availability', webhook_url: URL_WITH_SECRET },
    });
    expect(await api.get(`${PATH}/${made.body.id}`)).toMatchObject({ status: 200, body: made.body });
  });

  it('have no action and no category if the request omits these fields, or sends null or an empty text', async () => {
    const { api } = service.anAccount();
    for (const extra of [{}, { action: null, category: null }, { action: '', category: '' }]) {
      const { body } = await api.post(PATH, { type: 'message', webhook_url: URL_WITH_SECRET, ...extra });
      expect(body).toMatchObject({ type: 'message', action: null, category: null, status: 'active' });
    }
  });

  it.each(['booking', 'guest', 'property', 'message', 'inquiry', 'quote', 'surcharge', 'discount', 'none'])(
    'can be created for the type %s',
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
  ])('are refused with the request fields %p, and the error explains why', async (wrong, message) => {
    const { api } = service.anAccount();
    const answer = await api.post(PATH, { type: 'booking', webhook_url: URL_WITH_SECRET, ...wrong });
    expect(answer.status).toBe(400);
    expect(answer.body.messages.join()).toContain(message);
  });

  it('do not create settings of the app if the subscription is refused', async () => {
    const account = service.anAccount();
    const settings = () => service.connection.collection('apps').countDocuments({ user_id: account.userId });
    expect((await account.api.post(PATH, { type: 'booking' })).status).toBe(400);
    expect((await account.api.post(PATH, { type: 'booking', webhook_url: 'https://10.0.0.1/' })).status).toBe(400);
    expect(await settings()).toBe(0);
    expect((await account.api.post(PATH, { type: 'booking', webhook_url: anUrl() })).status).toBe(200);
    expect(await settings()).toBe(1);
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

  it('are not created twice for the same type, action, category and URL, even by concurrent requests', async () => {
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

  it.each([
    ['http://outside.example/hook', 400],
    ['http://mixed.example/hook', 400],
    ['http://nowhere.example/hook', 400],
    ['http://8.8.8.8/hook', 400],
    ['http://inside.example/hook', 200],
    ['http://127.0.0.1:9/hook', 200],
    ['https://nowhere.example/hook', 200],
  ])('must use https unless the operator allows the address (%s gets a %d)', async (webhook_url, status) => {
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

  it('are refused with new values for fields that only the server sets, but accepted with the current values', async () => {
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
    // Sending the unchanged record again changes nothing.
    expect((await api.post(PATH, made.body)).body).toEqual(made.body);
  });

  it('use the default URL of the app if the request contains no URL', async () => {
    const { api, operator, settingsPath } = service.anAccount();
    await operator.patch(settingsPath, { webhook_url: 'https://app.example/hook' });
    expect((await api.post(PATH, { type: 'booking' })).body.webhook_url).toBe('https://app.example/hook');
  });

  it('are limited to 200 per account', async () => {
    const { api, subscribe } = service.anAccount();
    for (let count = 0; count < 200; count += 20) {
      await Promise.all(Array.from({ length: 20 }, () => subscribe(anUrl())));
    }
    const refused = await api.post(PATH, { type: 'booking', webhook_url: URL_WITH_SECRET });
    expect(refused.status).toBe(409);
  });

  it('cannot be created with a read-only token', async () => {
    const reader = service.asAccount(service.anAccount().userId, { scope: 'read' });
    expect((await reader.post(PATH, { type: 'booking', webhook_url: URL_WITH_SECRET })).status).toBe(403);
  });
});
