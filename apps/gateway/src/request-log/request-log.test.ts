import http from 'node:http';
import { gzipSync } from 'node:zlib';
import { loggedBodies, loggedRequest } from '@keyhaven/contracts/identity/request-log';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { writeHeaders } from '@keyhaven/contracts/shared/headers';
import { createApp } from '@keyhaven/service/http/app';
import { mountContract } from '@keyhaven/service/http/mount-contract';
import { createLogger } from '@keyhaven/service/observability/logger';
import { createMetrics } from '@keyhaven/service/observability/metrics';
import { until } from '@keyhaven/testing/until';
import { initContract } from '@keyhaven/contracts/platform/ts-rest';
import type { Express } from 'express';
import { z } from 'zod';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test';
import { bearer, send, type Sent } from '../testing/send';

const responses = { 200: z.any() };
const contract = initContract().router({
  list: { method: 'GET', path: '/v2/bookings', responses },
  write: { method: 'POST', path: '/v2/bookings', headers: writeHeaders, body: z.object({}).loose(), responses },
});

/** Called when a request that gets no response has reached the service. */
let hangs = () => {};

/** Starts the gateway with a service that accepts writes with `is_good` and refuses all other writes. */
async function startPlatform(isLocal: boolean): Promise<GatewayUnderTest> {
  const service: { app?: Express } = {};
  const gateway = await startGatewayUnderTest({
    booking: (request, response) => {
      if (request.url === '/v2/bookings?hang') return hangs();
      service.app!(request, response);
    },
    isLocal,
    limits: { RATE_LIMIT_PER_MINUTE: '50' },
  });
  service.app = createApp({
    logger: createLogger('booking', 'silent'),
    metrics: createMetrics('booking', false),
    maxBodyBytes: 100_000,
    routes: (express) =>
      mountContract(express, 'public', (token) => gateway.verify(token), contract, {
        list: () => Promise.resolve({ items: [] }),
        write: ({ body }) => {
          if (body.is_good) return Promise.resolve({ id: 1 });
          throw new ApiError('nights_taken', ['2030-07-01 is taken', 'password at_0123456789abcdefghij is wrong']);
        },
      }),
  });
  return gateway;
}

const json = { 'content-type': 'application/json' };

describe.each([
  ['in the gateway’s own process', true],
  ['behind a connection', false],
])('the request log of a service %s', (_where, isLocal) => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startPlatform(isLocal);
  });
  afterAll(() => gateway.stop());

  /**
   * All logged requests that the identity stub received. Each request contains its logged bodies,
   * in the same form as in a response of the identity service.
   */
  const logged = () =>
    gateway.identity.logged.flatMap(({ user_id, requests, bodies }) =>
      requests.map((text) => {
        const request = loggedRequest.strict().parse(JSON.parse(text));
        const own = bodies.map((one) => loggedBodies.parse(JSON.parse(one))).find(({ id }) => id === request.id);
        return { user_id, ...request, ...own };
      }),
    );

  /** Sends a request of a new account. @returns the entry in the request log. */
  async function entryOf(target: string, sent: Sent = {}, token = gateway.aToken()) {
    const { status } = await send(gateway.url, target, {
      ...sent,
      headers: { ...bearer(token.token), ...sent.headers },
    });
    const entry = await until(() => logged().find(({ user_id }) => user_id === token.accountId));
    expect(entry.status).toBe(status);
    return entry;
  }
  const post = (body: string | Buffer, headers = {}) =>
    entryOf('/v2/bookings', { method: 'POST', body, headers: { ...json, ...headers } });

  it('contains successful requests, but not their bodies', async () => {
    const headers = { 'x-request-id': 'mine-1' };
    const before = Date.now();
    const entry = await entryOf('/v2//bookings/?limit=5&q=a%20b', { headers });
    expect(entry).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      user_id: expect.any(Number),
      request_id: 'mine-1',
      received_utc: expect.any(String),
      method: 'GET',
      route: 'GET /v2/bookings',
      path: '/v2//bookings/?limit=5&q=a%20b',
      status: 200,
      duration_ms: expect.any(Number),
      is_dry_run: false,
      credential_id: '7',
      app_key: null,
      client_address: expect.stringMatching(/127\.0\.0\.1$/),
      error_code: null,
      error_messages: [],
    });
    expect(Date.parse(entry.received_utc)).toBeGreaterThanOrEqual(before);
    const good = await post('{"is_good":true}');
    expect([good.method, good.request_body, good.answer_body]).toEqual(['POST', undefined, undefined]);
  });

  it('contains the code, the messages, and the request and response bodies of an error, without secrets', async () => {
    const body = {
      name: 'Ada',
      basic: { username: 'a', password: 'hunter2' },
      access_token: ['x1'],
      note: 'at_0123456789abcdefghij',
    };
    const entry = await post(JSON.stringify(body));
    expect(entry).toMatchObject({
      status: 409,
      error_code: 'nights_taken',
      error_messages: ['2030-07-01 is taken', 'password [removed] is wrong'],
      request_body: { is_cut: false },
      answer_body: { is_cut: false },
    });
    expect(JSON.parse(entry.request_body!.text)).toEqual({
      name: 'Ada',
      basic: { username: 'a', password: '[removed]' },
      access_token: '[removed]',
      note: '[removed]',
    });
    expect(JSON.parse(entry.answer_body!.text)).toMatchObject({ status: 'nights_taken', status_code: 409 });
  });

  it('truncates the bodies of an error at 4 kB', async () => {
    const entry = await post(JSON.stringify({ text: 'é'.repeat(40_000) }));
    expect(entry.request_body).toMatchObject({ is_cut: true, text: expect.stringMatching(/^\{"text":"éé/) });
    expect(Buffer.byteLength(entry.request_body!.text)).toBeLessThanOrEqual(4096);
  });

  it.each<[string, string | Buffer, Record<string, string>]>([
    ['that is not JSON', 'name=Ada&password=hunter2', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['that is compressed', gzipSync('{"password":"hunter2"}'), { 'content-encoding': 'gzip' }],
    ['that is not text', Buffer.from([0xff, 0xfe]), { 'content-type': 'application/octet-stream' }],
  ])('omits a request body %s', async (_what, body, headers) => {
    const entry = await post(body, headers);
    expect(entry.status).toBeGreaterThanOrEqual(400);
    expect(entry.request_body).toBeNull();
    expect(entry.error_code).not.toBeNull();
  });

  it('shows a body that is not valid JSON only up to the first word that may be the name of a secret', async () => {
    const entry = await post(`{'name': 'Ada', 'password': 'hunter2'}`);
    expect([entry.error_code, entry.request_body?.text]).toEqual(['bad_request', `{'name': 'Ada', '[removed]`]);
  });

  it('contains requests that the gateway refused after the account was identified', async () => {
    const reader = gateway.aToken({ scope: 'read' });
    const forbidden = await entryOf('/v2/bookings', { method: 'POST', body: '{}', headers: json }, reader);
    expect(forbidden).toMatchObject({ status: 403, error_code: 'forbidden', answer_body: { is_cut: false } });

    const { token, accountId } = gateway.aToken();
    for (let n = 0; n < 51; n++) await send(gateway.url, '/v2/bookings', { headers: bearer(token) });
    const refused = await until(() => logged().find(({ user_id, status }) => user_id === accountId && status === 429));
    expect(refused.error_code).toBe('too_many_requests');
  });

  it('contains no status if the client disconnected before the response', async () => {
    const { token, accountId } = gateway.aToken();
    const request = http.get(`${gateway.url}/v2/bookings?hang`, { headers: bearer(token), agent: false });
    request.on('error', () => {});
    await new Promise<void>((resolve) => (hangs = resolve));
    request.destroy();
    const entry = await until(() => logged().find(({ user_id }) => user_id === accountId));
    expect(entry.status).toBeNull();
  });

  it('omits requests whose account was not identified', async () => {
    gateway.identity.logged.length = 0;
    await send(gateway.url, '/v2/bookings', { headers: bearer('at_unknown') });
    await send(gateway.url, '/v2/nothing', { headers: bearer(gateway.aToken().token) });
    await send(gateway.url, '/payment_forms/key');
    await send(gateway.url, '/');
    const { accountId } = gateway.aToken();
    const last = await entryOf('/v2/bookings');
    expect(last.user_id).not.toBe(accountId);
    expect(logged()).toEqual([last]);
  });

  it('removes credentials from the URL', async () => {
    const { path } = await entryOf('/v2/bookings?access_token=at_1&Signature=ab&q=1&api%5Fkey=k&token');
    expect(path).toBe('/v2/bookings?access_token=[removed]&Signature=[removed]&q=1&api%5Fkey=[removed]&token');
    const absolute = await entryOf('http://ida:hunter2@example.com/v2/bookings');
    expect(absolute.path).toBe('/v2/bookings');
  });
});
