import type { ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { createClient } from '../create-client';
import { answerJson, refuse, startStubPlatform, type StubPlatform } from '../testing/stub-platform';
import type { OAuthCredentials, OAuthTokens } from './credentials';

/** A platform that accepts only the newest access token, and each refresh token only once. */
let stub: StubPlatform;
let stored: OAuthTokens[];
let valid: { access: string; refresh: string };
/** A test can set this function to respond to a token refresh itself. The function returns true if it has responded. */
let refuseRefresh: ((response: ServerResponse) => boolean) | undefined;
beforeEach(async () => {
  stored = [];
  valid = { access: 'at_0', refresh: 'rt_0' };
  refuseRefresh = undefined;
  stub = await startStubPlatform((response, { target, headers, body }) => {
    if (target === '/oauth/access_token') {
      if (refuseRefresh?.(response)) return;
      const sent = new URLSearchParams(body).get('refresh_token');
      if (sent !== valid.refresh) return refuse(response, 400, 'bad_request');
      const number = Number(sent.slice(3)) + 1;
      valid = { access: `at_${number}`, refresh: `rt_${number}` };
      return answerJson(response, 200, { access_token: valid.access, refresh_token: valid.refresh, expires_in: 3600 });
    }
    if (headers.authorization !== `Bearer ${valid.access}`) return refuse(response, 401, 'unauthorized');
    if (target.startsWith('/v2/events')) answerJson(response, 200, { items: [], next_cursor: '1', has_more: false });
    else answerJson(response, 200, { id: 1 });
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  return stub.close();
});

const clientOf = (more: Partial<OAuthCredentials>) =>
  createClient({
    baseUrl: stub.url,
    credentials: {
      clientId: 'c_1',
      clientSecret: 's_1',
      refreshToken: 'rt_0',
      onTokens: (tokens) => void stored.push(tokens),
      ...more,
    },
  });
const refreshes = () => stub.received.filter(({ target }) => target === '/oauth/access_token');

describe('a client with a refresh token', () => {
  it('gets an access token before its first request, and stores the new tokens', async () => {
    await clientOf({}).getCurrentUser();
    expect(stored).toMatchObject([{ accessToken: 'at_1', refreshToken: 'rt_1', expiresAt: expect.any(Date) }]);
    expect(refreshes()[0]!.headers.authorization).toBe(`Basic ${btoa('c_1:s_1')}`);
  });

  it('refreshes once for concurrent requests', async () => {
    const client = clientOf({});
    await Promise.all([client.getCurrentUser(), client.getCurrentUser(), client.getCurrentUser()]);
    expect(refreshes()).toHaveLength(1);
  });

  it('refreshes an access token that is about to expire', async () => {
    await clientOf({ accessToken: 'at_0', expiresAt: new Date(Date.now() + 30_000) }).getCurrentUser();
    expect(stored).toHaveLength(1);
  });

  it('does not refresh an access token that will not expire soon', async () => {
    await clientOf({ accessToken: 'at_0', expiresAt: new Date(Date.now() + 3_000_000) }).getCurrentUser();
    expect(stored).toEqual([]);
  });

  it('refreshes once after a 401, and then repeats the requests', async () => {
    const client = clientOf({ accessToken: 'at_revoked' });
    await Promise.all([client.getCurrentUser(), client.getCurrentUser()]);
    expect(stored).toHaveLength(1);
  });

  it('fails with a 401 if the new access token is refused too', async () => {
    valid.access = 'none';
    const client = clientOf({ onTokens: () => void (valid.access = 'none') });
    await expect(client.getCurrentUser()).rejects.toMatchObject({ status: 401 });
  });

  it('uses new tokens only after they are stored', async () => {
    const client = clientOf({ onTokens: () => Promise.reject(new Error('disk full')) });
    await expect(client.getCurrentUser()).rejects.toThrow('disk full');
    expect(stub.received.map(({ target }) => target)).toEqual(['/oauth/access_token']);
  });

  it('tries again to store tokens after a failure, without another refresh', async () => {
    let failures = 2;
    const onTokens = (tokens: OAuthTokens) => {
      stored.push(tokens);
      if (failures-- > 0) throw new Error('disk full');
    };
    const client = clientOf({ onTokens });
    await expect(client.getCurrentUser()).rejects.toThrow('disk full');
    await expect(client.getCurrentUser()).rejects.toThrow('disk full');
    await client.getCurrentUser();
    expect(stored.map(({ refreshToken }) => refreshToken)).toEqual(['rt_1', 'rt_1', 'rt_1']);
    expect(refreshes()).toHaveLength(1);
  });

  it('sends the client id in the body and no secret if the app is public', async () => {
    await clientOf({ clientSecret: undefined }).getCurrentUser();
    expect(refreshes()[0]!.headers.authorization).toBeUndefined();
    expect(new URLSearchParams(refreshes()[0]!.body).get('client_id')).toBe('c_1');
  });
});

describe('a failed token refresh', () => {
  it('is retried like other requests, after the pause that Retry-After demands', async () => {
    let refusals = 2;
    refuseRefresh = (response) => {
      if (refusals-- <= 0) return false;
      refuse(response, 503, 'unavailable', { 'retry-after': '0' });
      return true;
    };
    await clientOf({}).getCurrentUser();
    expect(refreshes()).toHaveLength(3);
  });

  it('does not stop a reader of the event log', async () => {
    const signal = AbortSignal.timeout(1000);
    refuseRefresh = (response) => {
      refuse(response, 503, 'unavailable', { 'retry-after': '0' });
      return true;
    };
    await expect(clientOf({}).readEvents({ signal }).next()).resolves.toEqual({ done: true, value: undefined });
    expect(refreshes().length).toBeGreaterThan(1);
  });

  it('is retried when a 401 for the access token caused the refresh', async () => {
    let refusals = 1;
    refuseRefresh = (response) => {
      if (refusals-- <= 0) return false;
      refuse(response, 503, 'unavailable', { 'retry-after': '0' });
      return true;
    };
    await clientOf({ accessToken: 'at_revoked' }).getCurrentUser();
    expect(refreshes()).toHaveLength(2);
  });

  it.each<[string, string, string]>([
    ['the page of a proxy', 'text/html', '<h1>Sign in</h1>'],
    ['JSON without tokens', 'application/json', '{"signed_in":false}'],
    ['an empty access token', 'application/json', '{"access_token":"","refresh_token":"rt_9","expires_in":3600}'],
    ['no lifetime', 'application/json', '{"access_token":"at_9","refresh_token":"rt_9"}'],
    ['an empty body', 'application/json', ''],
  ])('is retried after a 200 with %s, and nothing is stored from that response', async (_, type, body) => {
    let others = 1;
    refuseRefresh = (response) => {
      if (others-- <= 0) return false;
      response.writeHead(200, { 'content-type': type }).end(body);
      return true;
    };
    await clientOf({}).getCurrentUser();
    expect(stored.map(({ refreshToken }) => refreshToken)).toEqual(['rt_1']);
  });

  it('has an error without the body of the response, because that may contain valid tokens', async () => {
    const now = Date.now.bind(Date);
    let passedMs = 0;
    jest.spyOn(Date, 'now').mockImplementation(() => now() + passedMs);
    refuseRefresh = (response) => {
      answerJson(response, 200, { access_token: 'at_9', refresh_token: 'rt_9', expires_in: '3600' });
      // The client gives up, because it may no longer send the old refresh token.
      passedMs = 60_000;
      return true;
    };
    const error: unknown = await clientOf({})
      .getCurrentUser()
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'TokensLostError', cause: { code: 'unexpected_answer' } });
    expect(inspect(error, { depth: Infinity })).not.toMatch(/[ar]t_9/);
  });

  it('is not retried when the platform refuses the credentials of the app with a 401', async () => {
    refuseRefresh = (response) => {
      refuse(response, 401, 'unauthorized');
      return true;
    };
    await expect(clientOf({}).getCurrentUser()).rejects.toMatchObject({ status: 401, path: '/oauth/access_token' });
    expect(refreshes()).toHaveLength(1);
  });

  it('does not delay the timeout or the abort of a request that waits for the refresh', async () => {
    const arrived = new Promise<void>((resolve) => {
      refuseRefresh = () => {
        resolve();
        return true;
      };
    });
    const reason = new Error('no longer needed');
    const leaving = new AbortController();
    const client = clientOf({});
    const limited = expect(client.getCurrentUser({}, { timeoutMs: 50, retry: false })).rejects.toMatchObject({
      code: 'timed_out',
    });
    const aborted = expect(client.getCurrentUser({}, { signal: leaving.signal })).rejects.toBe(reason);
    await arrived;
    leaving.abort(reason);
    await Promise.all([limited, aborted]);
    expect(refreshes()).toHaveLength(1);
  });
});

describe('a slow token refresh', () => {
  it('does not fail if the time limit of the request is infinite', async () => {
    refuseRefresh = (response) => {
      valid = { access: 'at_1', refresh: 'rt_1' };
      const body = { access_token: 'at_1', refresh_token: 'rt_1', expires_in: 3600 };
      setTimeout(() => answerJson(response, 200, body), 50);
      return true;
    };
    await clientOf({}).getCurrentUser({}, { timeoutMs: Infinity, retry: false });
    expect(stored.map(({ refreshToken }) => refreshToken)).toEqual(['rt_1']);
  });
});

describe('a token refresh without a response', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /**
   * Creates a client whose token refreshes get no response. `lose` is called for each refresh, and makes it fail.
   * @returns a call that resolves to the error, and the times of all refreshes in seconds.
   */
  async function refreshTimes(lose: (signal: AbortSignal) => Promise<Response>) {
    const startedAt = Date.now();
    const times: number[] = [];
    const client = createClient({
      baseUrl: 'http://127.0.0.1',
      credentials: { clientId: 'c_1', refreshToken: 'rt_0', onTokens: () => undefined },
      fetch: (_, init) => {
        times.push((Date.now() - startedAt) / 1000);
        return lose(init!.signal!);
      },
    });
    const call = async () => {
      const failing: Promise<unknown> = client.getCurrentUser().catch((error: unknown) => error);
      await jest.advanceTimersByTimeAsync(300_000);
      return failing;
    };
    return { call, times };
  }

  it('is retried while the platform accepts the old refresh token, but not later', async () => {
    const hang = (signal: AbortSignal) =>
      new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    const { call, times } = await refreshTimes(hang);
    expect(await call()).toMatchObject({ name: 'TokensLostError' });
    expect(times.length).toBeGreaterThanOrEqual(3);
    expect(Math.max(...times)).toBeLessThanOrEqual(25);
    const before = times.length;
    expect(await call()).toMatchObject({ name: 'TokensLostError' });
    expect(times).toHaveLength(before);
  });

  it.each([
    'ECONNREFUSED',
    'UND_ERR_CONNECT_TIMEOUT',
    'CERT_HAS_EXPIRED',
    'CERT_NOT_YET_VALID',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ])('is retried without a time limit after %s, because the platform has received nothing', async (code) => {
    const cause = Object.assign(new Error(`no connection: ${code}`), { code });
    const { call, times } = await refreshTimes(() => Promise.reject(new TypeError('fetch failed', { cause })));
    expect(await call()).toMatchObject({ code: 'no_answer' });
    expect(await call()).toMatchObject({ code: 'no_answer' });
    expect(times).toHaveLength(10);
  });
});
