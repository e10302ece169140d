import { openRoute } from '@keyhaven/contracts/shared/open-route';
import { isDryRun } from '@keyhaven/persistence/dry-run';
import { makeTestKeys, testGrants, type TestKeys } from '@keyhaven/testing/test-keys';
import { until } from '@keyhaven/testing/until';
import { initContract } from '@keyhaven/contracts/platform/ts-rest';
import { z } from 'zod';
import { createTokenVerifier } from '../auth/token-verifier';
import { createLogger } from '../observability/logger';
import { createMetrics } from '../observability/metrics';
import { createApp } from './app';
import { mountContract, type RequestContext } from './mount-contract';
import { type RunningServer, serve } from './serve';

const responses = { 200: z.any() };
const body = z.object({ name: z.string() });
const publicContract = initContract().router({
  list: { method: 'GET', path: '/v2/things', responses },
  write: { method: 'POST', path: '/v2/things', body, responses },
  form: { method: 'POST', path: '/payment_forms/:key', body: z.any(), metadata: openRoute, responses },
});
const operatorContract = initContract().router({
  operate: { method: 'POST', path: '/operator/things', body, responses },
});

const lines: string[] = [];
let keys: TestKeys;
let server: RunningServer;
let carriedOut = 0;
beforeAll(async () => {
  keys = await makeTestKeys();
  const verify = createTokenVerifier('things', keys.publicKeys, { grants: testGrants });
  const answer = ({ context }: { context: RequestContext }) => {
    if (!isDryRun()) carriedOut++;
    context.setVersion(1, {});
    return Promise.resolve({ dry: isDryRun(), key: context.idempotency !== undefined });
  };
  const app = createApp({
    logger: createLogger('things', 'debug', { write: (line) => void lines.push(line) }),
    metrics: createMetrics('things', false),
    maxBodyBytes: 1000,
    formPaths: ['/payment_forms/'],
    routes: (express) => {
      mountContract(express, 'public', verify, publicContract, { list: answer, write: answer, form: answer });
      mountContract(express, 'operator', verify, operatorContract, { operate: answer });
    },
  });
  server = await serve(app, '127.0.0.1', 0);
});
afterAll(() => server.close(0));
beforeEach(() => {
  carriedOut = 0;
  lines.length = 0;
});

type Caller = Parameters<TestKeys['sign']>[0];
const client: Caller = { audience: 'things', scope: 'full', accountId: 5 };

async function send(method: string, path: string, headers: Record<string, string> = {}, caller = client) {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      authorization: `Bearer ${await keys.sign(caller)}`,
      'content-type': 'application/json',
      ...headers,
    },
    ...(method === 'GET' ? {} : { body: '{"name":"x"}' }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

describe('a dry run', () => {
  it.each([
    ['Prefer: dry-run', '', { prefer: 'dry-run' }],
    ['Prefer with several preferences, parameters and capitals', '', { prefer: 'respond-async, DRY-RUN; x=1, wait=5' }],
    ['Prefer with a value', '', { prefer: 'dry_run="true"' }],
    ['dry_run=true', '?dry_run=true', {}],
    ['dry_run=1', '?dry_run=1', {}],
    ['dryRun=true, as version 1 writes it', '?dryRun=true', {}],
    ['DRY_RUN=true', '?DRY_RUN=true', {}],
    ['dry-run=true', '?dry-run=true', {}],
    ['the header and the query together', '?dry_run=true', { prefer: 'dryrun' }],
  ])('is requested with %s', async (_what, query, headers: Record<string, string>) => {
    const answer = await send('POST', `/v2/things${query}`, { ...headers, 'idempotency-key': 'a key that is refused' });
    expect([answer.status, answer.body]).toEqual([200, { dry: true, key: false }]);
    expect(answer.headers.get('preference-applied')).toBe('dry-run');
    expect([answer.headers.get('etag'), answer.headers.get('x-ignored')]).toEqual([null, null]);
    const line = await until(() => lines.find((one) => one.includes('"msg":"request"')));
    expect(JSON.parse(line)).toMatchObject({ dry_run: true });
  });

  it.each([
    ['another preference', '', { prefer: 'respond-async' }],
    ['dry_run=false', '?dry_run=false', {}],
    ['Prefer: dry-run=false', '', { prefer: 'dry-run=false' }],
  ])('is not requested with %s, so the write is carried out', async (_what, query, headers: Record<string, string>) => {
    const answer = await send('POST', `/v2/things${query}`, { ...headers, 'idempotency-key': 'k' });
    expect([answer.status, answer.body, carriedOut]).toEqual([200, { dry: false, key: true }, 1]);
    expect([answer.headers.get('preference-applied'), answer.headers.get('x-ignored')]).toEqual([null, null]);
    const line = await until(() => lines.find((one) => one.includes('"msg":"request"')));
    expect(JSON.parse(line)).not.toHaveProperty('dry_run');
  });

  it.each([
    ['?dry_run=perhaps', {}, 'dry_run: "perhaps" is not accepted; expected true or false'],
    ['?dry_run=true&dry_run=false', {}, 'dry_run: ["true","false"] is not accepted; expected true or false'],
    ['?dry_run=false&dryRun=true', {}, 'dry_run: ["false","true"] is not accepted; expected true or false'],
    [
      '',
      { prefer: 'return=minimal; dry-run' },
      'Prefer: "return=minimal; dry-run" has dry-run after a semicolon; separate it with a comma',
    ],
    ['', { prefer: 'dry-run=no' }, 'Prefer: dry-run: "no" is not accepted; expected true or false'],
  ])('is refused with 400 if it is requested ambiguously: query "%s", headers %j', async (query, headers, message) => {
    const answer = await send('POST', `/v2/things${query}`, headers);
    expect([answer.status, answer.body.messages, carriedOut]).toEqual([400, [message], 0]);
  });

  it.each<[string, string, Caller]>([
    ["a guest's form", '/payment_forms/k', client],
    ['an operator route', '/operator/things', { audience: 'things', scope: 'service' }],
  ])('is refused with 400 for %s, and nothing is written', async (_what, path, caller) => {
    for (const [query, headers] of [
      ['', { prefer: 'dry-run' }],
      ['?dry_run=true', {}],
    ] as const) {
      const answer = await send('POST', path + query, headers, caller);
      expect([answer.status, carriedOut]).toEqual([400, 0]);
      expect(JSON.stringify(answer.body)).toContain('is not available; nothing was done');
    }
  });

  it('is refused with 403 if the token is read-only', async () => {
    const answer = await send('POST', '/v2/things', { prefer: 'dry-run' }, { ...client, scope: 'read' });
    expect([answer.status, answer.body.status]).toEqual([403, 'forbidden']);
  });

  it('sets Preference-Applied in error responses too', async () => {
    const answer = await fetch(`${server.url}/v2/things`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await keys.sign(client)}`, prefer: 'dry-run' },
    });
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([400, 'dry-run']);
  });

  it('cannot be requested for a read: the header and the parameter are ignored', async () => {
    const answer = await send('GET', '/v2/things?dry_run=true', { prefer: 'dry-run' });
    expect([answer.status, answer.body.dry, answer.headers.get('preference-applied')]).toEqual([200, false, null]);
    expect(answer.headers.get('x-ignored')).toBe('dry_run');
  });
});
