import { accountCreation, tokenCreation, userCreation } from '@keyhaven/contracts/identity/identity';
import { startStubPlatform, type StubPlatform } from '../testing/stub-platform';
import { createDemoAccount } from './create-demo-account';

let platform: StubPlatform;
beforeEach(async () => {
  platform = await startStubPlatform();
});
afterEach(() => platform.stop());

describe('createDemoAccount', () => {
  it('creates an account with a user, a personal access token and an access token; both tokens have the full scope', async () => {
    const answer = await createDemoAccount(platform.target);
    expect(answer).toEqual({
      userId: 1000,
      personId: 1001,
      emailAddress: 'demo@example.com',
      personalToken: 'pt_1002',
      accessToken: 'pt_1003',
    });
    const tokens = '/operator/accounts/1000/users/1001/tokens';
    expect(platform.seen.map(({ path }) => path)).toEqual([
      '/operator/accounts',
      '/operator/accounts/1000/users',
      tokens,
      tokens,
    ]);
    const [account, user, ...tokensSent] = platform.seen.map(({ body }) => body);
    expect(accountCreation.parse(account)).toMatchObject({ is_property_management: true });
    expect(userCreation.parse(user).email_address).toBe('demo@example.com');
    expect(tokensSent.map((body) => tokenCreation.parse(body))).toMatchObject([
      { kind: 'personal', scope: 'full' },
      { kind: 'access', scope: 'full' },
    ]);
  });

  it('sends the same Idempotency-Keys in each run, except in requests that create tokens', async () => {
    await createDemoAccount(platform.target);
    const first = platform.seen.map(({ key }) => key);
    await createDemoAccount(platform.target);
    const all = platform.seen.map(({ key }) => key);
    expect(all.slice(4, 6)).toEqual(first.slice(0, 2));
    expect(new Set(all).size).toBe(6);
    expect(new Set(platform.seen.map(({ authorization }) => authorization))).toEqual(
      new Set(['Bearer service-of-identity']),
    );
  });

  it('continues with the same account if an earlier run was interrupted', async () => {
    platform.answerWith = ({ key }) => (key === 'demo/user' ? 'break' : undefined);
    await expect(createDemoAccount(platform.target)).rejects.toThrow('demo data: user could not be created: no answer');
    platform.answerWith = () => undefined;
    expect((await createDemoAccount(platform.target)).userId).toBe(1000);
    const randomKey = expect.stringMatching(/^[\da-f-]{36}$/);
    expect([...platform.made.keys()]).toEqual(['demo/account', 'demo/user', randomKey, randomKey]);
  });

  it('does not reveal a token in its error message', async () => {
    platform.answerWith = ({ path }) =>
      path.endsWith('/tokens') ? { status: 200, body: { token: 4711, secret: 'pt_secret' } } : undefined;
    const error: unknown = await createDemoAccount(platform.target).catch((reason: unknown) => reason);
    expect(String(error)).toContain('token/personal');
    expect(String(error)).not.toContain('pt_secret');
  });
});
