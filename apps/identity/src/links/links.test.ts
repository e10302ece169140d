import { randomUUID } from 'node:crypto';
import type { ServiceUnderTest } from '@keyhaven/testing/service-under-test';
import { createAnAccount, createAUser, startIdentityUnderTest } from '../testing/identity-under-test';
import { aClientAddress, aLink, aPerson, isSignedIn, PASSWORD, redeem, signIn } from '../testing/sign-in';

let service: ServiceUnderTest;
beforeAll(async () => void (service = await startIdentityUnderTest()));
afterAll(() => service.stop());

const lookAt = (token: string) =>
  service.asOperator().post('/internal/links/look_at', { token, address: aClientAddress() });
const notUsable = [404, ['this link was used already, has expired or never existed; ask for a new one']];
const refusal = ({ status, body }: { status: number; body: any }) => [status, body.messages];
const users = () => service.connection.collection<{ _id: number; links?: { expires_utc: Date }[] }>('users');

async function aUserWithLink() {
  const userId = await createAnAccount(service);
  const user = await createAUser(service, userId);
  return { userId, ...user, link: await aLink(service, userId, user.id) };
}

describe('a link for the first password', () => {
  it('can be looked up several times, and the response names the person for whom the link was created', async () => {
    const { userId, id, email_address, link } = await aUserWithLink();
    const { status, body } = await lookAt(link);
    expect(status).toBe(200);
    expect(body).toMatchObject({ kind: 'first_user', person: { id, email_address }, account: { id: userId } });
    const hours = (Date.parse(body.expires_utc) - Date.now()) / 3600_000;
    expect(hours).toBeCloseTo(72, 1);
    expect((await lookAt(link)).body).toEqual(body);
  });

  it('is the URL of a page with a token; only the hash of the token is stored', async () => {
    const { userId, id } = await aUserWithLink();
    const path = `/operator/accounts/${userId}/users/${id}/links`;
    const { body } = await service.asOperator().post(path, {});
    expect(body.url).toMatch(/^http:\/\/127\.0\.0\.1:8080\/portal\/links\/[\w-]{43}$/);
    const stored = JSON.stringify(await users().findOne({ _id: id }));
    expect(stored).not.toContain(body.url.split('/').at(-1));
  });

  it('sets the password only once, and signs the person in', async () => {
    const { email_address, link } = await aUserWithLink();
    const { status, body } = await redeem(service, link);
    expect([status, body.active, body.person.email_address]).toEqual([200, true, email_address]);
    expect(await isSignedIn(service, body.token as string)).toBe(true);
    expect((await signIn(service, email_address)).body.active).toBe(true);
    for (const answer of [await redeem(service, link, 'another password'), await lookAt(link)]) {
      expect(refusal(answer)).toEqual(notUsable);
    }
    expect((await signIn(service, email_address)).body.active).toBe(true);
  });

  it('succeeds only once if several concurrent requests use the link', async () => {
    const { email_address, link } = await aUserWithLink();
    const passwords = Array.from({ length: 6 }, (_, at) => `the password number ${at}`);
    const answers = await Promise.all(passwords.map((password) => redeem(service, link, password)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404]);
    const winner = passwords[answers.findIndex(({ status }) => status === 200)]!;
    for (const password of passwords) {
      expect((await signIn(service, email_address, password)).body.active).toBe(password === winner);
    }
  });

  it.each(['eleven char', 'x'.repeat(201)])(
    'remains usable after a request with a password of the wrong length: %s',
    async (password) => {
      const { link } = await aUserWithLink();
      const answer = await redeem(service, link, password);
      const message = `password: has ${password.length} characters; expected 12 to 200`;
      expect(refusal(answer)).toEqual([400, [message]]);
      expect((await redeem(service, link)).status).toBe(200);
    },
  );

  it('becomes invalid when it expires, and when a new link is created', async () => {
    const first = await aUserWithLink();
    const second = await aLink(service, first.userId, first.id);
    expect(refusal(await redeem(service, first.link))).toEqual(notUsable);
    await users().updateOne({ _id: first.id }, { $set: { 'links.0.expires_utc': new Date(Date.now() - 1) } });
    expect(refusal(await redeem(service, second))).toEqual(notUsable);
  });

  it('is refused if its token is unknown; after fifty unknown tokens, the client address gets a 429', async () => {
    expect(refusal(await redeem(service, randomUUID()))).toEqual(notUsable);
    const address = aClientAddress();
    const attempt = () => service.asOperator().post('/internal/links/look_at', { token: randomUUID(), address });
    const answers = await Promise.all(Array.from({ length: 51 }, attempt));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    const { headers } = await attempt();
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('can be created only for people in the account', async () => {
    const { id } = await aUserWithLink();
    const other = await createAnAccount(service);
    const path = `/operator/accounts/${other}/users/${id}/links`;
    expect((await service.asOperator().post(path, {})).status).toBe(404);
  });
});

describe('a link for a new password', () => {
  it('is created if the person already has a password, and is valid for an hour', async () => {
    const { userId, id } = await aPerson(service);
    const { body } = await lookAt(await aLink(service, userId, id));
    expect(body.kind).toBe('password_reset');
    expect((Date.parse(body.expires_utc) - Date.now()) / 60_000).toBeCloseTo(60, 0);
  });

  it('ends all earlier sessions of the person and begins a new session', async () => {
    const { userId, id, email_address, token } = await aPerson(service);
    const { body } = await redeem(service, await aLink(service, userId, id), 'another password');
    expect([await isSignedIn(service, token), await isSignedIn(service, body.token as string)]).toEqual([false, true]);
    expect((await signIn(service, email_address, PASSWORD)).body.active).toBe(false);
    expect((await signIn(service, email_address, 'another password')).body.active).toBe(true);
  });
});
