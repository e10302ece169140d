import { Readable } from 'node:stream';
import { until } from '@keyhaven/testing/until';
import { answerWith, type Behaviour, type Receiver, startReceiver } from '../testing/receiver';
import { startWebhookUnderTest, type TestAccount, type WebhookUnderTest } from '../testing/webhook-under-test';
import { DISABLE_AFTER_MS, RETRY_DELAYS_MS } from '../queue/domain/retry-schedule';

const HOUR = 3600_000;
const PATH = '/v2/webhooksubscriptions';

let service: WebhookUnderTest;
let receiver: Receiver;
/** The IP address to which every name resolves. */
let resolved: string;
beforeEach(async () => {
  resolved = '127.0.0.1';
  service = await startWebhookUnderTest({
    timeoutMs: 400,
    resolve: async () => [{ address: resolved, family: 4 }],
  });
  receiver = await startReceiver();
});
afterEach(async () => {
  await service.stop();
  await receiver.close();
});

/** Waits until the only delivery of a subscription has the wanted values. @returns the delivery with its attempts. */
async function deliveryOf({ api }: TestAccount, subscription: number, wanted: Record<string, unknown>): Promise<any> {
  return until(async () => {
    const { body } = await api.get(`${PATH}/${subscription}/deliveries`);
    const [found] = body.items;
    if (!found || Object.entries(wanted).some(([field, value]) => found[field] !== value)) return undefined;
    return (await api.get(`${PATH}/${subscription}/deliveries/${found.id}`)).body;
  });
}

/** Returns how many seconds remain until the next attempt, by the service's clock. */
function secondsUntilNext(delivery: any): number {
  return (Date.parse(delivery.next_attempt_utc) - Date.now() - service.clock.aheadMs) / 1000;
}

const healthOf = ({ userId }: TestAccount) => service.connection.collection('endpoints').findOne({ user_id: userId });

/** Changes the stored health of the account's endpoint when no process has its lease. */
async function setHealth({ userId }: TestAccount, health: Record<string, unknown>): Promise<void> {
  const isUnused = { user_id: userId, owner: { $exists: false } };
  const endpoints = service.connection.collection('endpoints');
  await until(async () => (await endpoints.updateOne(isUnused, { $set: health })).matchedCount === 1);
}

/** Sends 20 MB as fast as the client reads them. */
const endless: Behaviour = (response) => {
  const chunks = Array.from({ length: 320 }, () => Buffer.alloc(64 * 1024, 'x'));
  Readable.from(chunks)
    .on('error', () => {})
    .pipe(response.writeHead(200));
};

describe('a failed delivery attempt', () => {
  it.each<[string, Behaviour, Record<string, unknown>]>([
    ['answers 500', answerWith(500), { status_code: 500, error: 'the endpoint answered 500' }],
    [
      'answers 301',
      answerWith(301, { location: 'http://127.0.0.1:1/elsewhere' }),
      { status_code: 301, error: 'the endpoint answered 301; redirects are not followed' },
    ],
    ['does not answer', () => {}, { status_code: null, error: 'no answer within 400 ms' }],
    ['closes the connection without an answer', (response) => void response.destroy(), { status_code: null }],
  ])('is repeated as scheduled if the endpoint %s', async (_what, behaviour, attempt) => {
    const account = service.anAccount();
    const subscription = await account.subscribe(receiver.url);
    receiver.behaviour = behaviour;
    const { event_id } = await service.publish(account.userId);
    const failed = await deliveryOf(account, subscription, { attempt_count: 1, status: 'pending' });
    expect(failed.attempts[0]).toMatchObject(attempt);
    expect(secondsUntilNext(failed)).toBeGreaterThan(1);
    expect(secondsUntilNext(failed)).toBeLessThanOrEqual(6);

    receiver.behaviour = answerWith(204);
    service.clock.aheadMs += 6000;
    await deliveryOf(account, subscription, { attempt_count: 2, status: 'delivered' });
    expect(receiver.received.map(({ payload }) => payload.id)).toEqual([event_id, event_id]);
    expect(receiver.received[0]!.raw).toBe(receiver.received[1]!.raw);
  });

  it('is repeated if the host name resolved to a private address, which is not shown in the log', async () => {
    const account = service.anAccount();
    const subscription = await account.subscribe(receiver.url.replace('127.0.0.1', 'hooks.example'));
    resolved = '10.20.30.40';
    await service.publish(account.userId);
    const failed = await deliveryOf(account, subscription, { attempt_count: 1, status: 'pending' });
    expect(failed.attempts[0]).toMatchObject({
      status_code: null,
      error: 'the address does not lead to an allowed public host',
    });
    expect(JSON.stringify(failed)).not.toContain('10.20');
    expect(receiver.received).toEqual([]);
  });

  it('is repeated if the endpoint refuses the connection', async () => {
    const account = service.anAccount();
    const subscription = await account.subscribe(receiver.url);
    await receiver.close();
    await service.publish(account.userId);
    const failed = await deliveryOf(account, subscription, { attempt_count: 1, status: 'pending' });
    expect(failed.attempts[0].error).toContain('ECONNREFUSED');
    receiver = await startReceiver();
  });

  it.each<[string, string[]]>([
    ['Retry-After', ['3600']],
    ['the first Retry-After of two', ['3600', '60']],
  ])('is repeated only after the time in %s if the endpoint returns 429', async (_what, values) => {
    const account = service.anAccount();
    const subscription = await account.subscribe(receiver.url);
    receiver.behaviour = (response) => {
      for (const value of values) response.appendHeader('retry-after', value);
      response.writeHead(429).end();
    };
    await service.publish(account.userId, { entity_id: 1 });
    const failed = await deliveryOf(account, subscription, { attempt_count: 1 });
    expect(secondsUntilNext(failed)).toBeGreaterThan(3500);
    receiver.behaviour = answerWith(200);
    await service.publish(account.userId, { entity_id: 2 });
    service.clock.aheadMs += 0.5 * HOUR;
    const endpoint = await service.connection.collection('endpoints').findOne({ user_id: account.userId });
    expect(endpoint!.not_before_utc.getTime()).toBeGreaterThan(Date.now() + service.clock.aheadMs);
    expect(receiver.received).toHaveLength(1);
    service.clock.aheadMs += 0.6 * HOUR;
    await receiver.have(3);
  });
});

describe('a delivery attempt', () => {
  it('succeeds if the endpoint returns 2xx with 20 MB, of which 16 kB are stored', async () => {
    const account = service.anAccount();
    const subscription = await account.subscribe(receiver.url);
    receiver.behaviour = endless;
    await service.publish(account.userId);
    const delivered = await deliveryOf(account, subscription, { status: 'delivered' });
    expect(delivered.last_response).toBe('x'.repeat(16 * 1024));
  });

  it('succeeds if the endpoint returns 2xx and then stalls', async () => {
    const account = service.anAccount();
    const subscription = await account.subscribe(receiver.url);
    receiver.behaviour = (response) => void response.writeHead(200).write('half');
    await service.publish(account.userId);
    const delivered = await deliveryOf(account, subscription, { status: 'delivered' });
    expect(delivered.last_response).toBe('half');
  });
});

describe('a delivery that always fails', () => {
  it('is dead after the last scheduled attempt, and can be replayed with the same bytes and the same id', async () => {
    const account = service.anAccount();
    const subscription = await account.subscribe(receiver.url);
    receiver.behaviour = answerWith(500);
    const change = await service.publish(account.userId);
    for (let attempt = 1; attempt <= RETRY_DELAYS_MS.length; attempt++) {
      await deliveryOf(account, subscription, { attempt_count: attempt, status: 'pending' });
      service.clock.aheadMs += RETRY_DELAYS_MS[attempt - 1]! + 1000;
    }
    const dead = await deliveryOf(account, subscription, { status: 'dead', attempt_count: RETRY_DELAYS_MS.length + 1 });
    expect(dead.next_attempt_utc).toBeNull();

    receiver.behaviour = answerWith(200);
    // After these failures, the endpoint is paused for several minutes.
    service.clock.aheadMs += HOUR;
    const since = { since_utc: new Date(Date.now() - HOUR).toISOString() };
    const replayed = await account.api.post(`${PATH}/${subscription}/replay`, since);
    expect(replayed).toMatchObject({ status: 200, body: { replayed: 1 } });
    await deliveryOf(account, subscription, { status: 'delivered' });
    expect(new Set(receiver.received.map(({ raw }) => raw)).size).toBe(1);
    expect(receiver.received.at(-1)!.payload.id).toBe(change.event_id);
  }, 60_000);
});

describe('a subscription with a failing endpoint', () => {
  it('is disabled with a reason after the endpoint has returned 410, and the pending deliveries become dead', async () => {
    const account = service.anAccount();
    const subscription = await account.subscribe(receiver.url);
    receiver.behaviour = answerWith(410);
    await service.publish(account.userId);
    const disabled = await until(async () => {
      const { body } = await account.api.get(`${PATH}/${subscription}`);
      return body.status === 'disabled' ? body : undefined;
    });
    expect(disabled.disabled_reason).toBe('the endpoint answered 410');
    await deliveryOf(account, subscription, { status: 'dead', attempt_count: 1 });
    const published = await service.eventsOf(account.userId, 'webhook_subscription', 2);
    expect(published.at(-1)).toMatchObject({ categories: ['disabled'], entity: { status: 'disabled' } });
    const refused = await account.api.post(`${PATH}/${subscription}/replay`, { since_utc: '2026-01-01' });
    expect(refused.status).toBe(409);

    receiver.behaviour = answerWith(200);
    const enabled = await account.api.post(`${PATH}/${subscription}/enable`);
    expect(enabled.body).toMatchObject({ status: 'active', disabled_reason: null });
    await service.publish(account.userId);
    await receiver.have(2);
  });

  it('stays active after its first failure, even if a deleted subscription to the same URL failed for days', async () => {
    const account = service.anAccount();
    const subscription = await account.subscribe(receiver.url);
    await service.publish(account.userId);
    await receiver.have(1);
    // The endpoint has this health after failures of an earlier subscription to the same URL, which was deleted.
    const failing = {
      failures: 7,
      failing_since_utc: new Date(Date.now() - 30 * 24 * HOUR),
      not_before_utc: new Date(Date.now() - HOUR),
    };
    await setHealth(account, failing);
    receiver.behaviour = answerWith(503);
    await service.publish(account.userId);
    await receiver.have(2);
    await until(async () => (await healthOf(account))!.failures === 0);
    expect((await account.api.get(`${PATH}/${subscription}`)).body.status).toBe('active');
  });

  it('stays active after its first failure if an earlier series of failures has ended', async () => {
    const account = service.anAccount();
    const subscription = await account.subscribe(receiver.url);
    await service.publish(account.userId);
    await receiver.have(1);
    // The endpoint has this health after a delivery became dead. The subscription has not changed since that time.
    const failing = {
      failures: 13,
      failing_since_utc: new Date(Date.now() - 30 * 24 * HOUR),
      not_before_utc: new Date(Date.now() - 27 * 24 * HOUR),
    };
    await setHealth(account, failing);
    service.clock.aheadMs += DISABLE_AFTER_MS + HOUR;
    receiver.behaviour = answerWith(503);
    await service.publish(account.userId);
    await receiver.have(2);
    await until(async () => (await healthOf(account))!.failures !== 13);
    expect(await healthOf(account)).toMatchObject({ failures: 1 });
    expect((await account.api.get(`${PATH}/${subscription}`)).body.status).toBe('active');
  });

  it('stays active if a delivery that became dead long ago is replayed and fails once', async () => {
    const account = service.anAccount();
    const subscription = await account.subscribe(receiver.url);
    receiver.behaviour = answerWith(503);
    await service.publish(account.userId);
    await deliveryOf(account, subscription, { attempt_count: 1 });
    await setHealth(account, { failures: 13 });
    const dead = { $set: { status: 'dead' } };
    await service.connection.collection('deliveries').updateOne({ user_id: account.userId }, dead);
    service.clock.aheadMs += 2 * DISABLE_AFTER_MS;
    const since = { since_utc: new Date(Date.now() - HOUR).toISOString() };
    expect((await account.api.post(`${PATH}/${subscription}/replay`, since)).body).toEqual({ replayed: 1 });
    await deliveryOf(account, subscription, { attempt_count: 2 });
    await until(async () => (await healthOf(account))!.failures !== 13);
    expect(await healthOf(account)).toMatchObject({ failures: 1 });
    expect((await account.api.get(`${PATH}/${subscription}`)).body.status).toBe('active');
  });

  it('gets one request at a time after five failures, and is disabled after days of failures', async () => {
    const account = service.anAccount();
    const subscription = await account.subscribe(receiver.url);
    receiver.behaviour = answerWith(500);
    for (let entity_id = 1; entity_id <= 30; entity_id++) await service.publish(account.userId, { entity_id });
    const endpoints = service.connection.collection('endpoints');
    const failures = () => endpoints.findOne({ user_id: account.userId }).then((found) => found!.failures as number);
    await until(async () => (await failures()) >= 5);
    const before = await until(async () => {
      const found = await endpoints.findOne({ user_id: account.userId, owner: { $exists: false } });
      return found ? (found.failures as number) : undefined;
    });
    // At first, up to eight requests are sent concurrently; after five failures, they are sent one at a time. So most
    // of the thirty deliveries were not attempted.
    expect(before).toBeLessThanOrEqual(13);
    service.clock.aheadMs += DISABLE_AFTER_MS + HOUR;
    await until(async () => (await account.api.get(`${PATH}/${subscription}`)).body.status === 'disabled');
    const { body } = await account.api.get(`${PATH}/${subscription}`);
    expect(body.disabled_reason).toMatch(/^every delivery since .* failed/);
    await until(async () => {
      const pending = await account.api.get(`${PATH}/${subscription}/deliveries?status=pending`);
      return pending.body.count === 0;
    });
    // Creating the same subscription again enables it. A single new failure does not disable it again.
    expect(await account.subscribe(receiver.url)).toBe(subscription);
    const lastBefore = receiver.received.length;
    await service.publish(account.userId);
    await receiver.have(lastBefore + 1);
    await until(async () => {
      const pending = await account.api.get(`${PATH}/${subscription}/deliveries?status=pending`);
      return pending.body.items[0]?.attempt_count === 1;
    });
    expect((await account.api.get(`${PATH}/${subscription}`)).body.status).toBe('active');
  });

  it('does not receive the deliveries that were pending when it was deleted', async () => {
    const account = service.anAccount();
    const subscription = await account.subscribe(receiver.url);
    receiver.behaviour = answerWith(500);
    await service.publish(account.userId);
    await deliveryOf(account, subscription, { attempt_count: 1 });
    await account.api.delete(`${PATH}/${subscription}`);
    const waiting = await service.connection.collection('deliveries').findOne({ subscription_id: subscription });
    expect(waiting!.status).toBe('canceled');
    // A new subscription to the same URL receives the changes that occur after its creation.
    await account.subscribe(receiver.url);
    receiver.behaviour = answerWith(200);
    service.clock.aheadMs += HOUR;
    const last = await service.publish(account.userId);
    await receiver.have(2);
    expect(receiver.received.at(-1)!.payload.id).toBe(last.event_id);
  });
});

describe('a delivery attempt that is in progress when its subscription ends', () => {
  const deliveries = () => service.connection.collection('deliveries');
  const statusOf = async ({ userId }: TestAccount) => (await deliveries().findOne({ user_id: userId }))!.status;

  /** Publishes a change, and ends the subscription before the endpoint answers 500. */
  async function failAfterEnd(account: TestAccount, end: () => Promise<unknown>, status: string): Promise<void> {
    let answer = () => {};
    receiver.behaviour = (response, received) => (answer = () => answerWith(500)(response, received));
    await service.publish(account.userId);
    await receiver.have(1);
    await end();
    expect(await statusOf(account)).toBe(status);
    answer();
    await until(async () => (await deliveries().findOne({ user_id: account.userId }))!.attempt_count > 0);
  }

  it('is shown in the log of the dead delivery if it fails after the subscription was disabled', async () => {
    const account = service.anAccount();
    const subscription = await account.subscribe(receiver.url);
    const disable = `/internal/accounts/${account.userId}/webhook_subscriptions/${subscription}/disable`;
    await failAfterEnd(account, () => account.operator.post(disable, {}), 'dead');
    const dead = await deliveryOf(account, subscription, { status: 'dead' });
    expect(dead).toMatchObject({ attempt_count: 1, next_attempt_utc: null, attempts: [{ error: expect.any(String) }] });

    await account.api.post(`${PATH}/${subscription}/enable`);
    receiver.behaviour = answerWith(200);
    await account.api.post(`${PATH}/${subscription}/deliveries/${dead.id}/replay`);
    service.clock.aheadMs += HOUR;
    const delivered = await deliveryOf(account, subscription, { status: 'delivered' });
    expect(delivered).toMatchObject({ attempt_count: 2, attempts: [{ error: expect.any(String) }, { error: null }] });
  });

  it('is stored with the canceled delivery if it fails after the subscription was deleted', async () => {
    const account = service.anAccount();
    const subscription = await account.subscribe(receiver.url);
    await failAfterEnd(account, () => account.api.delete(`${PATH}/${subscription}`), 'canceled');
    expect(await deliveries().findOne({ user_id: account.userId })).toMatchObject({
      status: 'canceled',
      attempt_count: 1,
      attempts: [{ error: expect.any(String) }],
    });
  });
});

describe('the revocation of an authorization', () => {
  const revocation_id = '0d3c1f3a-6f5e-4f43-9f0e-0f2f6c9e1a11';

  it('stops all deliveries to the app except the notice of the revocation', async () => {
    const account = service.anAccount();
    const subscription = await account.subscribe(receiver.url);
    await account.subscribe(receiver.url, { type: 'property' });
    receiver.behaviour = answerWith(500);
    await service.publish(account.userId);
    await deliveryOf(account, subscription, { attempt_count: 1, status: 'pending' });
    receiver.behaviour = answerWith(200);
    const revocation = { user_id: account.userId, app_key: account.appKey, revocation_id };
    const answer = await account.operator.post('/internal/authorization_revocations', revocation);
    expect(answer).toMatchObject({ status: 200, body: { outcome: 'stopped' } });
    await receiver.have(2);
    expect(receiver.received[1]!.payload).toMatchObject({
      id: revocation_id,
      action: 'application_authorization_revoked',
      user_id: account.userId,
      entity: { id: account.userId },
    });
    // Changes, retries and repeated revocations cause no more deliveries.
    await service.publish(account.userId);
    service.clock.aheadMs += 24 * HOUR;
    await account.operator.post('/internal/authorization_revocations', revocation);
    const witness = service.anAccount();
    await witness.subscribe(receiver.url);
    const last = await service.publish(witness.userId, { occurred_utc: new Date().toISOString() });
    await until(() => receiver.received.some(({ payload }) => payload.id === last.event_id));
    expect(receiver.received.map(({ payload }) => payload.id).slice(1)).toEqual([revocation_id, last.event_id]);
    expect((await account.api.get(PATH)).body.items).toEqual([]);
    const refused = await account.api.post(PATH, { type: 'booking', webhook_url: receiver.url });
    expect(refused.status).toBe(403);
  });

  it('also prevents new subscriptions of an app that had no subscriptions before', async () => {
    const { userId, appKey, api, operator } = service.anAccount();
    const revocation = { user_id: userId, app_key: appKey, revocation_id };
    const { body } = await operator.post('/internal/authorization_revocations', revocation);
    expect(body).toEqual({ outcome: 'stopped' });
    const refused = await api.post(PATH, { type: 'booking', webhook_url: receiver.url });
    expect(refused.status).toBe(403);
  });
});
