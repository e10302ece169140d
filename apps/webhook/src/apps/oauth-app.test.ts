import { randomUUID } from 'node:crypto';
import { TenantRepository } from '@keyhaven/persistence/tenant-repository/tenant-repository';
import { anAccountId } from '@keyhaven/testing/service-under-test';
import { until } from '@keyhaven/testing/until';
import { Webhook } from 'standardwebhooks';
import { answerWith, type Receiver } from '../testing/receiver';
import { receiversOfEachTest } from '../testing/receivers';
import { startWebhookUnderTest, type WebhookUnderTest } from '../testing/webhook-under-test';

type Subscriptions = TenantRepository<any>;

const PATH = '/v2/webhooksubscriptions';

describe('the subscriptions of an OAuth app', () => {
  let service: WebhookUnderTest;
  const receivers = receiversOfEachTest();
  let receiver: Receiver;
  beforeEach(() => void (receiver = receivers.first));
  beforeAll(async () => void (service = await startWebhookUnderTest()));
  afterAll(() => service.stop());

  /** Returns an app that one account has created and another account has authorized. */
  function anAuthorizedApp() {
    const [ownerId, userId] = [anAccountId(), anAccountId()];
    const key = `c_app-${ownerId}`;
    const app = { key, ownerId };
    const tokenOf = (account: number, credentialId: string) => service.asAccount(account, { credentialId, app });
    const settingsPath = `/operator/accounts/${ownerId}/webhook_apps/${key}`;
    const change = (patch: object) => service.asOperator().patch(settingsPath, patch);
    const revoke = (term: number, more: object = {}) =>
      service.asOperator().post('/internal/authorization_revocations', {
        user_id: userId,
        app_key: key,
        revocation_id: randomUUID(),
        term,
        ...more,
      });
    const begin = (term: number) =>
      service.asOperator().post('/internal/authorizations', { user_id: userId, app_key: key, term });
    const subscribe = async (api = tokenOf(userId, '1')) => {
      const { status, body } = await api.post(PATH, { type: 'booking', webhook_url: receiver.url });
      return { status, id: body.id as number };
    };
    return { ownerId, userId, key, tokenOf, settingsPath, change, revoke, begin, subscribe };
  }
  /** The ids of the delivered changes. */
  const delivered = () => receiver.received.map(({ payload }) => payload.id as string);

  it('are shared by all tokens of the app in the account', async () => {
    const { userId, tokenOf, subscribe } = anAuthorizedApp();
    const { id } = await subscribe(tokenOf(userId, '1'));
    const second = tokenOf(userId, '2');
    expect((await second.get(PATH)).body.items.map((one: { id: number }) => one.id)).toEqual([id]);
    expect((await subscribe(second)).id).toBe(id);
    expect((await second.delete(`${PATH}/${id}`)).status).toBe(204);
    expect((await tokenOf(userId, '1').get(PATH)).body.items).toEqual([]);
  });

  it('cannot be seen by other apps and tokens of the account', async () => {
    const { userId, subscribe } = anAuthorizedApp();
    await subscribe();
    expect((await service.asAccount(userId, { credentialId: '1' }).get(PATH)).body.items).toEqual([]);
    const other = { key: 'c_other', ownerId: anAccountId() };
    expect((await service.asAccount(userId, { credentialId: '1', app: other }).get(PATH)).body.items).toEqual([]);
  });

  it('are created once if several tokens of the app send the same Idempotency-Key', async () => {
    const { userId, tokenOf } = anAuthorizedApp();
    const body = { type: 'booking', webhook_url: receiver.url };
    const headers = { 'idempotency-key': 'subscribe-1' };
    const first = await tokenOf(userId, '1').post(PATH, body, { headers });
    expect((await tokenOf(userId, '2').post(PATH, body, { headers })).body).toEqual(first.body);
    const reused = await tokenOf(userId, '2').post(PATH, { ...body, category: 'dates' }, { headers });
    expect(reused.status).toBe(422);
  });

  it('use the URL, credentials and secrets that the owner of the app has set, in every account', async () => {
    const { ownerId, userId, settingsPath, change, tokenOf } = anAuthorizedApp();
    await change({ webhook_url: receiver.url, basic: { username: 'ida', password: 'a secret' } });
    const accounts = [ownerId, userId, anAccountId()];
    for (const account of accounts) {
      const { status, body } = await tokenOf(account, '1').post(PATH, { type: 'booking' });
      expect([status, body.webhook_url]).toEqual([200, receiver.url]);
      await service.publish(account);
    }
    await receiver.have(3);
    const { secret } = (await service.asOperator().get(settingsPath)).body.signing_secrets[0];
    for (const { raw, headers } of receiver.received) {
      expect(headers.authorization).toBe(`Basic ${Buffer.from('ida:a secret').toString('base64')}`);
      expect(() => new Webhook(secret).verify(raw, headers)).not.toThrow();
    }
    expect(receiver.received.map(({ payload }) => payload.user_id).sort()).toEqual([...accounts].sort());
  });

  it('have their settings only in the account that created the app; operators get a 409 in other accounts', async () => {
    const { ownerId, userId, key, settingsPath, change, subscribe, revoke } = anAuthorizedApp();
    const operator = service.asOperator();
    await subscribe();
    const path = `/operator/accounts/${userId}/webhook_apps/${key}`;
    const refusals = async () => [
      await operator.get(path),
      await operator.patch(path, { basic: { username: 'ida', password: 'a secret' } }),
      await operator.post(`${path}/rotate_secret`, {}),
    ];
    const conflict = { status: 409, body: { messages: [`the settings of this app belong to account ${ownerId}`] } };
    expect(await refusals()).toMatchObject([conflict, conflict, conflict]);
    await revoke(1);
    expect(await refusals()).toMatchObject([conflict, conflict, conflict]);
    expect((await operator.get(settingsPath)).body.signing_secrets).toHaveLength(1);
    expect((await change({ basic: null })).status).toBe(200);
    expect((await operator.post(`${settingsPath}/rotate_secret`, {})).body.signing_secrets).toHaveLength(2);
  });

  it('stop with a notice in the account that revokes the authorization, but continue in other accounts', async () => {
    const { ownerId, userId, tokenOf, subscribe, revoke } = anAuthorizedApp();
    await subscribe(tokenOf(userId, '1'));
    await subscribe(tokenOf(ownerId, '1'));
    expect((await revoke(1)).status).toBe(200);
    expect((await receiver.have(1))[0]!.payload).toMatchObject({
      action: 'application_authorization_revoked',
      user_id: userId,
    });
    await service.publish(userId);
    const last = await service.publish(ownerId);
    await until(() => delivered().includes(last.event_id));
    expect(receiver.received).toHaveLength(2);
    expect((await subscribe(tokenOf(userId, '2'))).status).toBe(403);
  });

  it('get a notice of the revocation if they are active, but not if they are disabled, even if the revocation is interrupted', async () => {
    const { userId, tokenOf, subscribe, revoke } = anAuthorizedApp();
    const gone = await receivers.another();
    gone.behaviour = answerWith(410);
    const api = tokenOf(userId, '1');
    const { body: disabled } = await api.post(PATH, { type: 'booking', webhook_url: gone.url });
    await service.publish(userId);
    await until(async () => (await api.get(`${PATH}/${disabled.id}`)).body.status === 'disabled');
    const { id } = await subscribe();
    const update = Reflect.get<Subscriptions, 'update'>(TenantRepository.prototype, 'update');
    let isInterrupted = false;
    jest.spyOn(TenantRepository.prototype as Subscriptions, 'update').mockImplementation(function (
      this: Subscriptions,
      ...request
    ) {
      const isOfActive = (request[1] as { _id?: number })._id === id;
      if (isInterrupted || !isOfActive) return update.apply(this, request);
      isInterrupted = true;
      return Promise.reject(new Error('killed here'));
    });
    await revoke(1);
    const stored = service.connection.collection<{ _id: number; status: string }>('subscriptions');
    await until(async () => (await stored.findOne({ _id: id }))?.status === 'revoked').finally(() =>
      jest.restoreAllMocks(),
    );
    await receiver.have(1);
    expect(isInterrupted).toBe(true);
    // Notices are stored before the subscriptions end, so no notice follows. The only delivery of the disabled
    // subscription is the change that was answered 410.
    const deliveries = service.connection.collection('deliveries');
    expect(await deliveries.countDocuments({ subscription_id: disabled.id })).toBe(1);
  });

  it('stop without a notice if the app itself has revoked its authorization', async () => {
    const { userId, ownerId, tokenOf, subscribe, revoke } = anAuthorizedApp();
    await subscribe();
    await subscribe(tokenOf(ownerId, '1'));
    await revoke(1, { is_notified: false });
    await service.publish(userId);
    const last = await service.publish(ownerId);
    await until(() => delivered().includes(last.event_id));
    expect(receiver.received).toHaveLength(1);
  });

  it('can be created again after a new authorization, and stop again after the next revocation', async () => {
    const { userId, subscribe, revoke, begin } = anAuthorizedApp();
    const first = await subscribe();
    await revoke(1);
    expect((await begin(2)).body).toEqual({ outcome: 'begun' });
    const second = await subscribe();
    expect([second.status, second.id === first.id]).toEqual([200, false]);
    const change = await service.publish(userId);
    await until(() => delivered().includes(change.event_id));
    await revoke(2);
    await receiver.have(3);
    const actions = receiver.received.map(({ payload }) => payload.action as string);
    expect(actions.filter((action) => action === 'application_authorization_revoked')).toHaveLength(2);
    expect((await subscribe()).status).toBe(403);
  });

  it.each([
    ['is revoked', false],
    ['is revoked and given again', true],
  ])('are refused if the authorization %s while the subscription is being created', async (_, isGivenAgain) => {
    const { userId, tokenOf, revoke, begin, subscribe } = anAuthorizedApp();
    const insert = Reflect.get<Subscriptions, 'insert'>(TenantRepository.prototype, 'insert');
    const inserting = jest.spyOn(TenantRepository.prototype as Subscriptions, 'insert');
    inserting.mockImplementation(async function (this: Subscriptions, ...request) {
      if (request[1].after.webhook_url !== receiver.url) return insert.apply(this, request);
      inserting.mockRestore();
      await revoke(1);
      if (isGivenAgain) await begin(2);
      return insert.apply(this, request);
    });
    const api = tokenOf(userId, '1');
    const headers = { 'idempotency-key': 'subscribe' };
    const create = () => api.post(PATH, { type: 'booking', webhook_url: receiver.url }, { headers });
    const refused = await create();
    expect(refused.status).toBe(403);
    expect((await api.get(PATH)).body.items).toEqual([]);
    // The job is done although it refused the request, so the event about the end of the subscription is published.
    const events = await service.eventsOf(userId, 'webhook_subscription', 2);
    expect(events.map(({ action }) => action)).toEqual(['entity_create', 'entity_delete']);
    const stored = service.connection.collection('subscriptions');
    await until(async () => (await stored.findOne({ user_id: userId }))?.outbox === undefined);
    await begin(2);
    expect(await create()).toMatchObject({ status: 403, body: refused.body });
    const { id } = await subscribe();
    expect((await api.get(PATH)).body.items).toMatchObject([{ id }]);
  });

  it('get the notice and end if the revocation comes between their storage and the response', async () => {
    const { userId, key, tokenOf, subscribe, revoke, begin } = anAuthorizedApp();
    const findOne = Reflect.get<Subscriptions, 'findOne'>(TenantRepository.prototype, 'findOne');
    const finding = jest.spyOn(TenantRepository.prototype as Subscriptions, 'findOne');
    const stored = service.connection.collection('subscriptions');
    finding.mockImplementation(async function (this: Subscriptions, ...request) {
      const isOfApp = (request[1] as { app_key?: string }).app_key === key;
      if (isOfApp && (await stored.findOne({ user_id: userId }))) {
        finding.mockRestore();
        await revoke(1);
      }
      return findOne.apply(this, request);
    });
    expect((await subscribe()).status).toBe(200);
    expect((await receiver.have(1))[0]!.payload.action).toBe('application_authorization_revoked');
    await begin(2);
    expect((await tokenOf(userId, '1').get(PATH)).body.items).toEqual([]);
  });

  it('are not affected when the report of an earlier revocation or authorization arrives again', async () => {
    const { subscribe, revoke, begin } = anAuthorizedApp();
    await subscribe();
    await revoke(1);
    await begin(2);
    // Repeat the revocation that ended the first authorization.
    await revoke(1);
    expect((await subscribe()).status).toBe(200);
    await revoke(2);
    // Repeat the call that began the second authorization.
    await begin(2);
    expect((await subscribe()).status).toBe(403);
  });
});
