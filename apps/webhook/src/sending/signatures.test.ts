import { until } from '@keyhaven/testing/until';
import { Webhook } from 'standardwebhooks';
import type { Receiver } from '../testing/receiver';
import { receiversOfEachTest } from '../testing/receivers';
import { startWebhookUnderTest, type WebhookUnderTest } from '../testing/webhook-under-test';

let service: WebhookUnderTest;

const receivers = receiversOfEachTest();
let receiver: Receiver;
beforeEach(() => {
  receiver = receivers.first;
});
beforeAll(async () => {
  service = await startWebhookUnderTest();
});
afterAll(() => service.stop());

describe('a signed delivery', () => {
  it('can be verified by the standardwebhooks package', async () => {
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

  it('has signatures for both the old and the new secret during a rotation, and later only for the new secret', async () => {
    const { userId, subscribe, operator, settingsPath } = service.anAccount();
    await subscribe(receiver.url);
    const old = (await operator.get(settingsPath)).body.signing_secrets[0].secret;
    const rotate = async (keep_old_hours: number) =>
      (await operator.post(`${settingsPath}/rotate_secret`, { keep_old_hours })).body.signing_secrets;
    // A delivery is signed with the secrets at the time of sending. So publish immediately before and after each
    // rotation.
    const published = async () => {
      const { event_id } = await service.publish(userId);
      return until(() => receiver.received.find(({ headers }) => headers['webhook-id'] === event_id));
    };
    await published();
    const [newest, kept] = await rotate(1);
    expect(kept).toMatchObject({ secret: old, expires_utc: expect.any(String) });
    const during = await published();
    for (const secret of [old, newest.secret]) {
      expect(() => new Webhook(secret).verify(during.raw, during.headers)).not.toThrow();
    }
    const [alone, ...others] = await rotate(0);
    expect(others).toEqual([]);
    const after = await published();
    expect(() => new Webhook(alone.secret).verify(after.raw, after.headers)).not.toThrow();
    expect(() => new Webhook(newest.secret).verify(after.raw, after.headers)).toThrow();
  });

  it('has signatures for all secrets that have not expired', async () => {
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

  it('is signed with only one new secret if a rotation is repeated with the same Idempotency-Key', async () => {
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

  it('is signed with a secret whose plain text is removed from the database after the secret has expired', async () => {
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

  it('has the new credentials after the request that sets them was repeated, even if the first attempt was interrupted', async () => {
    const { userId, subscribe, operator, settingsPath } = service.anAccount();
    await subscribe(receiver.url);
    const headers = { 'idempotency-key': 'change' };
    const basic = { username: 'hooks', password: 'new' };
    const change = () => operator.patch(settingsPath, { basic }, { headers });
    await change();
    // Simulate that the first request died between its write and its response, and that the sender read the app shortly
    // before this write: set the old state, let the sender read it, and set the new state again.
    const set = (value: object | null) =>
      service.connection.collection('apps').updateOne({ user_id: userId }, { $set: { basic: value } });
    await set(null);
    await service.publish(userId);
    await receiver.have(1);
    await set(basic);
    expect((await change()).status).toBe(200);
    await service.publish(userId);
    const later = (await receiver.have(2))[1]!;
    expect(later.headers.authorization).toBe(`Basic ${Buffer.from('hooks:new').toString('base64')}`);
  });

  it('has Basic credentials if the app has set them; no response or event contains the password', async () => {
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
