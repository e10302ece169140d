import { randomUUID } from 'node:crypto';
import type { ServiceUnderTest } from '@keyhaven/testing/service-under-test';
import { until } from '@keyhaven/testing/until';
import argon2 from 'argon2';
import { hashPassword } from '../passwords/password';
import { hashToken } from '../store/hash-token';
import { anEmailAddress, createAnAccount, createAUser, startIdentityUnderTest } from '../testing/identity-under-test';
import { aClientAddress, aPerson as makePerson, PASSWORD as password, signIn } from '../testing/sign-in';

let service: ServiceUnderTest;
beforeAll(async () => void (service = await startIdentityUnderTest()));
afterAll(() => service.stop());

const users = () => service.connection.collection<{ _id: number; password_hash: string }>('users');
const sessions = () => service.connection.collection<{ _id: string; expires_utc: Date }>('sessions');
const call = (path: string, body: object) => service.asOperator().post(`/internal/sessions/${path}`, body);
const lookUp = async (token: string) => (await call('look_up', { token })).body;

const aPerson = () => makePerson(service);

/**
 * Makes the password check reject every password without hashing it, because a hundred hashes would take seconds of CPU
 * time.
 */
const refusePasswords = () => jest.spyOn(argon2, 'verify').mockResolvedValue(false);
afterEach(() => jest.restoreAllMocks());

describe('signing in', () => {
  it('begins a session, and returns the person and the account', async () => {
    const { userId, id, email_address } = await aPerson();
    const { status, body } = await signIn(service, ` ${email_address.toUpperCase()} `, password);
    expect(status).toBe(200);
    const shown = {
      person: { id, email_address, first_name: 'Ida', last_name: 'Rossi', role: 'owner' },
      account: { id: userId, company_name: 'Lakeside Lettings', time_zone: 'Europe/Rome', currency_code: 'EUR' },
    };
    expect(body).toMatchObject({ active: true, ...shown });
    expect(await lookUp(body.token)).toEqual({ active: true, ...shown, expires_utc: body.expires_utc });
  });

  it('gives the same response for an unknown e-mail address, a wrong password, and a person without a password', async () => {
    const { email_address } = await aPerson();
    const invited = await createAUser(service, await createAnAccount(service));
    const answers = [
      await signIn(service, anEmailAddress(), password),
      await signIn(service, email_address, `${password}!`),
      await signIn(service, invited.email_address, password),
    ];
    for (const { status, body } of answers) expect([status, body]).toEqual([200, { active: false }]);
  });

  it('checks a password even for an unknown e-mail address, so that the response takes as long as for a known one', async () => {
    const verify = jest.spyOn(argon2, 'verify');
    await signIn(service, anEmailAddress(), password);
    expect(verify).toHaveBeenCalledTimes(1);
    const parameters = (hash: string) => hash.split('$').slice(0, 4);
    const { id } = await aPerson();
    const stored = await users().findOne({ _id: id });
    expect(parameters(verify.mock.calls[0]![0])).toEqual(parameters(stored!.password_hash));
  });

  it('accepts a password with accented letters, no matter how the keyboard composes them', async () => {
    const person = await aPerson();
    const hash = await hashPassword('é è à — twelve');
    await users().updateOne({ _id: person.id }, { $set: { password_hash: hash } });
    const typed = 'é è à — twelve'.normalize('NFD');
    expect((await signIn(service, person.email_address, typed)).body.active).toBe(true);
  });

  it('hashes the password again if its hash has old parameters', async () => {
    const person = await aPerson();
    const old = await argon2.hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await users().updateOne({ _id: person.id }, { $set: { password_hash: old } });
    const { body } = await signIn(service, person.email_address, password);
    const stored = await users().findOne({ _id: person.id });
    expect(stored!.password_hash).toContain('$argon2id$v=19$m=19456,p=1,t=2$');
    expect((await lookUp(body.token)).active).toBe(true);
    expect((await signIn(service, person.email_address, password)).body.active).toBe(true);
  });

  it('is refused with Retry-After after ten attempts for an e-mail address from one client, even if all are parallel', async () => {
    const { email_address } = await aPerson();
    const address = aClientAddress();
    const attempt = (password: string) =>
      service.asOperator().post('/internal/sessions', { email_address, password, address });
    const wrong = Array.from({ length: 12 }, () => attempt('wrong password'));
    const statuses = (await Promise.all(wrong)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
    const { status, body, headers } = await attempt(password);
    expect([status, body.status]).toEqual([429, 'too_many_requests']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(800);
    // The person can still sign in on other clients.
    expect((await signIn(service, email_address, password)).body.active).toBe(true);
  });

  it('is refused after a hundred attempts for an e-mail address, counted over all clients', async () => {
    refusePasswords();
    const email_address = anEmailAddress();
    for (let round = 0; round < 10; round++) {
      const answers = Array.from({ length: 10 }, () => signIn(service, email_address, 'wrong password'));
      for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
    }
    expect((await signIn(service, email_address, 'wrong password')).status).toBe(429);
  });

  it('counts the attempts from all addresses of one IPv6 network together', async () => {
    const { email_address } = await aPerson();
    refusePasswords();
    const network = `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}`;
    const attempt = (at: number) =>
      service.asOperator().post('/internal/sessions', { email_address, password: 'x', address: `${network}::${at}` });
    const statuses = (await Promise.all(Array.from({ length: 11 }, (_, at) => attempt(at)))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });

  it('is refused after fifty attempts from one client address, counted over all e-mail addresses', async () => {
    refusePasswords();
    const address = aClientAddress();
    const attempt = (email_address: string) =>
      service.asOperator().post('/internal/sessions', { email_address, password: 'x', address });
    for (let at = 0; at < 5; at++) {
      await Promise.all(Array.from({ length: 10 }, () => attempt(anEmailAddress())));
    }
    expect((await attempt(anEmailAddress())).status).toBe(429);
  });

  it('resets the count of earlier wrong attempts', async () => {
    const { email_address } = await aPerson();
    const address = aClientAddress();
    const attempt = (typed: string) =>
      service.asOperator().post('/internal/sessions', { email_address, password: typed, address });
    for (let round = 0; round < 2; round++) {
      await Promise.all(Array.from({ length: 9 }, () => attempt('wrong password')));
      expect((await attempt(password)).body.active).toBe(true);
    }
  });
});

describe('a session', () => {
  it('is stored under a hash of its token, and lasts fourteen days after its last use', async () => {
    const { token } = await aPerson();
    const key = { _id: hashToken(token) };
    const days = (date: Date) => (date.getTime() - Date.now()) / (24 * 3600 * 1000);
    const before = (await sessions().findOne(key))!;
    expect(JSON.stringify(before)).not.toContain(token);
    expect(days(before.expires_utc)).toBeCloseTo(14, 2);

    // A second use within an hour writes nothing.
    await lookUp(token);
    expect(await sessions().findOne(key)).toEqual(before);
    await sessions().updateOne(key, { $set: { expires_utc: new Date(Date.now() + 3600_000) } });
    await lookUp(token);
    expect(days((await sessions().findOne(key))!.expires_utc)).toBeCloseTo(14, 2);
  });

  it('is not found when it has expired or its token is unknown', async () => {
    const { token } = await aPerson();
    // The identity service only estimates the database's clock, so the expiry must be clearly in the past.
    await sessions().updateOne({ _id: hashToken(token) }, { $set: { expires_utc: new Date(Date.now() - 60_000) } });
    for (const unknown of [token, randomUUID(), '']) expect(await lookUp(unknown)).toEqual({ active: false });
  });

  it('ends at sign-out; other sessions of the person remain valid', async () => {
    const { token, email_address } = await aPerson();
    const other = (await signIn(service, email_address, password)).body.token as string;
    expect((await call('end', { token })).status).toBe(200);
    expect((await call('end', { token })).status).toBe(200);
    expect([await lookUp(token), (await lookUp(other)).active]).toEqual([{ active: false }, true]);
  });

  it('ends when all sessions of the person are ended; sessions of other people remain valid', async () => {
    const { token, email_address, userId, id } = await aPerson();
    const other = (await signIn(service, email_address, password)).body.token as string;
    const stranger = await aPerson();
    expect((await call('end_all', { user_id: stranger.userId, person_id: id })).status).toBe(404);
    expect((await call('end_all', { user_id: userId, person_id: id })).status).toBe(200);
    for (const ended of [token, other]) expect(await lookUp(ended)).toEqual({ active: false });
    expect((await lookUp(stranger.token)).active).toBe(true);
    expect((await signIn(service, email_address, password)).body.active).toBe(true);
  });

  it('shows the current data of the person and the account', async () => {
    const { token, userId } = await aPerson();
    await service.asOperator().patch(`/operator/accounts/${userId}`, { company_name: 'New Name' });
    expect((await lookUp(token)).account).toMatchObject({ company_name: 'New Name' });
  });
});

it('the identity service stores no password in plain text, and publishes neither passwords nor their hashes', async () => {
  const person = await aPerson();
  await signIn(service, person.email_address, password);
  await until(() => service.events.some(({ entity_id }) => entity_id === person.id));
  const names = (await service.connection.listCollections()).map(({ name }) => name);
  const stored = await Promise.all(names.map((name) => service.connection.collection(name).find().toArray()));
  expect(JSON.stringify([stored, service.events])).not.toContain(password);
  expect(JSON.stringify(service.events)).not.toContain('argon2');
});
