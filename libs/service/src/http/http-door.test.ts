import http from 'node:http';
import net from 'node:net';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { calendarDate } from '@keyhaven/contracts/shared/dates';
import { writeHeaders } from '@keyhaven/contracts/shared/headers';
import { idInput, text } from '@keyhaven/contracts/shared/inputs';
import { makeTestKeys, testGrants, type TestKeys } from '@keyhaven/testing/test-keys';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { createTokenVerifier } from '../auth/token-verifier';
import { createLogger } from '../logger';
import { createMetrics } from '../metrics';
import { createApp } from './app';
import { mountContract } from './mount-contract';
import { type RunningServer, serve } from './serve';

const contract = initContract().router({
  read: {
    method: 'GET',
    path: '/v2/things/:id',
    pathParams: z.object({ id: idInput }),
    query: z.object({ from: calendarDate.optional() }),
    responses: { 200: z.any() },
  },
  write: {
    method: 'POST',
    path: '/v2/things',
    headers: writeHeaders,
    body: z.object({ name: text(10), day: calendarDate }),
    responses: { 200: z.any() },
  },
  remove: {
    method: 'DELETE',
    path: '/v2/things/:id',
    pathParams: z.object({ id: idInput }),
    responses: { 204: z.undefined() },
  },
});
const inside = initContract().router({
  ask: { method: 'POST', path: '/internal/ask', body: z.object({}), responses: { 200: z.any() } },
});

const MAX_BODY = 10_000;
let keys: TestKeys;
let server: RunningServer;
let slowStarted = 0;
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  keys = await makeTestKeys();
  const verify = createTokenVerifier('things', keys.publicKeys, { grants: testGrants });
  const logger = createLogger('things', 'info', {
    write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  });
  const app = createApp({
    logger,
    metrics: createMetrics('things', false),
    maxBodyBytes: MAX_BODY,
    routes: (express) => {
      mountContract(express, 'public', verify, contract, {
        read: async ({ params, context }) => {
          if (params.id === 404) throw new ApiError('not_found', 'a thing with this id does not exist');
          if (params.id === 500) throw new Error('secret detail of the inside');
          if (params.id === 600) {
            slowStarted++;
            await new Promise((resolve) => setTimeout(resolve, 200));
          }
          const record = { id: params.id, account: context.caller.accountId };
          context.setVersion(3, record);
          return record;
        },
        write: async ({ body, context }) =>
          Promise.resolve({ ...body, idempotency: context.idempotency, ifMatch: context.ifMatchVersion }),
        remove: () => Promise.resolve(),
      });
      mountContract(express, 'internal', verify, inside, { ask: () => Promise.resolve({ answer: 42 }) });
    },
  });
  server = await serve(app, '127.0.0.1', 0);
});
afterAll(() => server.close(1000));

const bearer = async (request: Partial<Parameters<TestKeys['sign']>[0]> = {}) => ({
  authorization: `Bearer ${await keys.sign({ audience: 'things', scope: 'full', accountId: 5, credentialId: 'c1', ...request })}`,
});
const call = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(server.url + path, init);
  const body = await response.text();
  return { status: response.status, headers: response.headers, body: body ? JSON.parse(body) : undefined };
};
const post = async (body: unknown, headers: Record<string, string> = {}, path = '/v2/things') =>
  call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(await bearer()), ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

describe('the HTTP server of a service', () => {
  it('answers a route with an ETag of the version and a hash of the answer', async () => {
    const { status, headers, body } = await call('/v2/things/7', { headers: await bearer() });
    expect([status, body]).toEqual([200, { id: 7, account: 5 }]);
    expect(headers.get('etag')).toMatch(/^"3-[\w-]{16}"$/);
    const other = await call('/v2/things/8', { headers: await bearer() });
    expect(other.headers.get('etag')).toMatch(/^"3-[\w-]{16}"$/);
    expect(other.headers.get('etag')).not.toBe(headers.get('etag'));
    const again = await call('/v2/things/7', { headers: await bearer() });
    expect(again.headers.get('etag')).toBe(headers.get('etag'));
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it('answers a deletion with 204 and no body', async () => {
    const { status, body } = await call('/v2/things/7', { method: 'DELETE', headers: await bearer() });
    expect([status, body]).toEqual([204, undefined]);
  });

  it('reports the faults of path, query and body together, with the values that were sent', async () => {
    const { body } = await call('/v2/things/x?from=2026-02-30', { headers: await bearer() });
    expect(body).toEqual({
      messages: [
        'path parameter id: "x" is not accepted; expected the id of a record, a positive integer',
        'query parameter from: "2026-02-30" is not accepted; expected a calendar date that exists, yyyy-mm-dd, without a time',
      ],
      status: 'bad_request',
      status_code: 400,
    });
    const posted = await post({ name: 'much too long' });
    expect(posted.body.messages).toEqual([
      'name: "much too long" is not accepted; expected at most 10 characters',
      'day: is required; expected a calendar date, yyyy-mm-dd',
    ]);
  });

  it.each([
    ['malformed JSON', '{"name":', 400, 'bad_request', 'is not valid JSON'],
    ['an array', '[]', 400, 'bad_request', 'expected an object'],
    ['a number', '5', 400, 'bad_request', 'expected an object'],
    ['null', 'null', 400, 'bad_request', 'expected an object'],
    ['nothing', '', 400, 'bad_request', 'name: is required'],
    [
      'too much',
      JSON.stringify({ name: 'x'.repeat(MAX_BODY) }),
      413,
      'payload_too_large',
      `at most ${MAX_BODY} bytes are accepted`,
    ],
  ])('refuses a body that is %s', async (_name, sent, status, code, message) => {
    const answer = await post(sent);
    expect(answer).toMatchObject({ status, body: { status: code, status_code: status } });
    expect(answer.body.messages[0]).toContain(message);
  });

  it('reads JSON without a content type, and refuses other types', async () => {
    const body = JSON.stringify({ name: 'a', day: '2026-07-01' });
    const untyped = await call('/v2/things', { method: 'POST', headers: await bearer(), body: new Blob([body]) });
    expect(untyped.status).toBe(200);
    expect((await post(body, { 'content-type': 'text/xml' })).status).toBe(415);
    expect((await post(body, { 'content-type': 'application/vnd.api+json' })).status).toBe(200);
  });

  it('answers 500 with the request id only; the log has the details under that id', async () => {
    const { status, headers, body } = await call('/v2/things/500', { headers: await bearer() });
    const requestId = headers.get('x-request-id')!;
    expect(status).toBe(500);
    expect(body).toEqual({
      messages: [`an internal error occurred; give the operator the request id ${requestId}`],
      status: 'internal_error',
      status_code: 500,
    });
    const line = lines.find(({ request_id, msg }) => request_id === requestId && msg === 'request failed');
    expect(JSON.stringify(line)).toContain('secret detail of the inside');
  });

  it('keeps the request id of the client, and logs one line for each request', async () => {
    const { headers } = await call('/v2/things/7', { headers: { ...(await bearer()), 'x-request-id': 'mine-1' } });
    expect(headers.get('x-request-id')).toBe('mine-1');
    const line = lines.find(({ request_id, msg }) => request_id === 'mine-1' && msg === 'request');
    expect(line).toMatchObject({
      method: 'GET',
      params: { id: 7 },
      route: 'GET /v2/things/:id',
      status: 200,
      user_id: 5,
      credential_id: 'c1',
    });
    const forged = await call('/healthz', { headers: { 'x-request-id': 'a b' } });
    expect(forged.headers.get('x-request-id')).toBeNull();
  });

  it('answers unknown paths in the same shape', async () => {
    expect(await call('/nowhere')).toMatchObject({
      status: 404,
      body: { status: 'not_found', messages: ['there is no GET /nowhere'] },
    });
    expect((await call('/v2/things/%E0%A4%A', { headers: await bearer() })).status).toBe(400);
  });

  it('answers what the HTTP parser refuses in the same shape', async () => {
    const raw = (sent: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = net.connect(server.port, '127.0.0.1', () => socket.write(sent));
        let received = '';
        socket.on('data', (chunk) => (received += chunk.toString()));
        socket.on('close', () => resolve(received));
        socket.on('error', reject);
      });
    expect(await raw('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 .*"status":"bad_request"/s);
    const long = await raw(`GET /v2/things?x=${'y'.repeat(70_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(long).toMatch(/^HTTP\/1\.1 431 .*"status":"headers_too_large"/s);
  });

  it('answers /healthz on its public port, and neither readiness nor metrics', async () => {
    expect((await call('/healthz')).status).toBe(200);
    for (const path of ['/metrics', '/livez', '/readyz']) expect((await call(path)).status).toBe(404);
  });
});

describe('internal tokens', () => {
  it.each([
    ['no token', () => Promise.resolve({})],
    ['a token that is none', () => Promise.resolve({ authorization: 'Bearer abc' })],
    ['a token for another service', () => bearer({ audience: 'elsewhere' })],
    ['a service token', () => bearer({ scope: 'service', accountId: undefined })],
    [
      'a token of an unknown issuer',
      async () => {
        const { sign } = await makeTestKeys();
        return { authorization: `Bearer ${await sign({ audience: 'things', scope: 'full', accountId: 5 })}` };
      },
    ],
  ])('do not allow calls of the public interface with %s', async (_name, headers) => {
    const answer = await call('/v2/things/7', { headers: (await headers()) as Record<string, string> });
    expect(answer).toMatchObject({ status: 401, body: { status: 'unauthorized' } });
  });

  it('allow only services to call the internal interface', async () => {
    const ask = async (headers: Record<string, string>) => (await post({}, headers, '/internal/ask')).status;
    expect(await ask(await bearer({ scope: 'service', accountId: undefined }))).toBe(200);
    expect(await ask(await bearer())).toBe(401);
    expect(await ask({ authorization: '' })).toBe(401);
  });

  it('of scope read allow GET only', async () => {
    const read = await bearer({ scope: 'read' });
    expect((await call('/v2/things/7', { headers: read })).status).toBe(200);
    expect(await post({ name: 'a', day: '2026-07-01' }, read)).toMatchObject({
      status: 403,
      body: { status: 'forbidden' },
    });
  });
});

describe('the headers of a request', () => {
  const body = { name: 'a', day: '2026-07-01' };

  it('bind an Idempotency-Key to credential, route and request', async () => {
    const sent = async (name: string, key: string, credentialId = 'c1') =>
      (await post({ ...body, name }, { 'idempotency-key': key, ...(await bearer({ credentialId })) })).body.idempotency;
    const withQuery = async (query: string) =>
      (await post(body, { 'idempotency-key': 'k' }, `/v2/things?${query}`)).body.idempotency;
    const [one, other] = [await withQuery('include_guest=true'), await withQuery('include_guest=false')];
    expect([one.key, one.requestHash === other.requestHash]).toEqual([other.key, false]);
    expect(await withQuery('include_guest=true')).toEqual(one);
    const [first, same, otherBody, otherCaller] = [
      await sent('a', 'k'),
      await sent('a', 'k'),
      await sent('b', 'k'),
      await sent('a', 'k', 'c2'),
    ];
    expect(same).toEqual(first);
    expect(otherBody.key).toBe(first.key);
    expect(otherBody.requestHash).not.toBe(first.requestHash);
    expect(otherCaller.key).not.toBe(first.key);
    expect((await post(body, { 'idempotency-key': 'x'.repeat(256) })).status).toBe(400);
  });

  it('make a request with another If-Match another request', async () => {
    const withMatch = async (match?: string) => {
      const headers = { 'idempotency-key': 'k', ...(match === undefined ? {} : { 'if-match': match }) };
      return (await post(body, headers)).body.idempotency as { key: string; requestHash: string };
    };
    const [none, third, fourth] = [await withMatch(), await withMatch('"3"'), await withMatch('"4"')];
    expect([third.key, fourth.key]).toEqual([none.key, none.key]);
    expect(new Set([none, third, fourth].map(({ requestHash }) => requestHash)).size).toBe(3);
    expect(await withMatch('"3-abc"')).toEqual(third);
    expect(await withMatch('*')).toEqual(none);
  });

  it('require a version with If-Match on a write', async () => {
    expect((await post(body, { 'if-match': '"12"' })).body.ifMatch).toBe(12);
    expect((await post(body, { 'if-match': '"x"' })).body.ifMatch).toBe(0);
    expect((await post(body, { 'if-match': 'x' })).status).toBe(400);
  });

  it('do not require a version with If-Match on a read', async () => {
    for (const header of ['nonsense', '"2"']) {
      expect((await call('/v2/things/7', { headers: { ...(await bearer()), 'if-match': header } })).status).toBe(200);
    }
  });
});

describe('a server that shuts down', () => {
  it('finishes the requests in flight, and accepts no new ones', async () => {
    const keys = await makeTestKeys();
    const verify = createTokenVerifier('things', keys.publicKeys, { grants: testGrants });
    const app = createApp({
      logger: createLogger('x', 'silent'),
      metrics: createMetrics('x', false),
      maxBodyBytes: MAX_BODY,
      routes: (express) =>
        mountContract(
          express,
          'public',
          verify,
          { read: contract.read },
          {
            read: async () => {
              slowStarted++;
              await new Promise((resolve) => setTimeout(resolve, 150));
              return { finished: true };
            },
          },
        ),
    });
    const stopping = await serve(app, '127.0.0.1', 0);
    const agent = new http.Agent({ keepAlive: true });
    const authorization = `Bearer ${await keys.sign({ audience: 'things', scope: 'full', accountId: 5 })}`;
    const before = slowStarted;
    const inFlight = new Promise<string>((resolve, reject) => {
      http
        .get(`${stopping.url}/v2/things/1`, { agent, headers: { authorization } }, (response) => {
          let text = '';
          response.on('data', (chunk: Buffer) => (text += chunk.toString())).on('end', () => resolve(text));
        })
        .on('error', reject);
    });
    while (slowStarted === before) await new Promise((resolve) => setTimeout(resolve, 2));
    const closed = stopping.close(5000);
    await expect(fetch(`${stopping.url}/healthz`)).rejects.toThrow();
    expect(await inFlight).toBe('{"finished":true}');
    await closed;
    agent.destroy();
  });

  it('says which port is taken', async () => {
    const app = createApp({
      logger: createLogger('x', 'silent'),
      metrics: createMetrics('x', false),
      routes: () => {},
    });
    await expect(serve(app, '127.0.0.1', server.port)).rejects.toThrow(
      `port ${server.port} is taken; set PORT to another one`,
    );
  });
});
