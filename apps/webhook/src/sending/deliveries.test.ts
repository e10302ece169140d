import { services } from '@keyhaven/contracts/platform/services';
import type { ChangeEvent } from '@keyhaven/events/change-event';
import { webhookPayload } from '@keyhaven/contracts/webhook/delivery';
import { until } from '@keyhaven/testing/until';
import { Webhook } from 'standardwebhooks';
import { aChange } from '../testing/change';
import { answerWith, type Receiver, startReceiver } from '../testing/receiver';
import { startWebhookUnderTest, type WebhookUnderTest } from '../testing/webhook-under-test';

let service: WebhookUnderTest;
let receiver: Receiver;
const others: Receiver[] = [];
beforeAll(async () => {
  service = await startWebhookUnderTest();
});
afterAll(() => service.stop());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await Promise.all([receiver, ...others.splice(0)].map((one) => one.close()));
});

async function another(): Promise<Receiver> {
  const started = await startReceiver();
  others.push(started);
  return started;
}

/** The ids of the changes that the receiver got, read after one more change arrived at another new subscription. */
async function publishedBefore(userId: number, subscribe: (url: string) => Promise<unknown>): Promise<string[]> {
  const marker = await another();
  await subscribe(marker.url);
  await service.publish(userId, { entity_id: 1 });
  await marker.have(1);
  return receiver.received.map(({ payload }) => payload.id);
}

describe('a change', () => {
  it('is posted as JSON with the full record, its time and version', async () => {
    const { userId, subscribe } = service.anAccount();
    await subscribe(`${receiver.url}/hook?secret=a%2Fb&x=1`);
    const change = await service.publish(userId, { categories: ['dates', 'availability'], version: 7 });
    const [{ path, headers, payload }] = (await receiver.have(1)) as [any];
    expect(path).toBe('/hook?secret=a%2Fb&x=1');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(payload).toEqual({
      id: change.event_id,
      user_id: userId,
      action: 'entity_update',
      entity_type: 'booking',
      entity_id: change.entity_id,
      categories: ['dates', 'availability'],
      entity: change.entity,
      occurred_utc: change.occurred_utc,
      version: 7,
    });
    expect(webhookPayload.strict().safeParse(payload).success).toBe(true);
  });

  it('never includes the private part of a record', async () => {
    const { userId, subscribe } = service.anAccount();
    await subscribe(receiver.url);
    await service.publish(userId);
    const [{ raw }] = (await receiver.have(1)) as [any];
    expect(raw).not.toContain('private');
    expect(raw).not.toContain('secret-4711');
  });

  it('is delivered from other topics too: surcharges, discounts and messages', async () => {
    const { userId, subscribe } = service.anAccount();
    for (const [type, entity_type, topic] of [
      ['surcharge', 'surcharge', services.fees.topic],
      ['discount', 'discount', services.fees.topic],
      ['message', 'thread_message', services.messaging.topic],
    ] as const) {
      await subscribe(`${receiver.url}/${type}`, { type });
      await service.publish(userId, { entity_type }, topic);
    }
    const published = (await receiver.have(3)).map(({ path, payload }) => [path, payload.entity_type]);
    expect(published.sort()).toEqual([
      ['/discount', 'discount'],
      ['/message', 'thread_message'],
      ['/surcharge', 'surcharge'],
    ]);
  });

  it('is delivered once to a subscription even if the bus delivers it twice', async () => {
    const { userId, subscribe } = service.anAccount();
    await subscribe(receiver.url);
    const change = aChange(userId);
    await service.bus.publish(services.booking.topic, [change]);
    await service.bus.publish(services.booking.topic, [change]);
    expect(await publishedBefore(userId, (url) => subscribe(url))).toEqual(expect.arrayContaining([change.event_id]));
    expect(receiver.received.filter(({ payload }) => payload.id === change.event_id)).toHaveLength(1);
  });

  it('is not delivered if it is older than the subscription or thirty days, or from a resync', async () => {
    const { userId, subscribe } = service.anAccount();
    await subscribe(receiver.url);
    const before = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();
    await service.publish(userId, { occurred_utc: before(3600_000) });
    await service.publish(userId, { occurred_utc: before(31 * 24 * 3600_000) });
    await service.publish(userId, { is_resync: true });
    const last = await service.publish(userId);
    await receiver.have(1);
    expect(receiver.received.map(({ payload }) => payload.id)).toEqual([last.event_id]);
  });

  it('is not delivered to subscriptions of another account', async () => {
    const { userId, subscribe } = service.anAccount();
    await subscribe(receiver.url);
    await service.publish(service.anAccount().userId);
    expect(await publishedBefore(userId, (url) => subscribe(url))).toHaveLength(1);
  });
});

describe('the filter', () => {
  const cases: [string, Record<string, unknown>, Partial<ChangeEvent>, boolean][] = [
    ['a category gets that category', { category: 'dates' }, { categories: ['dates'] }, true],
    ['a category gets it among others', { category: 'dates' }, { categories: ['other', 'dates'] }, true],
    ['a category does not get another', { category: 'dates' }, { categories: ['charge'] }, false],
    ['a category does not get other', { category: 'dates' }, { categories: ['other'] }, false],
    ['no category gets other', {}, { categories: ['other'] }, true],
    ['no category gets every category', {}, { categories: ['charge'] }, true],
    ['an action gets that action', { action: 'entity_delete' }, { action: 'entity_delete' }, true],
    ['an action does not get another', { action: 'entity_delete' }, { action: 'entity_update' }, false],
    ['a type does not get another', { type: 'property' }, {}, false],
    [
      'the type message does not get drafts',
      { type: 'message' },
      { entity_type: 'thread_message', entity: { id: 4711, is_draft: true } },
      false,
    ],
    [
      'the type message gets what was posted',
      { type: 'message' },
      { entity_type: 'thread_message', entity: { id: 4711, is_draft: false } },
      true,
    ],
  ];
  it.each(cases)('with %s', async (_name, fields, change, isPublished) => {
    const { userId, subscribe } = service.anAccount();
    await subscribe(receiver.url, fields);
    const { event_id } = await service.publish(userId, change);
    if (isPublished) await receiver.have(1);
    const published = await publishedBefore(userId, (url) => subscribe(url));
    expect(published.includes(event_id)).toBe(isPublished);
  });
});

describe('a delivery is signed', () => {
  it('as the standardwebhooks package verifies it', async () => {
    const { userId, subscribe, operator, settingsPath } = service.anAccount();
    await subscribe(receiver.url);
    const { body: settings } = await operator.get(settingsPath);
    const change = await service.publish(userId);
    const [{ raw, headers }] = (await receiver.have(1)) as [any];
    expect(headers['webhook-id']).toBe(change.event_id);
    const secret = settings.signing_secrets[0].secret;
    expect(new Webhook(secret).verify(raw, headers)).toMatchObject({ id: change.event_id });
    expect(() => new Webhook(secret).verify(raw.replace('booking', 'bocking'), headers)).toThrow();
  });

  it('with the old and the new secret during a rotation, and only with the new one afterwards', async () => {
    const { userId, subscribe, operator, settingsPath } = service.anAccount();
    await subscribe(receiver.url);
    const old = (await operator.get(settingsPath)).body.signing_secrets[0].secret;
    const rotated = await operator.post(`${settingsPath}/rotate_secret`, { keep_old_hours: 1 });
    const [newest, kept] = rotated.body.signing_secrets;
    expect(kept).toMatchObject({ secret: old, expires_utc: expect.any(String) });
    await service.publish(userId);
    const [{ raw, headers }] = (await receiver.have(1)) as [any];
    for (const secret of [old, newest.secret]) expect(() => new Webhook(secret).verify(raw, headers)).not.toThrow();

    await operator.post(`${settingsPath}/rotate_secret`, { keep_old_hours: 0 });
    const [alone] = (await operator.get(settingsPath)).body.signing_secrets;
    // Secrets are cached briefly, so the test publishes until a delivery has one signature.
    await until(async () => {
      await service.publish(userId);
      const last = receiver.received.at(-1)!;
      return last.headers['webhook-signature']!.split(' ').length === 1 ? last : undefined;
    });
    const last = receiver.received.at(-1)!;
    expect(() => new Webhook(alone.secret).verify(last.raw, last.headers)).not.toThrow();
    expect(() => new Webhook(newest.secret).verify(last.raw, last.headers)).toThrow();
  });

  it('with every secret until its announced expiry; a rotation with too many secrets is refused', async () => {
    const { userId, subscribe, operator, settingsPath } = service.anAccount();
    await subscribe(receiver.url);
    const rotate = (keep_old_hours: number) => operator.post(`${settingsPath}/rotate_secret`, { keep_old_hours });
    const announced = (await rotate(24)).body.signing_secrets[1];
    await rotate(1);
    const { signing_secrets } = (await rotate(2)).body;
    expect(signing_secrets).toHaveLength(4);
    expect(signing_secrets).toContainEqual(announced);
    await service.publish(userId);
    const [{ raw, headers }] = (await receiver.have(1)) as [any];
    for (const { secret } of signing_secrets) expect(() => new Webhook(secret).verify(raw, headers)).not.toThrow();
    const next = signing_secrets
      .map((one: any) => one.expires_utc)
      .filter(Boolean)
      .sort()[0];
    const refused = await rotate(24);
    expect(refused).toMatchObject({ status: 409, body: { messages: [expect.stringContaining(`expires at ${next}`)] } });
    expect((await operator.get(settingsPath)).body.signing_secrets).toEqual(signing_secrets);
    expect((await rotate(0)).body.signing_secrets).toHaveLength(1);
  });

  it('with a secret that is rotated once for the same Idempotency-Key, and repeats get the first answer', async () => {
    const { subscribe, operator, settingsPath } = service.anAccount();
    await subscribe(receiver.url);
    const headers = { 'idempotency-key': 'turn' };
    const rotate = (body: object) => operator.post(`${settingsPath}/rotate_secret`, body, { headers });
    const [first, together] = await Promise.all([rotate({}), rotate({})]);
    expect(first.body.signing_secrets).toHaveLength(2);
    expect(together.body).toEqual(first.body);
    expect((await rotate({})).body).toEqual(first.body);
    expect((await rotate({ keep_old_hours: 1 })).status).toBe(422);
    expect((await operator.post(`${settingsPath}/rotate_secret`, {})).body.signing_secrets).toHaveLength(3);
    expect((await rotate({})).body).toEqual(first.body);
  });

  it('with a secret of which nothing readable is stored after it ended, although repeats still get it', async () => {
    const { userId, operator, settingsPath } = service.anAccount();
    const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });
    const set = (key: string, password: string) =>
      operator.patch(settingsPath, { basic: { username: 'hooks', password } }, withKey(key));
    const rotate = () => operator.post(`${settingsPath}/rotate_secret`, { keep_old_hours: 0 }, withKey('turn'));
    await set('set', 'first password');
    const rotated = await rotate();
    const ended = rotated.body.signing_secrets[0].secret as string;
    expect((await set('set-again', 'later password')).status).toBe(200);
    const { body } = await operator.post(`${settingsPath}/rotate_secret`, { keep_old_hours: 0 }, withKey('again'));
    const stored = JSON.stringify(await service.connection.collection('apps').find({ user_id: userId }).toArray());
    expect(stored).toContain(body.signing_secrets[0].secret);
    expect(stored).not.toContain(ended);
    expect(stored).not.toContain('first password');
    expect(await rotate()).toMatchObject({ status: 200, body: rotated.body });
  });

  it('and sent with Basic credentials if they are set; the password is never shown', async () => {
    const { userId, subscribe, operator, settingsPath } = service.anAccount();
    const basic = { username: 'hooks', password: 'pä:ss' };
    const answer = await operator.patch(settingsPath, { basic });
    expect(answer.body.basic_username).toBe('hooks');
    expect(JSON.stringify(answer.body)).not.toContain('pä:ss');
    await subscribe(receiver.url);
    await service.publish(userId);
    const [{ headers }] = (await receiver.have(1)) as [any];
    expect(Buffer.from(headers.authorization.replace('Basic ', ''), 'base64').toString()).toBe('hooks:pä:ss');
    expect(JSON.stringify(service.events)).not.toMatch(/whsec_|pä:ss/);
  });
});

describe('an endpoint', () => {
  it('gets at most eight concurrent requests, and the changes of one record in order', async () => {
    const { userId, subscribe } = service.anAccount();
    await subscribe(receiver.url);
    receiver.behaviour = (response) => setTimeout(() => response.end(), 5);
    const records = Array.from({ length: 20 }, (_, record) => record + 1);
    await Promise.all(
      records.map(async (entity_id) => {
        for (let version = 1; version <= 5; version++) await service.publish(userId, { entity_id, version });
      }),
    );
    const all = await receiver.have(100);
    for (const record of records) {
      const versions = all.filter(({ payload }) => payload.entity_id === record).map(({ payload }) => payload.version);
      expect(versions).toEqual([1, 2, 3, 4, 5]);
    }
    expect(receiver.mostAtOnce).toBeLessThanOrEqual(8);
    expect(receiver.mostAtOnce).toBeGreaterThan(1);
  });

  it('that hangs does not delay other endpoints, not even on the same host', async () => {
    // The timeout is long, so a delivery that waited for the hanging endpoint would never arrive.
    const patient = await startWebhookUnderTest({ timeoutMs: 600_000 });
    const { userId, subscribe } = patient.anAccount();
    const elsewhere = await another();
    const latencies: number[] = [];
    receiver.behaviour = (response, received) => {
      if (received.path === '/hangs') return;
      latencies.push(Date.now() - Date.parse(received.payload.occurred_utc));
      answerWith(200)(response, received);
    };
    elsewhere.behaviour = () => {};
    await subscribe(`${receiver.url}/hangs`);
    await subscribe(elsewhere.url);
    await subscribe(`${receiver.url}/quick`);
    for (let entity_id = 1; entity_id <= 60; entity_id++) await patient.publish(userId, { entity_id });
    await until(() => latencies.length === 60);
    latencies.sort((a, b) => a - b);
    process.stdout.write(
      `beside endpoints that hang, changes took ${latencies[30]} ms (median) and ${latencies[59]} ms (slowest)\n`,
    );
    expect(receiver.received.filter(({ path }) => path === '/hangs')).toHaveLength(8);
    expect(elsewhere.received).toHaveLength(8);
    await Promise.all([receiver.close(), elsewhere.close()]);
    await patient.stop();
  });
});

describe('accounts whose endpoints all hang', () => {
  it('do not delay another account', async () => {
    // The timeout is long: if each hanging endpoint had a slot, none would be left.
    const small = await startWebhookUnderTest({ timeoutMs: 600_000, maxEndpoints: 12 });
    const hanging = [small.anAccount(), small.anAccount(), small.anAccount()];
    const elsewhere = await another();
    elsewhere.behaviour = () => {};
    for (const { userId, subscribe } of hanging) {
      for (let endpoint = 1; endpoint <= 6; endpoint++) await subscribe(`${elsewhere.url}/${endpoint}`);
      await small.publish(userId);
    }
    await elsewhere.have(3);
    const { userId, subscribe } = small.anAccount();
    await subscribe(receiver.url);
    const { event_id } = await small.publish(userId);
    const [published] = await receiver.have(1).finally(async () => {
      await elsewhere.close();
      await small.stop();
    });
    expect(published!.payload.id).toBe(event_id);
  });
});

describe('the metrics of the service', () => {
  it('show attempts by outcome, their duration, the lag, and the age of the oldest due delivery', async () => {
    const { userId, subscribe } = service.anAccount();
    await subscribe(receiver.url);
    await service.publish(userId);
    await receiver.have(1);
    const text = await until(async () => {
      const metrics = await service.running.operated.registry.metrics();
      return /keyhaven_webhook_attempts_total\{outcome="delivered"[^}]*\} [1-9]/.test(metrics) ? metrics : undefined;
    });
    for (const name of ['attempt_duration_seconds', 'first_attempt_lag_seconds', 'oldest_due_seconds']) {
      expect(text).toContain(`keyhaven_webhook_${name}`);
    }
  });
});
